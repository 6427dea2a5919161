// The first process of the testbed's guest. It makes the host's files its own root (read-only over 9p, with a RAM disk
// above for what is written), then runs /out/start in it and powers off when that ends.
//
// Statically linked: it is all that stands in the initial RAM disk, beside the modules it loads.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void power_off(void) {
    sync();
    reboot(RB_POWER_OFF);
    for (;;) pause();
}

static void give_up(const char *what, const char *which) {
    printf("guest: %s %s: %s\n", what, which, strerror(errno));
    fflush(stdout);
    power_off();
}

static void mount_at(const char *source, const char *target, const char *type, unsigned long flags, const char *options) {
    mkdir(target, 0755);
    if (mount(source, target, type, flags, options) != 0) give_up("cannot mount", target);
}

static int no_dot(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// Their names begin with numbers: what others need comes first.
static void load_modules(const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, no_dot, alphasort);
    for (int index = 0; index < count; index++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entries[index]->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || (syscall(SYS_finit_module, file, "", 0) != 0 && errno != EEXIST)) give_up("cannot load", path);
        close(file);
        free(entries[index]);
    }
    free(entries);
}

#define NINE_P "trans=virtio,version=9p2000.L,msize=262144"

int main(void) {
    mount_at("dev", "/dev", "devtmpfs", 0, "");
    int console = open("/dev/console", O_RDWR);
    if (console >= 0)
        for (int number = 0; number < 3; number++) dup2(console, number);
    mount_at("proc", "/proc", "proc", 0, "");
    mount_at("sys", "/sys", "sysfs", 0, "");
    load_modules("/modules");

    // The host's files do not change as far as the guest is concerned: it may keep what it has read.
    mount_at("hostroot", "/host", "9p", MS_RDONLY, NINE_P ",cache=loose");
    mount_at("above", "/above", "tmpfs", 0, "size=75%");
    mkdir("/above/upper", 0755);
    mkdir("/above/work", 0755);
    mount_at("root", "/root", "overlay", 0, "lowerdir=/host,upperdir=/above/upper,workdir=/above/work");
    static const char *const kept[] = {"/dev", "/proc", "/sys"};
    for (unsigned index = 0; index < sizeof kept / sizeof *kept; index++) {
        char target[64];
        snprintf(target, sizeof target, "/root%s", kept[index]);
        mkdir(target, 0755);
        if (mount(kept[index], target, NULL, MS_MOVE, NULL) != 0) give_up("cannot move", kept[index]);
    }
    // This one changes while both look at it.
    mount_at("out", "/root/out", "9p", 0, NINE_P ",cache=none");
    if (chroot("/root") != 0 || chdir("/") != 0) give_up("cannot enter", "/root");
    mount_at("run", "/run", "tmpfs", 0, "mode=755");
    mount_at("shm", "/dev/shm", "tmpfs", 0, "mode=1777");
    mount_at("pts", "/dev/pts", "devpts", 0, "mode=620,ptmxmode=666");

    pid_t child = fork();
    if (child == 0) {
        char *const arguments[] = {"/bin/bash", "/out/start", NULL};
        char *const environment[] = {
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp", "LANG=C.UTF-8", "TERM=dumb", NULL,
        };
        setsid();
        execve(arguments[0], arguments, environment);
        give_up("cannot run", arguments[1]);
    }
    int status = 0;
    for (;;) {
        pid_t ended = wait(&status);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
    }
    printf("guest: the end (%d)\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    fflush(stdout);
    power_off();
}
