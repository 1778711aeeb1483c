// The board of a replay: the one adapter between an answer of `position` and the board components,
// without input.

import { html } from '/core/ui.js';
import { ChessBoard } from '/board/chess_board.js';
import { GridBoard } from '/board/grid_board.js';

const kGrids = {
  connect6: { kind: 'points', rowOneOnTop: false },
  reversi: { kind: 'cells', rowOneOnTop: true },
};

function nothing() {}

function never() {
  return false;
}

/** `position` is an answer of the server; `label` names the board for screen readers. */
export function ReplayBoard({ position, label }) {
  if (position.game === 'chess') {
    return html`<${ChessBoard} position=${position} input=${false} onMove=${nothing}
      label=${label} />`;
  }
  return html`<${GridBoard} position=${position} ...${kGrids[position.game]} label=${label}
    playable=${never} onPick=${nothing} />`;
}
