#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# Installs what is missing, builds, and serves the try-on page at http://localhost:5173 (another port when
# that one is taken; it says which). `./run.sh --build` installs and builds only.
cd "$(dirname "$0")"
. scripts/common.sh

case ${1:-} in
    '' | --build) ;;
    *) die "usage: ./run.sh [--build]" ;;
esac

need_build_tools
install_missing
install_node_modules
build_preset wasm weft_module
build_preset wasm-threads # pages that may share memory, `npx weft run --threads N`
build_preset wasm-lab weft_module # what the page loads where a link asks for other methods, `npx weft ccd`
build_packages
build_web
if [ "${1:-}" = --build ]; then
    build_preset native # the engine of `npx weft run --engine native`
    build_preset wasm # its tests
    say "built; ./run.sh serves the try-on page"
    exit 0
fi
[ -f web/index.html ] || die "web/ has no page yet"
cd web && exec ../node_modules/.bin/vite preview --port 5173 --host localhost
