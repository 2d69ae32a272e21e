"""The phases of a turn: each module says who may act, what they may do, and what follows."""
