// The game that a board view keeps: its line, its clocks, how it ended, and the evaluations of its
// positions. The line and the settings stay in the browser's storage.

import { useCallback, useMemo, useRef, useState, useEffect, useStored } from '../core/ui.js';
import { newClocks, press, stopClocks, fallen } from './clocks.js';
import { fromQuery, jumpTo, newLine, playMoves, takeBack } from './game_line.js';

/** Line of the game, first from the address, else the one that was left. */
export function useLine(adapter, route) {
  const asked = useMemo(() => fromQuery(route.query), [route]);
  const [stored, setStored] = useStored(`line.${adapter.game}`, newLine());
  const [line, setLine] = useState(asked ?? stored);
  useEffect(() => { if (asked) setLine(asked); }, [asked]);
  useEffect(() => setStored(line), [line]);
  return [line, setLine];
}

/** Evaluations by position: {at(n), list(line), set(moves, evaluation)}. */
export function useEvaluations(line) {
  const known = useRef(new Map());
  const [version, setVersion] = useState(0);
  const keyOf = (start, moves) => `${start}|${moves.join(' ')}`;
  const set = useCallback((start, moves, evaluation) => {
    known.current.set(keyOf(start, moves), evaluation);
    setVersion((n) => n + 1);
  }, []);
  const list = useMemo(() => Array.from({ length: line.moves.length + 1 },
    (_, n) => known.current.get(keyOf(line.start, line.moves.slice(0, n))) ?? null),
  [line.start, line.moves, version]);
  return { list, set };
}

/**
 * Clocks of the game. `onFall(side)` is called once when a time is over. Returns {clocks, begin,
 * moved, halt}; `moved(side, next)` ends a turn.
 */
export function useClocks(adapter, onFall) {
  const [clocks, setClocks] = useState(null);
  const begin = (control) => setClocks(newClocks(control, adapter.sides));
  const moved = (side, next) => setClocks((old) => old && press(old, side, next, Date.now()));
  const halt = () => setClocks((old) => old && stopClocks(old, Date.now()));
  useEffect(() => {
    if (!clocks?.running) return undefined;
    const timer = setInterval(() => {
      const side = fallen(clocks, Date.now());
      if (!side) return;
      halt();
      onFall(side);
    }, 100);
    return () => clearInterval(timer);
  }, [clocks]);
  return { clocks, begin, moved, halt };
}

/** Actions on the line that need no engine. */
export function lineActions(adapter, setLine) {
  return {
    jump: (at) => setLine((line) => jumpTo(line, at)),
    step: (by) => setLine((line) => jumpTo(line, line.at + by)),
    end: () => setLine((line) => jumpTo(line, line.moves.length)),
    back: (count) => setLine((line) => takeBack(line, count)),
    play: (move) => setLine((line) => adapter.extend(line, move)),
    playAll: (moves) => setLine((line) => playMoves(line, moves)),
    load: ({ start, moves }) => setLine(newLine(start, moves)),
    reset: () => setLine(newLine()),
  };
}
