"""Reading the partner service: its answers become values of the desk."""
