// Translation between the page's moves and GTP for Connect-6 and Reversi, as gtp_session.js
// needs it. Pure functions without a browser.

import { playMove } from './game_line.js';
import { columnLetter } from './grid.js';
import { gtpToRecord, recordToGtp } from './gtp.js';

/** Stones of Connect-6 turns in order; a turn is "j10" or "j9 k11" in the notation of records. */
export function stonesOf(moves) {
  return moves.flatMap((turn) => turn.split(' '));
}

/** Number of stones that the turn after `stones` stones has left: Black begins with one. */
export function stonesLeftAfter(stones) {
  return stones % 2 === 1 ? 2 : 1;
}

/** Color of the stone with this number, from 0: b w w b b w w ... */
export function colorOfStone(number) {
  return Math.floor((number + 1) / 2) % 2 === 0 ? 'b' : 'w';
}

/** Groups stones that follow `before` stones into turns. */
export function turnsOf(stones, before) {
  const turns = [];
  for (let i = 0; i < stones.length;) {
    const size = stonesLeftAfter(before + i);
    turns.push(stones.slice(i, i + size).join(' '));
    i += size;
  }
  return turns;
}

/** Adds a turn; a single stone completes the turn that a record has left half. */
export function extendByTurn(line, move) {
  const before = line.moves.slice(0, line.at);
  const half = before.length > 1 && stonesOf(before).length % 2 === 0;
  if (!half || line.moves[line.at] === move) return playMove(line, move);
  const moves = [...before.slice(0, -1), `${before.at(-1)} ${move}`];
  return { ...line, moves, at: moves.length };
}

export const kConnect6Rules = {
  stonesPerTurn: 2,
  setup: (start) => [`boardsize ${start || 19}`, 'clear_board'],
  vertices: (line) => stonesOf(line.moves).map((stone, number) => (
    { color: colorOfStone(number), vertex: recordToGtp(stone) })),
  movesFrom: (vertices, line) => turnsOf(vertices.map(gtpToRecord), stonesOf(line.moves).length),
  stonesLeft: (line) => stonesLeftAfter(stonesOf(line.moves).length),
};

/** Side to move of a Reversi start: OBF states it after the squares, as X (black) or O. */
function firstColor(start) {
  return /^\S+\s+O/i.test(start.trim()) ? 'w' : 'b';
}

/** The record of a Reversi start without moves, as SGF, from OBF. */
function startRecord(start) {
  const discs = start.trim().split(/\s+/)[0];
  const size = Math.sqrt(discs.length);
  const property = (name, symbol) => {
    const squares = [...discs].flatMap((disc, index) => (disc.toUpperCase() === symbol
      ? [`[${columnLetter(index % size)}${Math.floor(index / size) + 1}]`] : []));
    return squares.length ? name + squares.join('') : '';
  };
  const side = firstColor(start).toUpperCase();
  return `(;GM[2]SZ[${size}]${property('AB', 'X')}${property('AW', 'O')}PL[${side}])`;
}

export const kReversiRules = {
  stonesPerTurn: 1,
  setup: (start) => (start ? [`trivium-record ${startRecord(start)}`] : ['boardsize 8']),
  vertices: (line) => {
    const first = firstColor(line.start);
    const other = first === 'b' ? 'w' : 'b';
    return line.moves.map((move, number) => (
      { color: number % 2 ? other : first, vertex: move.toUpperCase() }));
  },
  movesFrom: (vertices) => vertices.map((vertex) => vertex.toLowerCase()),
  stonesLeft: () => 1,
};
