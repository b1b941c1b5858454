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

claims=build/test-claims
rm -rf "$claims"
mkdir "$claims"

# `timeout` leads a process group of its own: when this script is stopped, its suites stop with it.
running=
lanes=
stop_running() {
    [ -z "$running" ] || kill -- "-$running" 2>/dev/null
    [ -z "$lanes" ] || kill $lanes 2>/dev/null
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

# Seconds of processor time between two answers of `times`, in files since a subshell would answer for itself.
seconds_between() {
    awk 'FNR == 2 {
            gsub("s", "")
            split($1 "m" $2, t, "m")
            spent = 60 * (t[1] + t[3]) + t[2] + t[4] - spent
        }
        END { printf "%d", spent }' "$1" "$2"
}

# run_suite NAME SECONDS AFTER COMMAND...: a suite that prints no counts is one test. The limit ends what hangs; work on
# a busy machine stays below it.
run_suite() {
    local name=$1 limit=$2 code=0 good bad said start=$SECONDS
    shift 3
    times >"$logs/$name.begin"
    timeout "$limit" "$@" >"$logs/$name.log" 2>&1 &
    running=$!
    wait "$running" || code=$?
    running=
    times >"$logs/$name.end"
    read -r good bad said < <(count_log "$logs/$name.log")
    if [ "$code" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
        [ "$code" != 124 ] || echo "stopped after $limit s" >>"$logs/$name.log"
    elif [ "$code" = 0 ] && [ "$good$bad$said" = 000 ]; then
        good=1
    fi
    [ "$code" = 0 ] || echo "exit code $code" >>"$logs/$name.log"
    echo "$name $good $bad" >"$logs/$name.result"
    printf '%-18s %5d passed %5d failed %6d s %6d s of processor time\n' "$name" "$good" "$bad" "$((SECONDS - start))" \
        "$(seconds_between "$logs/$name.begin" "$logs/$name.end")"
    rm -f "$logs/$name.begin" "$logs/$name.end"
    [ "$bad" = 0 ] || tail -n 60 "$logs/$name.log" | sed 's/^/    /'
}

# Two lanes, one a core, take suites from these lists. Those of the first build, or have browsers that draw: each fills
# more than a core, so one lane alone takes them, before it helps with the second list.
wide=()
narrow=()
queued=" "

# suite LIST NAME SECONDS AFTER COMMAND...: puts a suite into a list; AFTER names those that must have ended before it.
suite() {
    local -n list=$1
    local name
    shift
    is_wanted "$1" || return 0
    for name in $3; do
        ! is_wanted "$name" || [[ $queued == *" $name "* ]] || die "$1 waits for $name, which is none or comes later"
    done
    list+=("$(printf '%q ' "$@")")
    queued+="$1 "
}

has_ended() {
    local name
    for name in $1; do
        ! is_wanted "$name" || [ -f "$logs/$name.result" ] || return 1
    done
}

# Runs the first of these suites that no lane has taken and that waits for none. 1: all are taken; 2: the others wait.
take() {
    local entry left=1
    for entry; do
        eval "set -- $entry"
        [ ! -d "$claims/$1" ] || continue
        left=2
        has_ended "$3" && mkdir "$claims/$1" 2>/dev/null || continue
        run_suite "$@"
        return 0
    done
    return $left
}

run_lane() {
    local code=0
    lanes=
    trap stop_running EXIT
    trap 'exit 130' INT TERM
    while [ "$code" != 1 ]; do
        code=0
        take "$@" || code=$?
        [ "$code" != 2 ] || sleep 1
    done
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

run_wasm="node --no-warnings tests/run_wasm.mjs build/wasm/tests/weft_tests.wasm"

walking() {
    node wasm_bindings/bin/weft.mjs cook scenes/walk-skirt.json -o build/walk-skirt.weft >/dev/null
    WEFT_WALK_SCENE=build/walk-skirt.weft build/native/tests/weft_walking_tests '~go_on_from_a_snapshot'
    # Its cloth is stepped, which takes ten times as long as the body; the body is the same under a coarse skirt.
    sed 's/"resolution": 12/"resolution": 36/' scenes/walk-skirt.json >build/walk-coarse.json
    node wasm_bindings/bin/weft.mjs cook build/walk-coarse.json -o build/walk-coarse.weft >/dev/null
    WEFT_WALK_SCENE=build/walk-coarse.weft build/native/tests/weft_walking_tests go_on_from_a_snapshot
    node wasm_bindings/bin/weft.mjs cook scenes/bezier-surface.json -o build/bezier-surface.weft >/dev/null
    WEFT_WALK_SCENE=build/bezier-surface.weft build/native/tests/weft_walking_tests by_counts
}
export -f walking

# Tests that take ten times as long as others of their files, and read, write and compute no otherwise than these: they
# run in native code alone.
long_unit=('~structures_find_what_meets_in_the_corners' '~soups_apart' '~corners_of_boxes_lie' '~update_by_counts_follows'
    '~update_by_the_plane_follows' '~update_by_counts_is_building_anew_with_the_fan' '~reused_points_and_lists_resume'
    '~pairs_within_a_distance_are_those_of_brute_force' '~every_parameter_of_a_solver' '~ccd_edge_edge_is_exact'
    '~ccd_finds_every_contact' '~garment_with_200_crossings' '~filter_keeps_cloth_apart_whatever'
    '~ccd_vertex_face_is_exact' '~contour_gradient_is_that' '~by_counts_is_building_anew' '~moves_beyond_a_cell'
    '~inclusion_field_knows_inside' '~by_the_plane_mismatches' '~garment_with_dents' '~lazy_trees_resume'
    '~threads_keep_the_bits' '~update_in_parallel_is_the_serial') # unit-tsan has threads

# The same of physics in wasm: scenes of many steps, whose bits are compared by `determinism` and `methods`.
long_physics=('~bodies_that_jump_about' '~comes_out_clean' '~cloth_held_between_bodies' '~pins_are_dropped_after_a_snapshot'
    '~on_the_six_solids' '~solids_that_move_and_turn' '~begins_inside_is_led_out' '~stack_of_thick_sheets'
    '~solved_more_closely' '~through_a_curtain' '~stay_finite_whatever')

# Physics of many steps whose rule a shorter one of its kind also has; all of them are a campaign.
slow_physics=('~hold_a_sheet_on_a_torus' '~holds_a_sheet_on_a_torus' '~updates_fields_in_parallel' '~cantilever_of_equilateral'
    '~cantilever_of_squares' '~stack_of_fine_sheets' '~crossings_of_folds' '~garment_with_dents')

# Unit tests that write and read what others do, ten times as often.
slow_unit=('~walks_that_remember' '~cones_leave_out' '~follow_their_bones' '~follows_vertices_that_tremble'
    '~inclusion_parts_in_parallel' '~answer_do_not_cross_on_the_way' '~inclusion_parts_of_scattered')

# Left out in native code too: another test, `walking`, `methods` or unit-tsan does the same.
rare_unit=('~update_by_the_plane_follows' '~update_by_counts_follows' '~repair_of_a_garment_with_200_crossings'
    '~update_in_parallel_is_the_serial' '~every_method_steps_with_every_choice')

suite wide build-native 1200 '' bash -c 'build_preset native'
# Before the other builds: in a fresh clone it has to build all that the page needs by itself.
suite wide serve 1500 '' node tests/house/serve.mjs
suite wide build-wasm 1200 '' bash -c 'build_preset wasm'
suite wide build-wasm-threads 1200 '' bash -c 'build_preset wasm-threads'
suite wide build-wasm-lab 1200 '' bash -c 'build_preset wasm-lab'
suite wide build-packages 900 'build-native build-wasm build-wasm-threads build-wasm-lab' bash -c build_packages
suite wide build-web 900 build-packages bash -c build_web
suite wide build-debug 1200 '' bash -c 'build_preset native-debug weft_tests'
suite wide build-variants 1200 build-packages node tests/determinism/check.mjs --build
suite wide build-tsan 1200 '' bash -c 'build_preset native-tsan weft_tests'
suite wide build-fuzz 900 '' bash -c 'build_preset fuzz scene_file_fuzz && build_preset fuzz snapshot_fuzz'
suite wide browser 1500 build-web node tests/browser/run.mjs
suite wide package 900 build-web node tests/package/run.mjs --quick

suite narrow format-c 120 '' bash -c check_c_format
suite narrow format-ts 300 '' npx prettier --check --log-level warn --cache --cache-strategy content \
    --cache-location build/prettier-cache .
suite narrow folders 60 '' node tests/house/folders.mjs
suite narrow imports 60 '' node tests/house/imports.mjs
suite narrow readme 120 'build-native build-packages' node tests/house/readme.mjs
suite narrow physics-native 900 build-native build/native/tests/weft_tests physics/ "${slow_physics[@]}"
suite narrow unit-native 900 build-native build/native/tests/weft_tests unit/ "${rare_unit[@]}"
suite narrow walking 900 'build-native build-packages' bash -c walking
suite narrow determinism 1500 'build-packages build-variants' node tests/determinism/check.mjs
suite narrow npm-scenes 1200 build-packages npm test --silent --workspace scenes
suite narrow methods 900 determinism node tests/determinism/methods.mjs
suite narrow unit-sanitized 1200 build-debug build/native-debug/tests/weft_tests unit/ "${long_unit[@]}" "${slow_unit[@]}"
suite narrow unit-wasm 900 build-wasm $run_wasm unit/ "${long_unit[@]}"
# Of these folders what is not long; the rest is a campaign here.
suite narrow physics-wasm 900 build-wasm $run_wasm physics/bad_bodies physics/bad_cloth physics/band \
    physics/collision_groups physics/friction/incline physics/motion physics/moving_body physics/rollback \
    physics/sewing physics/state physics/stretch physics/wind "${long_physics[@]}"
suite narrow npm-wasm_bindings 1200 build-packages npm test --silent --workspace wasm_bindings
suite narrow extend 600 build-packages node tests/extend/run.mjs
suite narrow crossings-scenes 1200 build-packages node tests/crossings/scenes.mjs
# Convergence of bending and whole garments take ten times as long here and read no memory that the others do not.
suite narrow physics-sanitized 1500 build-debug build/native-debug/tests/weft_tests physics/friction physics/motion \
    physics/moving_body physics/rollback physics/state physics/stretch physics/wind physics/bad_bodies/body_that \
    physics/bad_bodies/patch physics/bad_cloth/sheet physics/bad_cloth/step physics/untangle/repair_goes_on \
    physics/untangle/what_cannot '~through_a_curtain' '~cloth_on_cloth_slides'
suite narrow crossings-audit 900 build-packages node tests/crossings/audit.mjs
# tests/CMakeLists.txt says which of them the lab module has.
suite narrow unit-wasm-lab 900 build-wasm-lab node --no-warnings tests/run_wasm.mjs \
    build/wasm-lab/tests/weft_tests.wasm unit/ "${long_unit[@]}"
suite narrow physics-published 1500 build-packages node wasm_bindings/bin/weft.mjs bench --physics
suite narrow npm-web 1200 build-web npm test --silent --workspace web
suite narrow crossings-fixtures 600 build-packages node tests/crossings/fixtures.mjs
suite narrow physics-wasm-lab 900 build-wasm-lab node --no-warnings tests/run_wasm.mjs \
    build/wasm-lab/tests/weft_tests.wasm physics/ "${long_physics[@]}"
suite narrow characters 900 build-packages node tests/characters/run.mjs
suite narrow unit-tsan 300 build-tsan build/native-tsan/tests/weft_tests unit/threads/threads_do_every_item_once \
    unit/threads/threads_keep_the_bits_of_layers unit/threads/threads_keep_the_bits_of_everything \
    unit/near/near_search_finds_the_same_in_threads unit/structures/dop_trees_find_the_same_in_parts \
    unit/inclusion_update/inclusion_update_in_parallel
suite narrow fuzz 300 build-fuzz build/fuzz/tests/fuzz/scene_file_fuzz -seed=1 -max_total_time=15 -verbosity=0
suite narrow fuzz-snapshot 300 build-fuzz build/fuzz/tests/fuzz/snapshot_fuzz -seed=1 -max_total_time=10 -verbosity=0
suite narrow characters-far 600 build-packages node tests/characters/far.mjs
suite narrow crossings 300 '' node tests/crossings/test.mjs

run_lane "${wide[@]}" "${narrow[@]}" &
lanes=$!
run_lane "${narrow[@]}" &
lanes+=" $!"
# A lane that was lost leaves a suite that the other one may wait for without end.
for _ in $lanes; do
    wait -n || { kill $lanes 2>/dev/null || true; echo "lanes 0 1" >"$logs/lanes.result"; }
done
lanes=

results=("$logs"/*.result)
[ -e "${results[0]}" ] || die "no suite is called $*; the names are in test.sh"
read -r passed failed failures < <(
    awk '{ good += $2; bad += $3; if ($3) names = names " " $1 } END { print good + 0, bad + 0, names }' "${results[@]}"
)
[ -z "$failures" ] || echo "failed: $failures (logs in $logs)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
