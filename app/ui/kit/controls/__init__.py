"""Widgets that take input: buttons, fields, steppers, switches."""
