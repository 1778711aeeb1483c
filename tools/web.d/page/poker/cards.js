// Playing cards as SVG, drawn here: rank and suit in four colors, hidden cards, empty places, rows
// of cards, and a picker for the board. Colors are classes of views.css.
import { Button, html, useState } from '../core/ui.js';
import { allCards, cardName, parseBoard } from './hands.js';

/** Outlines in a square of 20. */
const kSuitPaths = {
  s: 'M10 1C13 5 19 8.5 19 13A4.2 4.2 0 0 1 11.2 14.8L13 19H7L8.8 14.8A4.2 4.2 0 0 1 1 13C1 8.5 7 '
    + '5 10 1Z',
  h: 'M10 18C4 13 1 10 1 6A4.6 4.6 0 0 1 10 5A4.6 4.6 0 0 1 19 6C19 10 16 13 10 18Z',
  d: 'M10 1L17 10L10 19L3 10Z',
  c: 'M10 1A4 4 0 0 1 13.4 7.1A4.2 4.2 0 1 1 11.2 14L13 19H7L8.8 14A4.2 4.2 0 1 1 6.6 7.1A4 4 0 0 '
    + '1 10 1Z',
};

/** The rank as it is printed on the card. */
function faceText(card) {
  return card[0] === 'T' ? '10' : card[0];
}

function Face({ card }) {
  return html`<g class=${`suit-${card[1]}`}>
    <text x="20" y="25" class="card-rank">${faceText(card)}</text>
    <path d=${kSuitPaths[card[1]]} transform="translate(10 30)" />
  </g>`;
}

function Back() {
  return html`<rect x="5" y="5" width="30" height="46" rx="3" class="card-back" />`;
}

/** One card: a text such as "As"; null: hidden; "": an empty place. */
export function Card({ card, small = false }) {
  const kind = card === '' ? 'card-empty' : 'card-paper';
  const name = card === '' ? 'no card' : cardName(card);
  return html`<svg class=${small ? 'card card-small' : 'card'} viewBox="0 0 40 56" role="img"
    aria-label=${name}>
    <rect x="1" y="1" width="38" height="54" rx="5" class=${kind} />
    ${card === null && html`<${Back} />`}
    ${card && html`<${Face} card=${card} />`}
  </svg>`;
}

/** Cards side by side; `places` adds empty places up to that number. */
export function Cards({ cards, places = 0, label, small = false }) {
  const empty = Math.max(0, places - cards.length);
  return html`<span class="cards" role="group" aria-label=${label}>
    ${cards.map((card) => html`<${Card} card=${card} small=${small} />`)}
    ${Array.from({ length: empty }, () => html`<${Card} card="" small=${small} />`)}
  </span>`;
}

function PickerCard({ card, board, full, onToggle }) {
  const chosen = board.includes(card);
  return html`<button type="button" class="picker-card" aria-pressed=${String(chosen)}
    aria-label=${`${faceText(card)}, ${cardName(card)}`} disabled=${full && !chosen}
    onClick=${() => onToggle(card)}>
    <svg viewBox="0 0 40 56" aria-hidden="true"><${Face} card=${card} /></svg>
  </button>`;
}

/** `count` different cards that are not in `taken`, at random. */
function randomCards(count, taken) {
  const left = allCards().filter((card) => !taken.includes(card));
  return Array.from({ length: count },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

/** Text field for a board; reports complete and correct boards only. */
function BoardText({ board, onChange }) {
  const [text, setText] = useState(null);
  const shown = text ?? board.join(' ');
  const wrong = parseBoard(shown) === null;
  const change = (event) => {
    setText(event.target.value);
    const cards = parseBoard(event.target.value);
    if (cards) onChange(cards);
  };
  return html`<label class="field">Cards as text
    <input type="text" value=${shown} placeholder="Kh Td 2c" spellcheck=${false}
      aria-invalid=${String(wrong)} onInput=${change} onBlur=${() => setText(null)} />
  </label>`;
}

/** Chooses `needed` cards of the board: by buttons, as text or at random. */
export function BoardPicker({ board, needed, onChange }) {
  const toggle = (card) => onChange(board.includes(card)
    ? board.filter((one) => one !== card) : [...board, card]);
  const deal = () => onChange([...board, ...randomCards(needed - board.length, board)]);
  const missing = needed - board.length;
  return html`<fieldset class="board-picker">
    <legend>Board: ${missing > 0 ? `choose ${missing} more` : 'complete'}</legend>
    <div class="picker-grid">${allCards().map((card) => html`<${PickerCard} card=${card}
      board=${board} full=${missing <= 0} onToggle=${toggle} />`)}</div>
    <div class="row">
      <${BoardText} board=${board} onChange=${(cards) => onChange(cards.slice(0, needed))} />
      <${Button} disabled=${missing <= 0} onClick=${deal}>Deal at random<//>
      <${Button} disabled=${board.length === 0} onClick=${() => onChange([])}>Clear<//>
    </div>
  </fieldset>`;
}
