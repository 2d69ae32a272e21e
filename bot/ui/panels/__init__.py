"""Private panels: what a seat sees and presses when it is its turn to decide. Built from what it may know."""
