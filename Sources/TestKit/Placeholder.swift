// Filled with its first feature.
