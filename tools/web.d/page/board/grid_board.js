// SVG board for games of stones: points (Connect-6) or cells (Reversi). Draws stones, the first
// stone of a turn as a ghost, a heat map, numbers of a variation, and marks. Usable by mouse,
// touch and keyboard; a live region reads the square under the cursor.

import { html, useState, useMemo, useId, classes } from '../core/ui.js';
import { columnLetter, kCell, kTop, makeGrid } from './grid.js';

/** Lines through the points, or around the cells. */
function Lines({ grid, kind }) {
  const { columns, rows, x, y } = grid;
  const points = kind === 'points';
  const at = (index) => (points ? index + 0.5 : index);
  const range = (size) => Array.from({ length: points ? size : size + 1 }, (_, i) => at(i));
  const end = (size) => (points ? size - 0.5 : size);
  return html`<g class="grid-lines">
    ${range(columns).map((i) => html`<line x1=${x(i)} x2=${x(i)} y1=${y(at(0))}
      y2=${y(end(rows))} />`)}
    ${range(rows).map((i) => html`<line x1=${x(at(0))} x2=${x(end(columns))} y1=${y(i)}
      y2=${y(i)} />`)}</g>`;
}

function Coordinates({ grid }) {
  const { columns, rows, file, rank, margin, x, y } = grid;
  const size = margin / 2;
  return html`<g class="grid-coordinates" aria-hidden="true" font-size=${size}>
    ${Array.from({ length: columns }, (_, i) => html`
      <text x=${x(i + 0.5)} y=${y(rows) + 1.3 * size}>${columnLetter(file(i))}</text>`)}
    ${Array.from({ length: rows }, (_, i) => html`
      <text x=${margin / 2} y=${y(i + 0.5) + 0.36 * size}>${rank(i)}</text>`)}</g>`;
}

function Heat({ grid, heat }) {
  const most = Math.max(...heat.values(), 1e-9);
  const cells = [...heat].filter(([square, part]) => part >= 0.002 && grid.places.has(square));
  return html`<g class="grid-heat">${cells.map(([square, part]) => {
    const { x, y } = grid.places.get(square);
    return html`<g key=${square} data-heat=${square} data-probability=${part.toFixed(4)}>
      <rect x=${x - kCell / 2} y=${y - kCell / 2} width=${kCell} height=${kCell}
        fill-opacity=${(0.12 + 0.68 * Math.sqrt(part / most)).toFixed(3)} />
      ${part >= 0.01 && html`<text x=${x} y=${y + 1.2}>${Math.round(100 * part)}</text>`}</g>`;
  })}</g>`;
}

function Stone({ place, piece, kind }) {
  return html`<circle class=${classes('stone', `stone-${piece}`, kind && `stone-${kind}`)}
    cx=${place.x} cy=${place.y} r=${0.43 * kCell} data-square=${place.square}
    data-piece=${piece} />`;
}

function Stones({ grid, stones, kind }) {
  return html`<g>${stones.filter(({ square }) => grid.places.has(square))
    .map(({ square, piece }) => html`<${Stone} key=${square} place=${grid.places.get(square)}
      piece=${piece} kind=${kind} />`)}</g>`;
}

function Marks({ grid, last, hints, highlights, numbers }) {
  const at = (square) => grid.places.get(square);
  const known = (squares) => squares.filter((square) => at(square));
  return html`<g class="grid-marks">
    ${known(highlights).map((square) => html`<rect key=${`h${square}`} class="grid-highlight"
      x=${at(square).x - 4.6} y=${at(square).y - 4.6} width="9.2" height="9.2" />`)}
    ${known(hints).map((square) => html`<circle key=${`m${square}`} class="grid-hint"
      cx=${at(square).x} cy=${at(square).y} r="1.2" />`)}
    ${known(last).map((square) => html`<circle key=${`l${square}`} class="grid-last"
      cx=${at(square).x} cy=${at(square).y} r="1.5" />`)}
    ${numbers.filter(({ square }) => at(square)).map(({ square, text, piece }) => html`
      <text key=${`n${square}`} class=${`grid-number on-${piece}`} x=${at(square).x}
        y=${at(square).y + 1.5}>${text}</text>`)}
  </g>`;
}

