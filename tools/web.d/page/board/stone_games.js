// What Connect-6 and Reversi share as games of the board view: black moves first, the
// engine speaks GTP, and the server has a heat map.

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
