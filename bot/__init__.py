"""Comuni on Discord: an unofficial implementation."""
