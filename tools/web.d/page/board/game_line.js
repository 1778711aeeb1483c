// The game that a board shows: a start, the moves from it, and the number of moves shown. Pure
// functions that return a new line; the server judges the moves.

/** A line without moves from `start` ("" is the usual start). */
export function newLine(start = '', moves = [], at = moves.length) {
  return { start, moves, at: Math.max(0, Math.min(at, moves.length)) };
}

/** The moves up to the position shown. */
export function shownMoves(line) {
  return line.moves.slice(0, line.at);
}

export function atEnd(line) {
  return line.at === line.moves.length;
}

/** Plays a move at the position shown; the moves after it give way, unless it is the next one. */
export function playMove(line, move) {
  if (line.moves[line.at] === move) return { ...line, at: line.at + 1 };
  const moves = [...shownMoves(line), move];
  return { ...line, moves, at: moves.length };
}

/** Plays several moves from the position shown. */
export function playMoves(line, moves) {
  return moves.reduce(playMove, line);
}

/** Shows the position after `at` moves. */
export function jumpTo(line, at) {
  return newLine(line.start, line.moves, at);
}

/** Removes the last `count` moves before the position shown, and all moves after it. */
export function takeBack(line, count) {
  const at = Math.max(0, line.at - count);
  return { ...line, moves: line.moves.slice(0, at), at };
}

/**
 * Number of moves to take back, so that the person is to move again: one, or two where the engine
 * has answered. `turnOf(n)` is the side to move after n moves.
 */
export function movesToTakeBack(line, person, turnOf) {
  if (person === 'both' || person === 'none') return Math.min(1, line.at);
  for (let count = 1; count <= line.at; ++count) {
    if (turnOf(line.at - count) === person) return count;
  }
  return line.at;
}

/**
 * Number of the move with this index: "12.", or "12…" for the second side where two moves have one
 * number. `first` is {number, second} of the first move, as adapters state it.
 */
export function moveNumber(index, first, movesPerNumber) {
  const place = index + (first.second ? 1 : 0);
  const number = first.number + Math.floor(place / movesPerNumber);
  return `${number}${place % movesPerNumber === 0 ? '.' : '…'}`;
}

/** The query of an address that shows this line: "start=...&moves=e2e4,e7e5". */
export function toQuery(line) {
  const query = new URLSearchParams();
  if (line.start) query.set('start', line.start);
  if (line.moves.length) query.set('moves', line.moves.join(','));
  return query.toString();
}

/** The line that an address states; null without one. */
export function fromQuery(query) {
  if (!query.has('start') && !query.has('moves')) return null;
  const moves = (query.get('moves') ?? '').split(',').filter(Boolean);
  const at = query.has('at') ? Number(query.get('at')) : moves.length;
  return newLine(query.get('start') ?? '', moves, at);
}
