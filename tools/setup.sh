#!/usr/bin/env bash
# Sourced by the scripts in tools/: messages (on stderr), packages, builds.
# Scripts in other languages run a single function: tools/setup.sh need_packages NAME...

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian packages by purpose, so that each script installs only what it needs; ARCHITECTURE.md gives
# the reason for each.
# To build the programs; tools/run and tools/build need no more.
build_packages=(
  g++ cmake ninja-build git libboost-dev libfmt-dev nlohmann-json3-dev libcli11-dev libspdlog-dev
  libsqlite3-dev libssl-dev libzstd-dev libfathom-dev
)
# The compiler of the sanitizers and of fuzzing.
clang_packages=(clang-16 libclang-rt-16-dev)
# tools/test; ccache only saves time there.
test_packages=(doctest-dev ccache python3 clang-format-14 groff-base "${clang_packages[@]}")
# The learner of networks (learning/poker_cnn/torch): libtorch, and a BLAS several times as fast as
# the one it would get.
torch_packages=(libtorch-dev libopenblas0-pthread)
# Learners over several processes (learning/harness/mpi).
mpi_packages=(libopenmpi-dev openmpi-bin)
# tools/package
package_packages=(dpkg-dev file groff-base libpq-dev lintian)
# Tournaments in a database: the client library, and a server for their tests.
postgres_packages=(libpq-dev postgresql-15)
# tools/fuzz; doctest because CMake adds the fuzz targets with the tests.
fuzz_packages=("${clang_packages[@]}" doctest-dev python3)
# tools/test --full, in addition to test_packages.
full_packages=("${torch_packages[@]}" "${mpi_packages[@]}" "${package_packages[@]}"
  "${fuzz_packages[@]}" "${postgres_packages[@]}")

# ccache recognizes the same file in another clone, accepts precompiled headers, and takes the list
# of included files from the compiler instead of running the preprocessor first.
export CCACHE_BASEDIR=$root CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1

# One compiler per processor: ninja alone starts two more, which slow down tests that run beside
# them.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# need_packages NAME...: installs missing packages without prompts.
need_packages() {
  local missing=() name status
  for name in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)
    [ "$status" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo -n)
    if ! sudo -n true 2>/dev/null; then
      say "needs root once: sudo apt-get install -y ${missing[*]}"
      return 1
    fi
  fi
  say "installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
  "${apt[@]}" update -qq </dev/null >&2 ||
    say "apt-get update failed; trying with the existing lists"
  "${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}" </dev/null >&2
}

# need_groups NAME...: installs missing packages of groups such as build or torch.
need_groups() {
  local name packages=()
  for name in "$@"; do
    local -n group=${name}_packages
    packages+=("${group[@]}")
  done
  need_packages "${packages[@]}"
}

# build_folder PRESET: the name of its folder in build. Sanitizers have one folder for gate and full
# suite, which differ only in the tests that they build.
build_folder() { echo "${1%-full}"; }

# can_build PRESET: true if this user may write to the folder of that build. False for a read-only
# disk or a folder of another user.
can_build() {
  local folder
  folder=$root/build/$(build_folder "$1")
  mkdir -p "$folder" 2>/dev/null && { : >>"$folder/.lock"; } 2>/dev/null
}

# configure PRESET [CMAKE ARGUMENT...]: configures again, for example with other settings.
configure() {
  (cd "$root" && cmake --preset "$@" &&
    echo "$1" >"build/$(build_folder "$1")/.configured") </dev/null >&2
}

# was_missing FOLDER VARIABLE FILE: true if a build left something out because FILE was not
# installed, as CMake's variable says, and it is installed now.
was_missing() {
  [ -f "$3" ] && grep -q "^$2:.*NOTFOUND\$" "$1/CMakeCache.txt" 2>/dev/null
}

# is_configured PRESET: false before the first build, after CMakePresets.json has changed or another
# preset has used the folder, and if the tests were left out because doctest was missing, or the
# module for databases because libpq was, and it is installed now.
is_configured() {
  local folder presets=$root/CMakePresets.json
  folder=$root/build/$(build_folder "$1")
  [ -f "$folder/build.ninja" ] || return 1
  [ ! -f "$presets" ] || [ "$folder/.configured" -nt "$presets" ] || return 1
  [ ! -s "$folder/.configured" ] || [ "$(cat "$folder/.configured")" = "$1" ] || return 1
  ! was_missing "$folder" doctest_DIR /usr/include/doctest/doctest.h &&
    ! was_missing "$folder" LIBPQ_INCLUDE_DIR /usr/include/postgresql/libpq-fe.h
}

# build PRESET [TARGET...]: configures if needed, then builds; quiet if there is nothing to do.
build() {
  local preset=$1 folder log status lock configured=1
  folder=build/$(build_folder "$preset")
  shift
  cd "$root" || return 1
  if ! can_build "$preset"; then
    say "cannot build: this user cannot write to $root/$folder"
    return 1
  fi
  log="$folder/last-build.log"
  # One build at a time: a tournament may start several engines by tools/run at once.
  exec {lock}>"$folder/.lock"
  flock "$lock"
  is_configured "$preset" || configured=0
  if [ $configured -eq 0 ]; then
    say "configuring and building ($preset); the first time takes some minutes"
  # Every build checks version_stamp.cpp, so that is always listed.
  elif ninja -C "$folder" -n "$@" 2>/dev/null | grep 'Building CXX' |
    grep -q -v '/version_stamp\.cpp\.o$'; then
    say "building what changed ($preset)"
  fi
  {
    { [ $configured -eq 1 ] || configure "$preset"; } &&
      cmake --build --preset "$preset" ${1:+--target "$@"}
  } </dev/null >"$log" 2>&1
  status=$?
  exec {lock}>&-
  [ $status -eq 0 ] || { tail -n 60 "$log" >&2; say "the build failed; the whole log is in $log"; }
  return $status
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then "$@"; fi
