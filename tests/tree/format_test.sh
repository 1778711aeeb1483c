#!/usr/bin/env bash
# Every C++ file is as clang-format 14 writes it.  format_test.sh ROOT
cd "$1" || exit 1
command -v clang-format-14 >/dev/null || { echo "clang-format-14 is not installed"; exit 77; }
find models engine protocols learning tools tests \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 -P 2 -n 100 clang-format-14 --dry-run -Werror
