// Which versions of a kernel are built; the loader picks one for the processor it finds.
#ifndef ONAIR_DISPATCH_H
#define ONAIR_DISPATCH_H

// The loader chooses before any sanitizer has started, and the choosing code would be instrumented too: it would crash.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define ONAIR_SANITIZED 1
#endif
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(ONAIR_SANITIZED)
#define ONAIR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ONAIR_CLONES
#endif

#endif
