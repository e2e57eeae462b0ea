"""Agency Counter: sells activities and boat tickets over the counter of a travel agency."""
