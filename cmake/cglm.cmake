# SPDX-FileCopyrightText: 2026 The Weft authors
# SPDX-License-Identifier: MIT
#
# weft_cglm: the header-only math vocabulary (Debian: libcglm-dev). It is seen through a folder that holds
# only a link to it, because the system include folder around it would shadow Emscripten's libc.
find_path(WEFT_CGLM_PARENT cglm/cglm.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
if(NOT WEFT_CGLM_PARENT)
    message(FATAL_ERROR "cglm is missing: apt-get install libcglm-dev")
endif()

set(cglm_view ${PROJECT_BINARY_DIR}/include/cglm)
file(MAKE_DIRECTORY ${cglm_view})
file(CREATE_LINK ${WEFT_CGLM_PARENT}/cglm ${cglm_view}/cglm SYMBOLIC)

add_library(weft_cglm INTERFACE)
target_include_directories(weft_cglm SYSTEM INTERFACE ${cglm_view})
