// Which versions of a kernel are built; the loader picks one for the processor it finds.
#ifndef ONAIR_DISPATCH_H
#define ONAIR_DISPATCH_H

#if defined(__x86_64__) && defined(__linux__)
#define ONAIR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ONAIR_CLONES
#endif

#endif
