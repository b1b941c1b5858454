# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# Writes one `TEST(folder, file, name)` line for every `WEFT_TEST(name)` in SOURCES to OUTPUT.
set(table "")
foreach(source IN LISTS SOURCES)
    get_filename_component(file ${source} NAME_WE)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    file(STRINGS ${source} lines REGEX "^WEFT_TEST\\(")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^WEFT_TEST\\(([A-Za-z0-9_]+)\\).*" "\\1" name "${line}")
        string(APPEND table "TEST(${folder}, ${file}, ${name})\n")
    endforeach()
endforeach()
file(WRITE ${OUTPUT} "${table}")
