// What the engine finds: its lines with score, chances, depth and speed. Moves of a line play on
// the board while the pointer or the focus is on them; a click plays them for good.

import { html, useRef, useRequest, useState, Panel, Checkbox } from '../core/ui.js';
import { count, percent } from '../core/format.js';
import { outcomeParts, scoreText, seenBy } from './evaluation.js';
import { shownMoves } from './game_line.js';

const kShownMoves = 12;

/**
 * Text of the moves of a variation: the server knows the notation of chess. While its answer is on
 * the way, the moves that the last variation had in common keep their texts.
 */
function useVariationText(socket, adapter, line, pv) {
  const moves = shownMoves(line);
  const needed = adapter.game === 'chess';
  const params = { game: adapter.game, start: line.start, moves: [...moves, ...pv] };
  const { result, fresh } = useRequest(socket, 'position', needed ? params : null);
  const last = useRef({ all: [], texts: [] });
  if (!needed) return pv;
  if (fresh) last.current = { all: params.moves, texts: result.notation };
  const { all, texts } = last.current;
  const differs = params.moves.findIndex((move, index) => move !== all[index]);
  const known = differs < 0 ? params.moves.length : differs;
  const text = (number) => (number < known ? texts[number] : params.moves[number]);
  return pv.map((_, index) => text(moves.length + index));
}

/** One variation. Left and right move the focus between its moves. */
function Variation({ socket, adapter, line, pv, label, onPreview, onPlay }) {
  const shown = pv.slice(0, kShownMoves);
  const texts = useVariationText(socket, adapter, line, shown);
  const [focus, setFocus] = useState(0);
  const key = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  };
  const show = (index) => { setFocus(index); onPreview(shown.slice(0, index + 1)); };
  return html`<div class="variation moves-keys" role="group" aria-label=${label} onKeyDown=${key}
    onMouseLeave=${() => onPreview(null)}>
    ${shown.map((move, index) => html`<button type="button" class="move" key=${index}
      tabindex=${index === Math.min(focus, shown.length - 1) ? 0 : -1}
      onMouseEnter=${() => show(index)} onFocus=${() => show(index)}
      onBlur=${() => onPreview(null)} onClick=${() => onPlay(shown.slice(0, index + 1))}
      >${texts[index] ?? move}</button>`)}</div>`;
}

function ChancesText({ line, side }) {
  const parts = line.wdl && outcomeParts(line);
  if (!parts) return null;
  return html`<span class="muted number" title=${`${side}: win, draw, loss`}>${
    parts.map((part) => percent(part)).join(' · ')}</span>`;
}

function Lines({ socket, adapter, line, report, turn, count: shown, onPreview, onPlay }) {
  const first = adapter.sides[0];
  return html`<ol class="lines">${report.lines.slice(0, shown).map((one) => {
    const seen = seenBy(one, turn, first);
    return html`<li key=${one.order}><div class="row"><strong class="score number"
        >${scoreText(seen)}</strong><${ChancesText} line=${seen} side=${adapter.sideNames[first]} />
        ${one.prior !== undefined && html`<span class="muted number"
          title="Probability before the search">${percent(one.prior, 1)}</span>`}</div>
      <${Variation} socket=${socket} adapter=${adapter} line=${line} pv=${one.pv}
        label=${`Line ${one.order + 1}, ${scoreText(seen)}`} onPreview=${onPreview}
        onPlay=${onPlay} /></li>`;
  })}</ol>`;
}

function Effort({ report }) {
  const parts = [report.depth && `depth ${report.depth}`,
    report.nodes && `${count(report.nodes)} positions`,
    report.nps && `${count(report.nps)}/s`].filter(Boolean);
  return html`<p class="muted number">${parts.join(', ')}</p>`;
}

/** `report` is for the position shown, or null; `status` says what the engine does. */
export function AnalysisPanel({ socket, adapter, line, report, turn, status, lines, visible,
  onVisible, onPreview, onPlay }) {
  const side = adapter.sideNames[adapter.sides[0]];
  const toggle = html`<${Checkbox} label="Show" checked=${visible} onChange=${onVisible} />`;
  return html`<${Panel} title="Analysis" actions=${toggle} kind="analysis">
    <p class="muted" role="status">${status}</p>
    ${visible && report && html`<${Lines} socket=${socket} adapter=${adapter} line=${line}
      report=${report} turn=${turn} count=${lines} onPreview=${onPreview} onPlay=${onPlay} />
      <${Effort} report=${report} />`}
    ${visible && html`<p class="muted small">Scores are for ${side}.</p>`}<//>`;
}
