#!/usr/bin/env bash
# Plays a complete game of Trivium against another program through xboard, as a user would:
# `xboard -fUCI` runs Trivium through its adapter polyglot, on a display of its own (Xvfb). Leaves
# the game as PGN and, when it can, a picture of the window at the end.
#
#   tests/peers/xboard_game.sh [--out DIR] [--engine COMMAND] [--opponent COMMAND]
#                              [--opponent-uci] [--time MINUTES:SECONDS] [--limit SECONDS]
#
# Exit status 0: the game ended by mate, a draw or resignation, and every move was legal in xboard's
# eyes. 1: it did not; 2: bad usage.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
PATH=$PATH:/usr/games  # where Debian puts xboard and polyglot; not in root's path

out=build/peers/xboard
engine="$root/build/release/bin/trivium uci"
opponent=/usr/games/fairymax
opponent_uci=()
time_control=0:30
limit=900

while [ $# -gt 0 ]; do
  case $1 in
    --out) out=${2:?}; shift 2 ;;
    --engine) engine=${2:?}; shift 2 ;;
    --opponent) opponent=${2:?}; shift 2 ;;
    --opponent-uci) opponent_uci=(-sUCI); shift ;;
    --time) time_control=${2:?}; shift 2 ;;
    --limit) limit=${2:?}; shift 2 ;;
    -h|--help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) say "unknown option $1"; exit 2 ;;
  esac
done

need_packages xboard polyglot fairymax xvfb scrot || exit 1
mkdir -p "$out" && out=$(cd "$out" && pwd)
rm -f "$out"/*.log "$out"/game.pgn "$out"/xboard.debug "$out"/window.png

# polyglot keeps its settings beside the engine and xboard in the home directory: each gets an empty
# folder of its own.
home=$(mktemp -d)
xvfb=
cleanup() {
  [ -n "${xboard:-}" ] && kill -KILL "$xboard" 2>/dev/null  # it would ask first
  [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
  rm -rf "$home"
}
trap cleanup EXIT

mkfifo "$home/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp >"$out/xvfb.log" 2>&1 3<>"$home/display" &
xvfb=$!
read -r -t 20 display <>"$home/display" || { say "Xvfb did not start: see $out/xvfb.log"; exit 1; }
export DISPLAY=:$display HOME=$home

say "$engine against $opponent, $time_control and a second a move each, on display :$display"
xboard -debug -nameOfDebugFile "$out/xboard.debug" -soundProgram true -popupMoveErrors false \
  -fcp "$engine" -fUCI -fd "$home" -fn Trivium \
  -scp "$opponent" "${opponent_uci[@]}" -sd "$home" \
  -mg 1 -tc "$time_control" -inc 1 -sgf "$out/game.pgn" >"$out/xboard.log" 2>&1 &
xboard=$!

# xboard writes the game when it has ended, and then goes on showing it.
for ((waited = 0; waited < limit; ++waited)); do
  [ -s "$out/game.pgn" ] && break
  if ! kill -0 "$xboard" 2>/dev/null; then
    say "xboard ended without a game: see $out/xboard.log and $out/xboard.debug"
    exit 1
  fi
  sleep 1
done
if ! [ -s "$out/game.pgn" ]; then
  say "no game within $limit seconds; the last exchange in $out/xboard.debug:"
  tail -n 5 "$out/xboard.debug" >&2
  exit 1
fi
sleep 1
scrot --silent "$out/window.png" 2>/dev/null && say "a picture of the window: $out/window.png"

cat "$out/game.pgn"
ending=$(tr '\n' ' ' <"$out/game.pgn" |
  sed -n 's/.*{\([^{}]*\)} *\(1-0\|0-1\|1\/2-1\/2\|\*\) *$/\2, \1/p')
say "the end: ${ending:-not stated} (the game: $out/game.pgn)"
case $ending in
  *llegal*|*forfeit*|*Forfeit*|*exited*|*claim*|'*'*|'') exit 1 ;;
esac
