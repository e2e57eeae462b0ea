"""What every part may use: language, settings, policy, tasks, key store, log and paths."""
