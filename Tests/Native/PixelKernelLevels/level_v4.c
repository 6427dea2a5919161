#if defined(__x86_64__)
#define ONAIR_CLONES __attribute__((target("arch=x86-64-v4")))
#define ONAIR_X86_64_V4 1
#define ONAIR_X86_64_V3 1
#define SUFFIX _v4
#include "one_level.h"

const onair_kernels *onair_kernels_v4(void) { return __builtin_cpu_supports("x86-64-v4") ? &table : 0; }
#else
#include "include/onair_kernel_levels.h"

const onair_kernels *onair_kernels_v4(void) { return 0; }
#endif
