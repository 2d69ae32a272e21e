"""Standing orders: in words, as panels, in short forms for custom ids, and why some are refused. For their owner."""
