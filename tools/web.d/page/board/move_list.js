// The moves of a game as a list of buttons; a click shows the position after the move.

import { html, useEffect, useRef, Fragment } from '../core/ui.js';
import { moveNumber } from './game_line.js';

/** Number before the move with this index where it stands in a list, or "" where there is none. */
function numberText(index, first, movesPerNumber) {
  const text = moveNumber(index, first, movesPerNumber);
  return index > 0 && text.endsWith('…') ? '' : text;
}

export function MoveList({ adapter, line, notation, evaluationAt, onJump }) {
  const list = useRef(null);
  const first = adapter.firstNumber(line.start);
  useEffect(() => {
    const current = list.current.querySelector('[aria-current]');
    const box = list.current;
    if (!current) return;
    const top = current.offsetTop;
    const bottom = box.scrollTop + box.clientHeight - 30;
    if (top < box.scrollTop || top > bottom) box.scrollTop = top - 40;
  }, [line.at, line.moves.length]);
  return html`<div class="move-list scroll" ref=${list} role="group" aria-label="Moves"
      tabindex="0">
    <button type="button" class="move" aria-current=${line.at === 0 ? 'step' : undefined}
      onClick=${() => onJump(0)}>start</button>
    ${line.moves.map((move, index) => html`<${Fragment} key=${index}>
      <span class="muted number"> ${numberText(index, first, adapter.movesPerNumber)} </span>
      <button type="button" class="move" aria-current=${line.at === index + 1 ? 'step' : undefined}
        title=${evaluationAt(index + 1)?.text} onClick=${() => onJump(index + 1)}
        >${notation[index] ?? move}</button><//>`)}</div>`;
}
