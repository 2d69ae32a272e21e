"""What Discord shows: builds texts, embeds and views; calls nothing."""
