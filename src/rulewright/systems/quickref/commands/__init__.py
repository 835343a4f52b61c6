"""What can be done at the table, by domain."""
