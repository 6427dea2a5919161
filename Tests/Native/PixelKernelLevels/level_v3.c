#if defined(__x86_64__)
#define ONAIR_CLONES __attribute__((target("arch=x86-64-v3")))
#define ONAIR_X86_64_V4 0
#define ONAIR_X86_64_V3 1
#define SUFFIX _v3
#include "one_level.h"

const onair_kernels *onair_kernels_v3(void) { return __builtin_cpu_supports("x86-64-v3") ? &table : 0; }
#else
#include "include/onair_kernel_levels.h"

const onair_kernels *onair_kernels_v3(void) { return 0; }
#endif
