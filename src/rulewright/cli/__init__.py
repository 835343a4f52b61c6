"""The command line. Each command imports what it needs when it runs, so that the help is there at once."""
