# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# What the scripts in tools/ share. Sourced, with `root` set to the repository.

# Progress goes to stderr, so that a script's stdout is its result.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# stop CODE MESSAGE: exit codes as in the programs (2 usage, 6 not available here).
stop() {
    say "$2"
    exit "$1"
}

cores() { nproc 2>/dev/null || echo 2; }

# packages SECTION: the packages of one section of packages.txt.
packages() {
    awk -v section="[$1]" '/^\[/ { inside = ($0 == section); next } inside && NF && !/^#/ { print $1 }' \
        "$root/tools/packages.txt"
}

missing_packages() {
    local package
    for package in $(packages "$1"); do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || echo "$package"
    done
}

# need_packages SECTION LOG: installs what is missing as root, else says which command does, and stops with 6.
need_packages() {
    local section=$1 log=$2 missing
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "no Debian package system here: expecting what corresponds to: $(packages "$section" | tr '\n' ' ')"
        return
    fi
    missing=$(missing_packages "$section" | tr '\n' ' ')
    missing=${missing% }
    [ -z "$missing" ] && return
    if [ "$(id -u)" -ne 0 ]; then
        say "these Debian packages are missing: $missing"
        stop 6 "run 'sudo apt-get update && sudo apt-get install --no-install-recommends $missing', then this again"
    fi
    say "installing Debian packages: $missing (log: $log)"
    export DEBIAN_FRONTEND=noninteractive
    # A list of packages too old to know or to fetch one of them: update it, and only then.
    # shellcheck disable=SC2086
    if ! apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
        say "updating the package lists first"
        if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >>"$log" 2>&1; then
            tail -n 15 "$log" >&2
            stop 6 "apt-get could not install them; see the lines above"
        fi
    fi
}

# configure PRESET LOG
configure() {
    local preset=$1 log=$2
    if ! (cd "$root" && cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache)") >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        stop 6 "cmake could not configure the preset $preset; see the lines above"
    fi
}

# build FOLDER LOG [TARGET...]: with one line of progress on a terminal, else a line for every tenth of the work.
build() {
    local folder=$1 log=$2
    shift 2
    if [ -t 2 ]; then
        NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" >&2 || stop 1 "the build failed; see the lines above"
        return
    fi
    NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 | tee "$log" | awk -v name="$(basename "$0")" '
        match($0, /^\[[0-9]+\/[0-9]+\]/) {
            split(substr($0, 2, RLENGTH - 2), part, "/")
            tenth = int(10 * part[1] / part[2])
            if (tenth > said) { printf "%s: built %d of %d\n", name, part[1], part[2]; fflush(); said = tenth }
        }' >&2
    if [ "${PIPESTATUS[0]}" -ne 0 ]; then
        grep -A 25 -m 1 '^FAILED' "$log" >&2 || tail -n 25 "$log" >&2
        stop 1 "the build failed; see the lines above (all of it: $log)"
    fi
}

# run_tests FOLDER LOG [CTEST OPTION...]: ctest's closing lines on stdout; a failure shows the failing tests.
run_tests() {
    local folder=$1 log=$2
    shift 2
    if ! ctest --test-dir "$folder" -j "$(cores)" --output-on-failure --no-tests=error "$@" >"$log" 2>&1; then
        grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test +#[0-9]+:.* Passed )' "$log" | tail -n 200
        return 1
    fi
    sed -n '/ tests passed, /,$p' "$log"
}

# seeds_of TARGET: the folders of its seeds, as fuzz/corpus/folders.txt lists them
seeds_of() {
    local folders
    folders=$(sed -n "s/^$1 //p" fuzz/corpus/folders.txt)
    echo "${folders:-fuzz/corpus/$1}"
}
