// Connect-6 as a game of the board view: a turn is two stones, and the first one waits on the
// board as a ghost.

import { html, useState, useEffect } from '../core/ui.js';
import { explainConnect6 } from './explain.js';
import { GridBoard } from './grid_board.js';
import { colorOfStone, extendByTurn, kConnect6Rules, stonesOf } from './gtp_rules.js';
import { stoneGame } from './stone_games.js';

/** The stones of turns that follow a position, numbered by turn, for a variation on the board. */
function numbered(position, preview) {
  const before = position.squares.length - stonesOf(preview).length;
  let stone = Math.max(0, before);
  return preview.flatMap((turn, index) => turn.split(' ').map((square) => (
    { square, text: index + 1, piece: colorOfStone(stone++) })));
}

function Board({ position, input, onMove, flipped, heat, highlights, ghosts, preview }) {
  const [first, setFirst] = useState(null);
  useEffect(() => setFirst(null), [position, input]);
  const taken = new Set(position.squares.map(({ square }) => square));
  const piece = position.turn[0];
  const pick = (square) => {
    if (square === first) return setFirst(null);
    if (position.stones_left !== 1 && !first) return setFirst(square);
    return onMove(first ? `${first} ${square}` : square);
  };
  const own = first ? [{ square: first, piece }] : [];
  return html`<${GridBoard} position=${position} kind="points" flipped=${flipped}
    label="Connect-6 board" heat=${heat} highlights=${highlights} ghosts=${[...ghosts, ...own]}
    numbers=${numbered(position, preview)} last=${preview.length ? [] : position.last}
    playable=${(square) => input && !taken.has(square)} turnPiece=${piece} onPick=${pick}
    onCancel=${() => setFirst(null)} />`;
}

export const connect6 = stoneGame({
  game: 'connect6',
  name: 'Connect-6',
  formats: 'SGF, CSV or the paper form (1. B[j10] 2. W[i9k9] …)',
  rules: kConnect6Rules,
  extend: extendByTurn,
  explain: explainConnect6,
  positionText: (position) => position.record,
  positionName: null,
  Board,
});
