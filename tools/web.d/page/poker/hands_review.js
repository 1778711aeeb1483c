// Review of logged hands: what each decision of a player cost by a strategy, in big blinds. The
// user pastes the STATE lines of an ACPC log.

import { Button, ErrorText, html, Panel, Select, useId, useMemo, useState, useTask }
  from '../core/ui.js';
import { counted } from '../core/format.js';
import { LineGraph } from '../core/line_graph.js';
import { addedLosses, shareText } from './hands.js';

const kPlayouts = [['100', 'quick'], ['400', 'usual'], ['2000', 'thorough']];
const kShown = 50;

function TextField({ label, value, onChange, rows }) {
  const id = useId('text');
  const input = (event) => onChange(event.currentTarget.value);
  return html`<div class="field"><label for=${id}>${label}</label>${rows
    ? html`<textarea id=${id} rows=${rows} value=${value} onInput=${input}></textarea>`
    : html`<input id=${id} type="text" value=${value} onInput=${input} />`}</div>`;
}

function Decisions({ review }) {
  const worst = [...review.decisions].sort((a, b) => b.loss - a.loss).slice(0, kShown);
  const total = review.decisions.reduce((sum, { loss }) => sum + loss, 0);
  const series = useMemo(() => [{ label: 'loss', ...addedLosses(review.decisions) }], [review]);
  return html`<p>${review.player}: ${counted(review.decisions.length, 'decision')} in${' '}
      ${counted(review.hands, 'hand')},
      ${' '}${(total / review.hands).toFixed(3)} big blinds lost a hand by the estimates.</p>
    ${worst.length > 0 && html`<${LineGraph} series=${series} xLabel="decision"
      yLabel="big blinds" height=${150} label="Losses of all decisions so far, in big blinds" />`}
    <div class="scroll" tabindex="0" role="group" aria-label="Decisions"><table class="table">
      <caption>Largest losses first, with 95 % intervals</caption>
      <thead><tr>${['Hand', 'Street', 'Cards', 'Board', 'Played', 'Better', 'Loss (big blinds)',
    'By the strategy'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${worst.map((one) => html`<tr>
        <th scope="row">${one.hand}</th><td>${one.street}</td><td>${one.hole}</td>
        <td>${one.board}</td><td>${one.played}</td><td>${one.best}</td>
        <td class="number">${one.loss.toFixed(2)} ± ${one.half_width.toFixed(2)}</td>
        <td class="number">${shareText(one.probability, 1)}</td></tr>`)}</tbody>
    </table></div>`;
}

export function HandsReviewView({ socket, hello }) {
  const { games, policies } = hello.poker;
  const [game, setGame] = useState(games[0]);
  const [policy, setPolicy] = useState(policies[games[0]][0]);
  const [playouts, setPlayouts] = useState('400');
  const [player, setPlayer] = useState('');
  const [text, setText] = useState('');
  const task = useTask(socket, 'poker_review', game);
  const change = (next) => {
    setGame(next);
    setPolicy(policies[next][0]);
  };
  const begin = () => task.start({ game, policy, text, player: player.trim(),
    nodes: Number(playouts) });
  return html`<${Panel} title="Review of hands">
    <p><a href="#/poker">Play at the table</a></p>
    <div class="row">
      <${Select} label="Game" value=${game} options=${games.map((name) => [name, name])}
        onChange=${change} />
      <${Select} label="Strategy" value=${policy} onChange=${setPolicy}
        options=${policies[game].map((name) => [name, name])} />
      <${Select} label="Playouts" value=${playouts} options=${kPlayouts} onChange=${setPlayouts} />
      <${TextField} label="Player (empty: the first)" value=${player} onChange=${setPlayer} />
    </div>
    <${TextField} label="STATE lines of an ACPC log" value=${text} onChange=${setText} rows="6" />
    <div class="row">${task.running
    ? html`<${Button} onClick=${task.stop}>Stop<//>`
    : html`<${Button} kind="main" onClick=${begin} disabled=${!text.trim()}>Review<//>`}</div>
    ${task.running && html`<p class="muted number" role="status">${task.progress
    ? `${task.progress.done} of ${counted(task.progress.total, 'hand')}`
    : 'Playing hands out …'}</p>`}
    <${ErrorText} error=${task.error} />
    ${task.result && html`<${Decisions} review=${task.result} />`}<//>`;
}
