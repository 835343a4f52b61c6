"""The games. Each is a package of the same shape and knows nothing of the others."""
