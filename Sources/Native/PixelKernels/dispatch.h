// Which versions of a kernel are built; the loader picks one for the processor it finds.
#ifndef ONAIR_DISPATCH_H
#define ONAIR_DISPATCH_H

// Under a sanitizer there is one version: the loader asks which to take before the sanitizer's runtime is ready.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define ONAIR_ONE_VERSION
#endif
#endif

// Tests build each version by itself and say so.
#if defined(ONAIR_CLONES)
#elif defined(__x86_64__) && defined(__linux__) && !defined(ONAIR_ONE_VERSION)
#define ONAIR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
// Whether what is written for x86-64-v4 or -v3 by hand may be used.
#define ONAIR_X86_64_V4 __builtin_cpu_supports("x86-64-v4")
#define ONAIR_X86_64_V3 __builtin_cpu_supports("x86-64-v3")
#else
#define ONAIR_CLONES
#endif

#endif
