# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# Sources are compiled by Emscripten's clang itself, with the flags that emcc says it would give it: emcc is a Python
# program, whose start takes longer than to compile most of them. It still links.
get_filename_component(emcc_folder ${CMAKE_C_COMPILER} DIRECTORY)
set(simd)
if(WEFT_SIMD)
    # emcc itself understands -msse2: macros, and a folder of headers. Its clang knows nothing of it.
    set(simd -msimd128 -msse2)
endif()

function(ask_emscripten answer)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(${answer} "${said}" PARENT_SCOPE)
endfunction()

ask_emscripten(emcc_flags ${CMAKE_C_COMPILER} ${simd} --cflags)
ask_emscripten(llvm_root ${emcc_folder}/em-config LLVM_ROOT)
ask_emscripten(clang_version ${emcc_folder}/em-config CLANG_ADD_VERSION)
set(emscripten_clang ${llvm_root}/clang)
if(clang_version)
    string(APPEND emscripten_clang -${clang_version})
endif()
set(CMAKE_C_COMPILE_OBJECT
    "${emscripten_clang} ${emcc_flags} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
