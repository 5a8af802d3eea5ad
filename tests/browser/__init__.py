"""The page in a real browser: what people do, from the first tap to the review."""
