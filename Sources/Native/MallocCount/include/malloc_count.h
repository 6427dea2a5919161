#ifndef ONAIR_MALLOC_COUNT_H
#define ONAIR_MALLOC_COUNT_H
#include <stdint.h>

/// Allocations made by the calling thread since it started. Only in processes started with this library preloaded.
uint64_t onair_malloc_count_thread(void);

#endif
