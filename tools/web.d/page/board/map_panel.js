// Likely moves of Connect-6 and Reversi before any search: the heat map's switch, pairs of stones,
// threats, and forced wins or exact endgames that the solver finds, replayed on the board.

import { html, useEffect, useState, useTask, Button, Checkbox, ErrorText, Slider, classes }
  from '../core/ui.js';
import { count, percent, signed } from '../core/format.js';
import { shownMoves } from './game_line.js';

/** Moves played one after the other on the board, by buttons or by itself. */
export function Replay({ moves, title, onPreview, onPlay }) {
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(false);
  const show = (next) => {
    const inside = Math.max(0, Math.min(moves.length, next));
    setAt(inside);
    onPreview(inside ? moves.slice(0, inside) : null);
  };
  useEffect(() => { setAt(0); setRunning(false); }, [moves.join(',')]);
  useEffect(() => () => onPreview(null), []);
  useEffect(() => {
    if (!running) return undefined;
    if (at >= moves.length) { setRunning(false); return undefined; }
    const timer = setTimeout(() => show(at + 1), 900);
    return () => clearTimeout(timer);
  }, [running, at]);
  const start = () => { if (at >= moves.length) show(0); setRunning(!running); };
  return html`<div class="replay"><h3>${title}</h3><div class="row">
      <${Button} label="Back to the position" onClick=${() => show(0)} disabled=${!at}>|◀<//>
      <${Button} label="One move back" onClick=${() => show(at - 1)} disabled=${!at}>◀<//>
      <${Button} onClick=${start}>${running ? 'Pause' : 'Replay'}<//>
      <${Button} label="One move on" onClick=${() => show(at + 1)}
        disabled=${at >= moves.length}>▶<//>
      <span class="number" role="status">${at} / ${moves.length}</span>
      ${onPlay && html`<${Button} onClick=${() => onPlay(moves.slice(0, 1))}>Play the first<//>`}
    </div><ol class="replay-moves">${moves.map((move, index) => html`<li key=${index}
      class=${classes(index < at && 'shown')}>${move}</li>`)}</ol></div>`;
}

/** A list of moves with probabilities; the pointer shows them on the board. */
function Likely({ rows, onGhosts, onPlay }) {
  return html`<table class="table"><thead><tr><th scope="col">Move</th>
      <th scope="col" class="number">Probability</th>
      ${rows[0].value !== undefined && html`<th scope="col" class="number">Discs</th>`}</tr></thead>
    <tbody>${rows.map(({ move, probability, value }) => html`<tr key=${move}
        onMouseEnter=${() => onGhosts(move.split(' '))} onMouseLeave=${() => onGhosts([])}>
      <th scope="row"><${Button} kind="link" label=${`Play ${move}`}
        onClick=${() => onPlay([move])}>${move}<//></th>
      <td class="number">${percent(probability, 1)}</td>
      ${value !== undefined && html`<td class="number">${signed(value)}</td>`}</tr>`)}</tbody>
  </table>`;
}

/** Rows of the list: pairs of Connect-6, single moves of Reversi with their values. */
function likelyRows(heat, map) {
  if (heat.pairs.length) return heat.pairs.map(({ turn, ...rest }) => ({ move: turn, ...rest }));
  return (heat.values ?? []).map(({ move, value_hundredths }) => (
    { move, probability: map.get(move) ?? 0, value: value_hundredths / 100 }))
    .sort((a, b) => b.probability - a.probability);
}

function Threats({ heat, onGhosts }) {
  if (!heat.parries.length) return null;
  return html`<p class="warning">The opponent threatens six. Turns that parry:</p>
    <div class="row">${heat.parries.map((turn) => html`<button type="button" class="move"
      key=${turn} onMouseEnter=${() => onGhosts(turn.split(' '))} onMouseLeave=${() => onGhosts([])}
      onFocus=${() => onGhosts(turn.split(' '))} onBlur=${() => onGhosts([])}>${turn}</button>`)}
    </div>`;
}

function solutionText(result) {
  if (result.outcome === 'win') return 'A forced win.';
  if (result.outcome) return 'No forced win was found.';
  if (result.exact) return `Best play: ${signed(result.score, 0)} discs for the side to move.`;
  return 'Not solved in this time.';
}

function Solver({ socket, params, onPreview, onPlay }) {
  const [seconds, setSeconds] = useState(10);
  const { running, progress, result, error, start, stop } =
    useTask(socket, 'solve', JSON.stringify(params));
  const moves = result?.turns ?? result?.line ?? [];
  return html`<h3>Solve</h3><div class="row">
      <${Slider} label="Time" value=${seconds} min=${1} max=${60} onChange=${setSeconds}
        text=${`${seconds} s`} />
      ${running ? html`<${Button} onClick=${stop}>Stop<//>`
        : html`<${Button} onClick=${() => start({ ...params, seconds })}>Solve<//>`}</div>
    <p class="muted number" role="status">${running && (progress
      ? `${progress.seconds.toFixed(1)} s, ${count(progress.nodes)} positions` : 'Searching …')}
      ${result && solutionText(result)}</p>
    <${ErrorText} error=${error} />
    ${moves.length > 0 && html`<${Replay} title="Solution" moves=${moves} onPreview=${onPreview}
      onPlay=${onPlay} />`}`;
}

/** `heat` is the answer of the server or null, `map` its probabilities by square. */
export function MapPanel({ socket, adapter, line, heat, map, error, shown, onShown, onGhosts,
  onPreview, onPlay }) {
  const params = { game: adapter.game, start: line.start, moves: shownMoves(line) };
  const rows = heat ? likelyRows(heat, map) : [];
  return html`<${Checkbox} label="Heat map on the board: probability of each move before a search"
      checked=${shown} onChange=${onShown} />
    <${ErrorText} error=${error} />
    ${heat && html`<${Threats} heat=${heat} onGhosts=${onGhosts} />`}
    ${heat?.win.length > 0 && html`<${Replay} title="Forced win" moves=${heat.win}
      onPreview=${onPreview} onPlay=${onPlay} />`}
    ${rows.length > 0 && html`<${Likely} rows=${rows} onGhosts=${onGhosts} onPlay=${onPlay} />`}
    <${Solver} socket=${socket} params=${params} onPreview=${onPreview} onPlay=${onPlay} />`;
}
