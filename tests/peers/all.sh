#!/usr/bin/env bash
# Plays short games between Trivium and programs from Debian:  tests/peers/all.sh
# The lane `peers` of tools/test --full. It installs the peers, uses the programs in build/full
# or else in build/release, takes about four minutes and prints a line for each peer. Games and
# logs are in build/peers. Exit status 0: all games ended well; 1: at least one peer failed.
# acpc_match.py is left out, because the official ACPC server is not in Debian.
set -u
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tools/setup.sh
. "$here/../../tools/setup.sh"
cd "$root" || exit 1
PATH=$PATH:/usr/games # where Debian puts games; not in root's path

need_packages stockfish gnuchess xboard polyglot fairymax xvfb scrot grhino grhino-data || exit 1
trivium=build/full/bin/trivium
[ -x "$trivium" ] || trivium=build/release/bin/trivium
[ -x "$trivium" ] || { say "$trivium is not built"; exit 1; }
trivium=$root/$trivium
out=build/peers
mkdir -p "$out" || exit 1
failed=0

# peer NAME COMMAND...: runs COMMAND; it has failed unless it ends with status 0 within two minutes.
peer() {
  local name=$1 begun=$SECONDS result=passed
  shift
  timeout --kill-after=5 120 "$@" >"$out/$name.log" 2>&1 || result="FAILED with status $?" failed=1
  printf '%-16s %s, %d s (%s)\n' "$name" "$result" $((SECONDS - begun)) "$out/$name.log"
  [ "$result" = passed ] || tail -n 5 "$out/$name.log" >&2
}

uci_match=("$here/uci_match.py" --engine "$trivium uci" --games 4 --tc 2+0.02)
peer stockfish "${uci_match[@]}" --opponent stockfish --pgn "$out/stockfish.pgn"
peer gnuchess "${uci_match[@]}" --opponent "gnuchess --uci" --pgn "$out/gnuchess.pgn"
peer gtp_selfplay "$here/gtp_selfplay.py" --black "$trivium gtp" --white "$trivium gtp" \
  --games 2 --time 5 --out "$out/gtp"
peer gtp_rhino "$here/reversi_match.py" --bin "$(dirname "$trivium")" --out "$out/reversi"
peer xboard "$here/xboard_game.sh" --engine "$trivium uci" --time 0:05 --limit 100 \
  --out "$out/xboard"
printf '%-16s left out: the official server is not in Debian\n' acpc_match
exit $failed
