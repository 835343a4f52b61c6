"""What comes of a round when everybody has declared and rolled, step by step (AR-ROUND-04)."""
