#!/usr/bin/env bash
# Sourced by the scripts in tools/: messages, packages, the release build. Everything is said on stderr: stdout belongs to the engine.
# Programs in other languages run one function of it: tools/setup.sh need_packages NAME...

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What the build and the tests need; ARCHITECTURE.md says why each.
build_packages=(g++ cmake ninja-build ccache git libboost-dev libfmt-dev nlohmann-json3-dev libcli11-dev libspdlog-dev libsqlite3-dev libssl-dev libzstd-dev libfathom-dev doctest-dev)
# The learner of networks (learning/poker_cnn/torch): libtorch, and a BLAS that is several times as fast as the one it would get.
torch_packages=(libtorch-dev libopenblas0-pthread)
test_packages=("${torch_packages[@]}" python3 clang-format-14 dpkg-dev file groff-base lintian)

# Lets ccache recognise the same file in another clone, and sources that are compiled with headers read before.
export CCACHE_BASEDIR=$root CCACHE_SLOPPINESS=pch_defines,time_macros

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# need_packages NAME...: installs what is missing, asking for nothing.
need_packages() {
  local missing=() name
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo -n)
    sudo -n true 2>/dev/null || { say "needs root once: sudo apt-get install -y ${missing[*]}"; return 1; }
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2 || say "apt-get update failed; trying with the lists at hand"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >&2
}

# build PRESET [TARGET...]: configures once, then builds; quiet when there is nothing to do.
build() {
  local preset=$1 log status lock
  shift
  cd "$root" || return 1
  mkdir -p "build/$preset"
  log="build/$preset/last-build.log"
  # One build at a time: a tournament may start several engines by tools/run at once.
  exec {lock}>"build/$preset/.lock"
  flock "$lock"
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "configuring and building ($preset); the first time takes some minutes"
  # Every build looks whether version.cpp is to be written anew, so that one is always listed.
  elif ninja -C "build/$preset" -n "$@" 2>/dev/null | grep 'Building CXX' | grep -q -v '/version\.cpp\.o$'; then
    say "building what changed ($preset)"
  fi
  {
    { [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"; } && cmake --build --preset "$preset" ${1:+--target "$@"}
  } </dev/null >"$log" 2>&1
  status=$?
  exec {lock}>&-
  [ $status -eq 0 ] || { tail -n 60 "$log" >&2; say "the build failed; the whole log is in $log"; }
  return $status
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then "$@"; fi
