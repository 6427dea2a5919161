#if defined(__x86_64__)
#define ONAIR_CLONES __attribute__((target("arch=x86-64")))
#define ONAIR_X86_64_V4 0
#define ONAIR_X86_64_V3 0
#define SUFFIX _plain
#include "one_level.h"

const onair_kernels *onair_kernels_plain(void) { return &table; }
#else
#include "include/onair_kernel_levels.h"

const onair_kernels *onair_kernels_plain(void) { return 0; }
#endif
