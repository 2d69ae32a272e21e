"""The rules of Comuni. Pure: no Discord, no database, no asyncio, no clock, no randomness."""
