# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# What run.sh and test.sh share: installing what is missing, and building. Every step is skipped when
# there is nothing to do. Sourced, not run.

set -euo pipefail
exec </dev/null # nothing here ever asks a question

say() { printf '%s\n' "$*" >&2; }

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Runs a command quietly; shows what it said only when it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "failed: $*"
    fi
    rm -f "$log"
}

# need PACKAGE PROBE: remembers the Debian package when its command or file is not there.
missing=()
need() {
    case $2 in
        /*) [ -e "$2" ] || missing+=("$1") ;;
        *) command -v "$2" >/dev/null || missing+=("$1") ;;
    esac
}

# Installs what `need` found missing, as root or through sudo, else says the one command to type.
install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    local sudo=()
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            sudo=(sudo)
        else
            die "please type: sudo apt-get install -y ${missing[*]}"
        fi
    fi
    command -v apt-get >/dev/null || die "please install: ${missing[*]}"
    say "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${sudo[@]}" apt-get install -y --no-install-recommends "${missing[@]}" >/dev/null 2>&1 || {
        quietly "${sudo[@]}" apt-get update
        quietly "${sudo[@]}" apt-get install -y --no-install-recommends "${missing[@]}"
    }
    missing=()
}

need_build_tools() {
    need emscripten emcc
    need libcglm-dev /usr/include/cglm/cglm.h
    need cmake cmake
    need ninja-build ninja
    need gcc gcc
    need libc6-dev /usr/include/stdio.h
    command -v node >/dev/null && command -v npm >/dev/null || die "please install Node.js 20 or newer, with npm"
    local major
    major=$(node -p 'process.versions.node.split(".")[0]')
    [ "$major" -ge 20 ] || die "Node.js $major is too old; please install version 20 or newer"
}

# npm ci, when the lock file is not the one that node_modules was made from.
install_node_modules() {
    local stamp=node_modules/.weft-lock
    local lock
    lock=$(sha256sum package-lock.json | cut -d' ' -f1)
    [ "$(cat "$stamp" 2>/dev/null || true)" = "$lock" ] && return 0
    say "npm ci"
    quietly npm ci --no-audit --no-fund
    echo "$lock" >"$stamp"
}

# build_preset NAME [TARGET]: configures once, then builds what changed.
build_preset() {
    if [ ! -f "build/$1/build.ninja" ]; then
        say "configuring $1"
        quietly cmake --preset "$1"
    fi
    say "building $1"
    quietly cmake --build --preset "$1" --target "${2:-all}"
}

# is_stale STAMP PATH...: something below the paths, other than tests and what was built, is newer.
is_stale() {
    local stamp=$1
    shift
    [ ! -f "$stamp" ] || [ -n "$(find "$@" \
        \( -name node_modules -o -path web/dist -o -path scenes/assets -o -name cli -o -name tests -o -name '.tsbuildinfo' \) -prune -o \
        -type f -newer "$stamp" -print -quit)" ]
}

# The cook, the package and the command line; then the assets of the pages.
build_packages() {
    say "building the packages"
    quietly node_modules/.bin/tsc -b scenes wasm_bindings wasm_bindings/cli
    quietly node scenes/scripts/bundle_designs.mjs
    quietly node wasm_bindings/inline_module.mjs wasm_bindings/dist/weft.wasm
    # In this order: the worker of the simulator holds the text of those that step with it.
    quietly node wasm_bindings/inline_worker.mjs wasm_bindings/dist/crew/crew_worker.js \
        wasm_bindings/dist/worker/weft_worker.js
    local stamp=build/avatar.stamp
    if [ ! -f web/public/assets/avatar/avatar.bin ] || [ ! -f scenes/assets/avatar/avatar.bin ] || is_stale "$stamp" scenes/scripts scenes/src/avatar; then
        say "making the avatars"
        quietly npm run --silent avatar --workspace weft-scenes
        touch "$stamp"
    fi
}

# The pages, when something that they are made of is newer than the last build.
build_web() {
    [ -f web/index.html ] || return 0
    local stamp=build/web.stamp
    [ -d web/dist ] && ! is_stale "$stamp" web scenes wasm_bindings package-lock.json && return 0
    say "building the pages"
    quietly npm run --silent build --workspace weft-web
    touch "$stamp"
}
