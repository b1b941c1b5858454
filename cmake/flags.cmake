# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# weft_flags: the compile and link flags that everything of ours shares.
add_library(weft_flags INTERFACE)
target_compile_options(weft_flags INTERFACE
    -Wall -Wextra -Werror
    -ffp-contract=off -fno-fast-math
    -fvisibility=hidden
    # The module is the same file wherever its source lies: assertions name files from the root of the tree.
    "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

if(WEFT_LAB)
    target_compile_definitions(weft_flags INTERFACE WEFT_LAB=1)
endif()

if(WEFT_THREADS)
    target_compile_definitions(weft_flags INTERFACE WEFT_THREADS=1)
    if(EMSCRIPTEN)
        # Not -pthread, which asks for a runtime in JavaScript: the workers come from our own loader.
        target_compile_options(weft_flags INTERFACE -matomics -mbulk-memory)
        target_link_options(weft_flags INTERFACE -matomics -mbulk-memory)
    else()
        target_compile_options(weft_flags INTERFACE -pthread)
        target_link_options(weft_flags INTERFACE -pthread)
    endif()
endif()

if(NOT WEFT_SIMD)
    target_compile_definitions(weft_flags INTERFACE WEFT_SCALAR=1)
elseif(EMSCRIPTEN)
    # One SSE2 source serves both: Emscripten maps it to simd128 (emscripten.cmake says how).
    # What has simd128 also has conversions that saturate, which need no branch around them, and sign extension.
    target_compile_options(weft_flags INTERFACE -msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext)
endif()

if(EMSCRIPTEN)
    # Debian's Emscripten 3.1.6 (clang 14) miscompiles some float-to-double code that its own vectoriser made
    # (seen in the membrane's tests at -O3: wrong lanes). Our lanes are laid by hand, so it stays off.
    target_compile_options(weft_flags INTERFACE
        -fno-vectorize -fno-slp-vectorize)
endif()

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc 12.2 gives other bits for detect/separate.c at -O2 and -O3 where it puts doubles side by side by itself;
    # at -O1, in clang and in wasm they agree (tests/determinism/methods.mjs, repair=none).
    target_compile_options(weft_flags INTERFACE -fno-tree-slp-vectorize)
endif()

if(WEFT_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(weft_flags INTERFACE ${sanitizers})
    target_link_options(weft_flags INTERFACE ${sanitizers})
endif()

if(WEFT_SANITIZE_THREADS)
    target_compile_options(weft_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
    target_link_options(weft_flags INTERFACE -fsanitize=thread)
endif()

if(WEFT_FUZZ)
    # A null pointer, or one past its object, is what the address sanitizer stops at as soon as it is used; without these
    # checks clang has half as much to compile. native-debug has them.
    target_compile_options(weft_flags INTERFACE
        -fsanitize=fuzzer-no-link -fno-sanitize=null,object-size,pointer-overflow)
endif()

if(EMSCRIPTEN)
    # Debian's Emscripten finds its own JavaScript tools through NODE_PATH.
    set(CMAKE_C_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
endif()
