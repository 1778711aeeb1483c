// Chess as a game of the board view.

import { html } from '../core/ui.js';
import { ChessBoard } from './chess_board.js';
import { explainChess } from './explain.js';
import { playMove } from './game_line.js';
import { UciSession } from './uci_session.js';

/** Options of the engine that follow from the settings of the page. */
function applySettings(session, { lines, elo, style }) {
  const range = session.options.get('UCI_Elo');
  const limited = Boolean(elo) && (!range || elo < range.max);
  session.setOption('MultiPV', lines);
  session.setOption('UCI_LimitStrength', limited);
  if (limited) session.setOption('UCI_Elo', elo);
  session.setOption('Style', style || '<empty>');
}

function Board({ position, input, onMove, flipped, arrows, highlights }) {
  return html`<${ChessBoard} position=${position} input=${input} onMove=${onMove}
    flipped=${flipped} arrows=${arrows} highlights=${highlights} label="Chess board" />`;
}

export const chess = {
  game: 'chess',
  name: 'Chess',
  sides: ['white', 'black'],
  formats: 'FEN or PGN',
  recordName: 'PGN',
  positionName: 'FEN',
  hasStrength: true,
  hasMap: false,
  turnsBoard: true,
  movesPerNumber: 2,
  sideNames: { white: 'White', black: 'Black' },
  createSession: (firstLines) => new UciSession(firstLines),
  applySettings,
  extend: playMove,
  explain: explainChess,
  positionText: (position) => position.fen,
  /** Number of the first move, and whether it is Black's: {number, second}. */
  firstNumber: (start) => {
    const fields = start.split(' ');
    return { number: Number(fields[5]) || 1, second: fields[1] === 'b' };
  },
  Board,
};