/** Invisible cells that take the pointer; a square may be played if `playable` says so. */
function Targets({ grid, playable, onPick, turnPiece }) {
  return html`<g class=${classes('grid-targets', `turn-${turnPiece}`)}>
    ${grid.cells.map(({ square, x, y }) => html`<rect key=${square} data-target=${square}
      class=${playable(square) ? 'playable' : undefined} x=${x - kCell / 2} y=${y - kCell / 2}
      width=${kCell} height=${kCell} onClick=${() => onPick(square)} />`)}</g>`;
}

const kSteps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Cursor of the keyboard: {place, focused, handlers}. */
function useCursor(grid, onPick, onCancel) {
  const [at, setAt] = useState({ column: grid.columns >> 1, row: grid.rows >> 1 });
  const [focused, setFocused] = useState(false);
  const inside = (value, size) => Math.max(0, Math.min(size - 1, value));
  const { columns, rows } = grid;
  const place = grid.cells[inside(at.row, rows) * columns + inside(at.column, columns)];
  const onKeyDown = (event) => {
    const step = kSteps[event.key];
    if (step) {
      setAt({ column: inside(place.column + step[0], columns),
        row: inside(place.row + step[1], rows) });
    } else if (event.key === 'Enter' || event.key === ' ') onPick(place.square);
    else if (event.key === 'Escape') onCancel?.();
    else return;
    event.preventDefault();
  };
  const handlers = { onKeyDown, onFocus: () => setFocused(true), onBlur: () => setFocused(false) };
  return { place, focused, handlers };
}

const kPieceNames = { b: 'black', w: 'white' };

/**
 * The board. `position` is the answer of the server; `ghosts` and `numbers` are [{square, piece,
 * text}]; `heat` a Map from square to probability; `playable(square)` is false for all squares
 * where nothing can be played now; `onPick(square)` is called for playable squares only.
 */
export function GridBoard({ position, kind, rowOneOnTop, flipped, label, ghosts = [], numbers = [],
  heat = null, hints = [], highlights = [], last, playable, onPick, onCancel, turnPiece }) {
  const { columns, rows } = position;
  const grid = useMemo(() => makeGrid({ columns, rows, rowOneOnTop, flipped }),
    [columns, rows, rowOneOnTop, flipped]);
  const pick = (square) => playable(square) && onPick(square);
  const { place, focused, handlers } = useCursor(grid, pick, onCancel);
  const help = useId('board-help');
  const piece = [...position.squares, ...ghosts].find(({ square }) => square === place.square);
  const spoken = `${place.square} ${piece ? kPieceNames[piece.piece] : 'empty'}`;
  const width = grid.x(columns) + kTop;
  const height = grid.y(rows) + grid.margin;
  return html`<div class=${`grid-board grid-${kind}`}>
    <svg viewBox=${`0 0 ${width} ${height}`} tabindex="0" role="application" aria-label=${label}
      aria-roledescription="board" aria-describedby=${help} ...${handlers}>
      <rect class="grid-ground" x=${grid.margin} y=${kTop} width=${kCell * columns}
        height=${kCell * rows} />
      <${Lines} grid=${grid} kind=${kind} /><${Coordinates} grid=${grid} />
      ${heat && html`<${Heat} grid=${grid} heat=${heat} />`}
      <${Stones} grid=${grid} stones=${position.squares} />
      <${Stones} grid=${grid} stones=${ghosts} kind="ghost" />
      <${Marks} grid=${grid} last=${last ?? position.last ?? []} hints=${hints}
        highlights=${highlights} numbers=${numbers} />
      <${Targets} grid=${grid} playable=${playable} onPick=${pick} turnPiece=${turnPiece} />
      ${focused && html`<rect class="grid-cursor" x=${place.x - 4.8} y=${place.y - 4.8}
        width="9.6" height="9.6" />`}
    </svg>
    <span id=${help} class="visually-hidden">Arrow keys move the cursor, Enter plays, Escape gives
      up a move that was begun.</span>
    <span class="visually-hidden" aria-live="polite">${focused ? spoken : ''}</span>
  </div>`;
}
