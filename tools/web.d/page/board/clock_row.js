// Name and clock of one side, above or below the board.

import { html, useEffect, useState, classes } from '../core/ui.js';
import { clock } from '../core/format.js';
import { remaining } from './clocks.js';

/** Moment that advances while `running`, often enough for tenths of a second. */
function useNow(running) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [running]);
  return running ? Math.max(now, Date.now()) : now;
}

export function ClockRow({ side, name, player, clocks, toMove, score }) {
  const running = clocks?.running === side;
  const now = useNow(running);
  return html`<div class=${classes('clock-row', toMove && 'to-move')}>
    <span class=${`disc disc-${side}`} aria-hidden="true"></span>
    <span>${name}: ${player}${toMove && html`<span class="visually-hidden">, to move</span>`}</span>
    ${score !== undefined && html`<span class="number" title="Discs">${score}</span>`}
    ${clocks && html`<span class="clock number" role="timer"
      aria-label=${`Clock of ${name}`}>${clock(remaining(clocks, side, now))}</span>`}</div>`;
}
