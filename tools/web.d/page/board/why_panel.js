// Why the engine values a position as it does: the largest terms as bars that add up to the score
// before any search. A click on a term shows its features.

import { html, useRequest, useState, ErrorText, Loading, Button, classes } from '../core/ui.js';
import { counted, signed } from '../core/format.js';
import { featuresOf } from './explain.js';
import { shownMoves } from './game_line.js';

/** A bar from the middle: to the right for the first side, to the left for the other one. */
function Bar({ value, most }) {
  const width = `${(50 * Math.min(1, Math.abs(value) / most)).toFixed(1)}%`;
  return html`<div class="why-bar" aria-hidden="true"><div class=${value < 0 ? 'less' : 'more'}
    style=${{ width }}></div></div>`;
}

function Features({ features, onHighlight }) {
  if (!features) return html`<${Loading} />`;
  if (!features.length) return html`<p class="muted">No single feature is known for it.</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Features">
    <table class="table"><tbody>${features.map((one) => html`
      <tr key=${one.name + one.detail} onMouseEnter=${() => onHighlight(one.squares ?? [])}
        onMouseLeave=${() => onHighlight([])}><th scope="row" class="feature">${one.name}</th>
        <td class="muted">${one.detail}</td><td class="number">${signed(one.value)}</td></tr>`)}
    </tbody></table></div>`;
}

function Term({ row, most, open, onToggle, features, onHighlight }) {
  return html`<li><button type="button" class="why-term" aria-expanded=${String(open)}
      title=${row.meaning || undefined} onClick=${onToggle}>
      <span class="why-name">${row.name}</span><${Bar} value=${row.value} most=${most} />
      <span class="number">${signed(row.value)}</span></button>
    ${open && html`<div class="why-features">${row.meaning && html`
      <p class="muted">${row.meaning}</p>`}
      <${Features} features=${features} onHighlight=${onHighlight} /></div>`}</li>`;
}

function Plain({ name, value, most, strong }) {
  return html`<li class=${classes('why-plain', strong && 'why-total')}>
    <span class="why-name">${name}</span><${Bar} value=${value} most=${most} />
    <span class="number">${signed(value)}</span></li>`;
}

function Bars({ explanation, open, onOpen, onHighlight }) {
  const { rows, other, otherCount, corrections, total, side, unit, note } = explanation;
  const most = Math.max(0.01, ...[...rows.map(({ value }) => value), other, corrections, total]
    .map(Math.abs));
  return html`<p class="muted">Score before any search, in ${unit} for ${side}. ${note}</p>
    <ol class="why">${rows.map((row) => html`<${Term} key=${row.key} row=${row} most=${most}
        open=${open === row.key} onToggle=${() => onOpen(open === row.key ? null : row.key)}
        features=${featuresOf(explanation, row.key)} onHighlight=${onHighlight} />`)}
      ${otherCount > 0 && html`<${Plain} name=${counted(otherCount, 'smaller term')} value=${other}
        most=${most} />`}
      ${Math.abs(corrections) >= 0.005 && html`<${Plain} name="scaling and rounding"
        value=${corrections} most=${most} />`}
      <${Plain} name="score" value=${total} most=${most} strong /></ol>`;
}

/** Chess with a style: the moves that the player would choose, and their reasons. */
function StyleMoves({ answer, onPlay }) {
  return html`<p class="muted">Moves by the style, with their probabilities.</p>
    <table class="table"><tbody>${answer.moves.slice(0, 10).map((move) => html`
      <tr key=${move.move}><th scope="row"><${Button} kind="link" label=${`Play ${move.san}`}
          onClick=${() => onPlay([move.move])}>${move.san}<//></th>
        <td class="number">${(100 * move.chance).toFixed(1)} %</td>
        <td class="muted">${move.reasons.slice(0, 3)
          .map(({ name, worth }) => `${name} ${signed(worth)}`).join(', ')}</td></tr>`)}
    </tbody></table>`;
}

/** Cells where a side of Connect-6 would complete six; the pointer marks them on the board. */
function Threats({ threats, onHighlight }) {
  const sides = [['black', 'Black'], ['white', 'White']].filter(([side]) => threats[side].length);
  return sides.map(([side, name]) => {
    const cells = threats[side].map((cell) => cell.record);
    return html`<p class="warning" key=${side} onMouseEnter=${() => onHighlight(cells)}
      onMouseLeave=${() => onHighlight([])}>${name} threatens to complete six with ${
      cells.join(', ')}.</p>`;
  });
}

export function WhyPanel({ socket, adapter, line, style, onHighlight, onPlay }) {
  const [open, setOpen] = useState(null);
  const detail = open && adapter.game === 'chess' ? { detail: 'all' } : {};
  const { result, error } = useRequest(socket, 'explain', { game: adapter.game,
    start: line.start, moves: shownMoves(line), ...(style ? { style } : detail) });
  if (error) return html`<${ErrorText} error=${error} />`;
  if (!result) return html`<${Loading} text="Explaining …" />`;
  if (result.game_over || result.over) {
    return html`<p class="muted">The game is over: there is nothing to evaluate.</p>`;
  }
  if (result.attributes) return html`<${StyleMoves} answer=${result} onPlay=${onPlay} />`;
  return html`${result.verdict && html`<p>${result.verdict.text}</p>`}
    ${result.threats && html`<${Threats} threats=${result.threats} onHighlight=${onHighlight} />`}
    <${Bars} explanation=${adapter.explain(result)} open=${open} onOpen=${setOpen}
      onHighlight=${onHighlight} />`;
}
