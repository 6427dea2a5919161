void onair_malloc_count_placeholder(void) {}
