// The 13 x 13 grid of starting hands. Each cell is a bar: its height is the probability that the
// class reaches the decision, its colors are the mix of actions. Arrow keys move in the grid.
import { html, useRef } from '../core/ui.js';
import { actionKind, className, gridPlaceAfterKey, mixText, shareText } from './hands.js';

const kSize = 13;

function cellText(cell, actions) {
  if (cell.probability <= 0) return `${cell.name}: does not get here`;
  const reached = shareText(cell.probability);
  return `${cell.name}: ${mixText(cell.mix, actions)}; reaches this with ${reached}`;
}

/** A bar whose parts are the shares of the actions. */
export function MixBar({ mix, actions }) {
  const texts = actions.map((one) => one.action);
  return mix.map((share, index) => share > 0 && html`<span
    class=${`mix-part act-${actionKind(texts[index], texts)}`}
    style=${{ width: `${100 * share}%` }}></span>`);
}

function Cell({ cell, actions, selected, difference, onSelect }) {
  const height = Math.max(0, Math.min(1, cell.probability));
  const far = difference !== null && difference >= 0.25;
  return html`<div role="gridcell" class=${`range-cell${far ? ' differs' : ''}`}
    aria-selected=${String(selected)} aria-label=${cellText(cell, actions)}
    title=${cellText(cell, actions)} tabindex=${selected ? 0 : -1} data-name=${cell.name}
    onClick=${() => onSelect(cell.name)}>
    <span class="range-fill" style=${{ height: `${100 * height}%` }}>
      <${MixBar} mix=${cell.mix} actions=${actions} />
    </span>
    <span class="range-name">${cell.name}</span>
  </div>`;
}

/**
 * RangeGrid({cells, actions, selected, onSelect, label, differences}): `cells` in the order of
 * handClasses(), `selected` the name of a class, `differences` (optional) a number per cell; cells
 * of 0.25 and more are marked.
 */
export function RangeGrid({ cells, actions, selected, onSelect, label, differences }) {
  const grid = useRef(null);
  const place = Math.max(0, cells.findIndex((cell) => cell.name === selected));
  const onKeyDown = (event) => {
    const next = gridPlaceAfterKey(event.key, place);
    if (next === null) return;
    event.preventDefault();
    const name = className(Math.floor(next / kSize), next % kSize);
    onSelect(name);
    grid.current.querySelector(`[data-name="${name}"]`).focus();
  };
  const rows = Array.from({ length: kSize },
    (_, row) => cells.slice(row * kSize, (row + 1) * kSize));
  return html`<div class="range-grid" role="grid" ref=${grid} aria-label=${label}
    onKeyDown=${onKeyDown}>
    ${rows.map((row, number) => html`<div role="row" class="range-row">
      ${row.map((cell, column) => html`<${Cell} key=${cell.name} cell=${cell} actions=${actions}
        selected=${number * kSize + column === place} onSelect=${onSelect}
        difference=${differences ? differences[number * kSize + column] : null} />`)}
    </div>`)}
  </div>`;
}

/** The meaning of the colors, with the mean mix of the range. */
export function RangeLegend({ actions, means }) {
  const texts = actions.map((one) => one.action);
  return html`<ul class="range-legend">${actions.map((one, index) => html`<li>
    <span class=${`swatch act-${actionKind(one.action, texts)}`}></span>
    ${one.name} <b>${shareText(means[index], 1)}</b>
  </li>`)}</ul>`;
}
