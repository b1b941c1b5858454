#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# Installs what is missing, builds everything and runs every test. The last line is `N passed, N failed`;
# the exit code is 0 only when nothing failed. `./test.sh NAME...` runs only the suites of those names.
cd "$(dirname "$0")"
. scripts/common.sh

logs=build/test-logs
mkdir -p "$logs"
rm -f "$logs"/*.result
wanted=" $* "

# `timeout` leads a process group of its own: when this script is stopped, its suites stop with it.
running=
lane=
stop_running() {
    [ -z "$running" ] || kill -- "-$running" 2>/dev/null
    [ -z "$lane" ] || kill "$lane" 2>/dev/null
}
trap stop_running EXIT
trap 'exit 130' INT TERM

is_wanted() { [ "$wanted" = "  " ] || [[ $wanted == *" $1 "* ]]; }

# Counts of a log: our own `N passed, N failed` lines, and vitest's `Tests  1 failed | 2 passed (3)`.
count_log() {
    sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
        /^[0-9]+ passed, [0-9]+ failed$/ { good += $1; bad += $3; said = 1 }
        /^ +Tests +.*\([0-9]+\)$/ {
            if (match($0, /[0-9]+ passed/)) good += substr($0, RSTART, RLENGTH) + 0
            if (match($0, /[0-9]+ failed/)) bad += substr($0, RSTART, RLENGTH) + 0
        }
        END { print good + 0, bad + 0, said + 0 }'
}

# suite NAME SECONDS COMMAND...: a suite that prints no counts is one test. The limit ends what hangs; work on a busy
# machine stays below it.
suite() {
    local name=$1 limit=$2 code=0 good bad said start=$SECONDS
    shift 2
    is_wanted "$name" || return 0
    timeout "$limit" "$@" >"$logs/$name.log" 2>&1 &
    running=$!
    wait "$running" || code=$?
    running=
    read -r good bad said < <(count_log "$logs/$name.log")
    if [ "$code" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
        [ "$code" != 124 ] || echo "stopped after $limit s" >>"$logs/$name.log"
    elif [ "$code" = 0 ] && [ "$good$bad$said" = 000 ]; then
        good=1
    fi
    [ "$code" = 0 ] || echo "exit code $code" >>"$logs/$name.log"
    echo "$name $good $bad" >"$logs/$name.result"
    printf '%-18s %5d passed %5d failed %6d s\n' "$name" "$good" "$bad" "$((SECONDS - start))"
    [ "$bad" = 0 ] || tail -n 60 "$logs/$name.log" | sed 's/^/    /'
}

need_build_tools
need chromium chromium
need firefox-esr firefox-esr
need clang clang
need libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux
need clang-format clang-format
install_missing
install_node_modules

check_c_format() {
    git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror
}
export -f check_c_format build_preset build_packages build_web is_stale say quietly die

suite format-c 120 bash -c check_c_format
suite format-ts 300 npx prettier --check --log-level warn .
suite folders 60 node tests/house/folders.mjs
suite imports 60 node tests/house/imports.mjs

suite build-native 1200 bash -c 'build_preset native'
suite build-debug 1200 bash -c 'build_preset native-debug'
suite build-wasm 1200 bash -c 'build_preset wasm'
suite build-wasm-lab 1200 bash -c 'build_preset wasm-lab'
suite build-wasm-threads 1200 bash -c 'build_preset wasm-threads'
suite build-packages 900 bash -c build_packages
suite build-web 900 bash -c build_web

run_wasm="node --no-warnings tests/run_wasm.mjs build/wasm/tests/weft_tests.wasm"

walking() {
    node wasm_bindings/bin/weft.mjs cook scenes/walk-skirt.json -o build/walk-skirt.weft >/dev/null
    WEFT_WALK_SCENE=build/walk-skirt.weft build/native/tests/weft_walking_tests
    node wasm_bindings/bin/weft.mjs cook scenes/bezier-surface.json -o build/bezier-surface.weft >/dev/null
    WEFT_WALK_SCENE=build/bezier-surface.weft build/native/tests/weft_walking_tests by_counts
}
export -f walking

# Tests that take ten times as long as others of their files, and read, write and compute no otherwise than these: they
# run in native code alone.
long_unit=('~structures_find_what_meets_in_the_corners' '~soups_apart' '~corners_of_boxes_lie' '~update_by_counts_follows'
    '~update_by_the_plane_follows' '~update_by_counts_is_building_anew_with_the_fan' '~reused_points_and_lists_resume'
    '~pairs_within_a_distance_are_those_of_brute_force' '~every_parameter_of_a_solver' '~ccd_edge_edge_is_exact'
    '~ccd_finds_every_contact' '~garment_with_200_crossings' '~filter_keeps_cloth_apart_whatever')

# Programs that only compute, on one core beside the others.
beside() {
    lane=
    trap stop_running EXIT
    trap 'exit 130' INT TERM
    suite unit-sanitized 1200 build/native-debug/tests/weft_tests unit/ "${long_unit[@]}"
    # Convergence of bending and whole garments take ten times as long here and read no memory that the others do not.
    suite physics-sanitized 1500 build/native-debug/tests/weft_tests physics/friction physics/motion \
        physics/moving_body physics/rollback physics/state physics/stretch physics/wind \
        physics/bad_bodies/body_that physics/bad_bodies/patch physics/bad_cloth/sheet physics/bad_cloth/step \
        physics/untangle/repair_goes_on physics/untangle/what_cannot
    suite build-tsan 1200 bash -c 'build_preset native-tsan weft_tests'
    suite unit-tsan 300 build/native-tsan/tests/weft_tests unit/threads/threads_do_every_item_once \
        unit/threads/threads_keep_the_bits_of_layers unit/threads/threads_keep_the_bits_of_everything \
        unit/near/near_search_finds_the_same_in_threads unit/structures/dop_trees_find_the_same_in_parts \
        unit/inclusion_update/inclusion_update_in_parallel
    suite build-fuzz 900 bash -c 'build_preset fuzz scene_file_fuzz && build_preset fuzz snapshot_fuzz'
    suite fuzz 300 build/fuzz/tests/fuzz/scene_file_fuzz -seed=1 -max_total_time=30 -verbosity=0
    suite fuzz-snapshot 300 build/fuzz/tests/fuzz/snapshot_fuzz -seed=1 -max_total_time=15 -verbosity=0 -max_len=1000000
    suite unit-wasm 900 $run_wasm unit/ "${long_unit[@]}"
    # tests/CMakeLists.txt says which of them the lab module has.
    suite unit-wasm-lab 900 node --no-warnings tests/run_wasm.mjs build/wasm-lab/tests/weft_tests.wasm unit/ \
        '~reused_points_and_lists_resume'
    suite physics-native 900 build/native/tests/weft_tests physics/
    # The bits of both are compared over whole scenes by `determinism` and `methods`; the long ones are a campaign here.
    suite physics-wasm 900 $run_wasm physics/bad_bodies physics/bad_cloth physics/band physics/collision_groups \
        physics/friction physics/motion physics/moving_body physics/pace physics/rollback physics/sewing \
        physics/solids physics/spread physics/state physics/stretch physics/swing physics/thickness physics/untangle \
        physics/wind
    suite physics-wasm-lab 900 node --no-warnings tests/run_wasm.mjs build/wasm-lab/tests/weft_tests.wasm physics/
    suite physics-published 1500 node wasm_bindings/bin/weft.mjs bench --physics
    suite walking 900 bash -c walking
    suite crossings 300 node tests/crossings/test.mjs
    suite extend 600 node tests/extend/run.mjs
    suite characters 900 node tests/characters/run.mjs
    suite characters-far 600 node tests/characters/far.mjs
    suite crossings-scenes 1200 node tests/crossings/scenes.mjs
    suite crossings-audit 900 node tests/crossings/audit.mjs
    suite crossings-fixtures 600 node tests/crossings/fixtures.mjs
}
beside &
lane=$!

suite unit-native 900 build/native/tests/weft_tests unit/

for workspace in wasm_bindings scenes web; do
    suite "npm-$workspace" 1200 npm test --silent --workspace "$workspace"
done

suite determinism 1500 node tests/determinism/check.mjs
suite methods 600 node tests/determinism/methods.mjs
suite package 900 node tests/package/run.mjs --quick
if [ -f tests/browser/run.mjs ]; then
    suite browser 1500 node tests/browser/run.mjs
fi

wait "$lane" || echo "beside 0 1" >"$logs/beside.result"
lane=

results=("$logs"/*.result)
[ -e "${results[0]}" ] || die "no suite is called $*; the names are in test.sh"
read -r passed failed failures < <(
    awk '{ good += $2; bad += $3; if ($3) names = names " " $1 } END { print good + 0, bad + 0, names }' "${results[@]}"
)
[ -z "$failures" ] || echo "failed: $failures (logs in $logs)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
