// Review of the whole game: the server searches every position and lists the moves that lost
// chances. A click shows the position before the move. Of the answer it uses
//   {moves: [{number, played, best, loss, chance, changes: [{name, value}], style_probability}]}
// with the number of the move from 1, its text and that of the best move, the loss of winning
// chance of the side that moved, the chance of the first side after the move, in [0, 1], and the
// terms of the evaluation that differ most from those after the best move.

import { html, useState, useTask, Button, ErrorText, Select } from '../core/ui.js';
import { percent, signed, words } from '../core/format.js';
import { ScrollBox } from '../core/scroll_box.js';
import { moveNumber } from './game_line.js';

const kNodes = [['10000', 'quick'], ['100000', 'usual'], ['1000000', 'thorough']];

/** Puts the chances of a review into the evaluations of the game. */
function recordChances(result, line, evaluations) {
  for (const { number, chance } of result.moves ?? []) {
    if (typeof chance !== 'number') continue;
    evaluations.set(line.start, line.moves.slice(0, number), { chance, text: percent(chance) });
  }
}

export function ReviewPanel({ socket, adapter, line, record, evaluations, onJump, styles = [] }) {
  const [nodes, setNodes] = useState('100000');
  const [style, setStyle] = useState('');
  const { running, progress, result, error, start, stop } = useTask(socket, 'review', record);
  const begin = async () => {
    const answer = await start({ game: adapter.game, text: record, nodes: Number(nodes), style });
    if (answer) recordChances(answer, line, evaluations);
  };
  return html`<div class="row"><${Select} label="Search" value=${nodes} options=${kNodes}
      onChange=${setNodes} />
      ${styles.length > 0 && html`<${Select} label="Compare with a style" value=${style}
        options=${[['', 'none'], ...styles.map(({ name }) => [name, name])]}
        onChange=${setStyle} />`}
      ${running ? html`<${Button} onClick=${stop}>Stop<//>`
        : html`<${Button} onClick=${begin} disabled=${!record}>Review the game<//>`}</div>
    ${running && html`<p class="muted number" role="status">${progress
      ? `${progress.done} of ${progress.total} positions` : 'Searching …'}</p>`}
    <${ErrorText} error=${error} />
    ${result && html`<${Mistakes} result=${result} onJump=${onJump}
      nameOf=${({ number, played }) => `${moveNumber(number - 1, adapter.firstNumber(line.start),
    adapter.movesPerNumber)} ${played}`} />`}`;
}

/** "material −3.00, mobility −0.41": for the first side, after the move instead of the best one. */
function changesText(changes = []) {
  return changes.map(({ name, value }) => `${words(name)} ${signed(value)}`).join(', ');
}

function Mistakes({ result, nameOf, onJump }) {
  const moves = (result.moves ?? []).filter(({ loss }) => loss >= 0.02)
    .sort((a, b) => b.loss - a.loss).slice(0, 20);
  const hasChanges = moves.some((move) => move.changes?.length > 0);
  const hasStyle = moves.some((move) => typeof move.style_probability === 'number');
  if (!moves.length) return html`<p>No move lost two percent of the winning chance or more.</p>`;
  return html`<${ScrollBox} label="Mistakes"><table class="table"><thead><tr>
    <th scope="col">Move</th><th scope="col">Better</th><th scope="col" class="number">Loss</th>
    ${hasChanges && html`<th scope="col">Terms that changed</th>`}
    ${hasStyle && html`<th scope="col" class="number">Probability by the style</th>`}</tr></thead>
    <tbody>${moves.map((move) => html`
      <tr key=${move.number}><th scope="row"><${Button} kind="link"
        label=${`${nameOf(move)}: show the position before it`}
        onClick=${() => onJump(move.number - 1)}>${nameOf(move)}<//></th>
        <td>${move.best}</td><td class="number">${percent(move.loss, 1)}</td>
        ${hasChanges && html`<td class="muted">${changesText(move.changes)}</td>`}
        ${hasStyle && html`<td class="number">${percent(move.style_probability ?? 0, 1)}</td>`}
        </tr>`)}
    </tbody></table><//>`;
}
