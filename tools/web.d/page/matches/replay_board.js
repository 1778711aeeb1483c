// The board and the moves of a replay: the one adapter between a game of a tournament and the
// components of the board view, without input.

import { html } from '../core/ui.js';
import { chess } from '../board/chess.js';
import { connect6 } from '../board/connect6.js';
import { MoveList } from '../board/move_list.js';
import { reversi } from '../board/reversi.js';

const kGames = { chess, connect6, reversi };
const kNothing = [];

function doNothing() {}

/** `position` is an answer of the server. */
export function ReplayBoard({ position }) {
  const { Board } = kGames[position.game];
  return html`<${Board} position=${position} input=${false} onMove=${doNothing} flipped=${false}
    heat=${null} arrows=${kNothing} highlights=${kNothing} ghosts=${kNothing}
    preview=${kNothing} />`;
}

/** The moves of `game`; `notation` has the text of each, `ply` is the number of moves shown. */
export function ReplayMoves({ game, notation, ply, onPick }) {
  const line = { start: game.start, moves: game.moves, at: ply };
  return html`<${MoveList} adapter=${kGames[game.game]} line=${line} notation=${notation}
    evaluationAt=${doNothing} onJump=${onPick} />`;
}
