// Reversi as a game of the board view.

import { html } from '../core/ui.js';
import { explainReversi } from './explain.js';
import { playMove } from './game_line.js';
import { GridBoard } from './grid_board.js';
import { kReversiRules } from './gtp_rules.js';
import { stoneGame } from './stone_games.js';

function Board({ position, input, onMove, flipped, heat, highlights, ghosts, preview }) {
  const legal = new Set(position.legal);
  const numbers = preview.map((square, index) => ({ square, text: index + 1,
    piece: position.squares.find((one) => one.square === square)?.piece ?? 'b' }));
  return html`<${GridBoard} position=${position} kind="cells" rowOneOnTop flipped=${flipped}
    label="Reversi board" heat=${heat} highlights=${highlights} ghosts=${ghosts}
    numbers=${numbers} last=${preview.length ? [] : position.last}
    hints=${input && !heat ? position.legal : []} turnPiece=${position.turn[0]}
    playable=${(square) => input && legal.has(square)} onPick=${onMove} />`;
}

export const reversi = stoneGame({
  game: 'reversi',
  name: 'Reversi',
  formats: 'SGF, GGF, a transcript (f5d6c3 …) or OBF',
  rules: kReversiRules,
  extend: playMove,
  explain: explainReversi,
  positionText: (position) => position.obf,
  positionName: 'OBF',
  Board,
});
