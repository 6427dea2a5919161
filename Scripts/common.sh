# Shared by every script here; sourced, never run. Needs bash.

ONAIR_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

if [[ -t 2 ]]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi

# Progress and news go to standard error: standard output belongs to what was asked for.
say() { printf '%s\n' "$*" >&2; }
section() { printf '\n%s== %s ==%s\n' "$bold" "$*" "$plain" >&2; }
fail() {
    printf '%serror:%s %s\n' "$red" "$plain" "$*" >&2
    exit 1
}

# Puts the Swift toolchain in PATH, wherever the usual installers leave it.
find_swift() {
    local place
    for place in "" /opt/swift/usr/bin /usr/local/swift/usr/bin /usr/libexec/swift/bin \
        "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}"; do
        if [[ -n $place && -x $place/swift ]]; then PATH="$PATH:$place"; fi
        command -v swift >/dev/null && return 0
    done
    fail "there is no Swift toolchain in PATH. Install Swift 6.3 (https://www.swift.org/install/linux) and try again."
}

# The flags of every release build. One set for ./run and ./test: other flags would mean another build.
# Warnings are errors with the compiler the project is written with; a newer one may find new ones.
set_swift_flags() {
    swift_flags=(-c release --explicit-target-dependency-import-check error)
    if swift --version 2>/dev/null | grep -q 'Swift version 6\.3'; then
        swift_flags+=(-Xswiftc -warnings-as-errors -Xcc -Werror)
    fi
}

# swift_build ARGUMENTS: a release build whose exit code is the truth (its last line is not).
swift_build() {
    find_swift
    set_swift_flags
    # Never straight to a terminal: the compiler would be asked for colours, and other flags rebuild everything.
    # Pango's pkg-config file names -pthread, which SwiftPM leaves out, saying so each time; nothing needs it.
    (cd "$ONAIR_ROOT" && swift build "${swift_flags[@]}" "$@" 2>&1 |
        grep -v --line-buffered '^warning: prohibited flag(s): -pthread' >&2; exit "${PIPESTATUS[0]}")
}
