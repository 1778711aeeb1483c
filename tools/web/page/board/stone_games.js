// What Connect-6 and Reversi share as games of the board view: black moves first, GTP, and the
// heat map of the server.

import { GtpSession } from './gtp_session.js';

export function stoneGame(game) {
  return {
    sides: ['black', 'white'],
    sideNames: { white: 'White', black: 'Black' },
    recordName: 'SGF',
    hasStrength: false,
    hasMap: true,
    turnsBoard: false,
    movesPerNumber: 1,
    createSession: (firstLines) => new GtpSession(firstLines, game.rules),
    applySettings: () => {},
    firstNumber: () => ({ number: 1, second: false }),
    ...game,
  };
}

/** The heat map of an answer of `heat`: from square to probability. */
export function heatMap({ columns, probability }) {
  const square = (index) => (
    String.fromCharCode(97 + (index % columns)) + (Math.floor(index / columns) + 1));
  return new Map(probability.map((part, index) => [square(index), part]));
}
