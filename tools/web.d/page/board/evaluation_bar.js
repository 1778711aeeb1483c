// The bar beside the board: win, draw and loss of the side at the bottom.

import { html } from '../core/ui.js';
import { percent } from '../core/format.js';
import { outcomeParts, seenBy } from './evaluation.js';

/** `line` is a line of a report for `turn`; the bar stays even without one. */
export function EvaluationBar({ line, turn, bottom, sideNames }) {
  const parts = (line && outcomeParts(seenBy(line, turn, bottom))) ?? [0.5, 0, 0.5];
  const top = bottom === 'white' ? 'black' : 'white';
  const label = line ? `${sideNames[bottom]}: win ${percent(parts[0])}, draw ${percent(parts[1])}, `
    + `loss ${percent(parts[2])}` : 'No evaluation yet';
  const segment = (part, kind) => html`<div class=${`bar-${kind}`}
    style=${{ height: `${(100 * part).toFixed(1)}%` }}></div>`;
  return html`<div class="evaluation-bar" role="img" aria-label=${label} title=${label}>
    ${segment(parts[2], top)}${segment(parts[1], 'draw')}${segment(parts[0], bottom)}</div>`;
}
