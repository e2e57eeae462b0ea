"""The wallet: balance history, forecast, alerts, ledger and statement."""
