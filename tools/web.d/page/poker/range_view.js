// Ranges of the strategies of hold'em: the 13 x 13 grid at any decision, reached by a path of
// actions and a choice of board cards; two policies side by side. The address holds the whole
// choice.

import { Checkbox, ErrorText, html, Loading, Panel, Select, useEffect, useRequest, useState }
  from '../core/ui.js';
import { counted, integer } from '../core/format.js';
import { BoardPicker } from './cards.js';
import { actionKind, actionName, appendAction, cardsNeeded, combinations, findCell, isBetting,
  meanMix, mixDifference, pathSteps, shareText, streetOf } from './hands.js';
import { MixBar, RangeGrid, RangeLegend } from './range_grid.js';
import { gamesWithRanges, playersOf, rangeLink, readRange } from './range_link.js';

/** Changes the address; the browser's Back returns to the previous choice. */
function go(choice) {
  location.hash = rangeLink(choice);
}

function Choice({ poker, choice }) {
  const names = poker.ranges[choice.game].map((name) => [name, name]);
  const [first, second] = choice.policies;
  const other = poker.ranges[choice.game].find((name) => name !== first);
  const games = gamesWithRanges(poker).map((name) => [name, name]);
  return html`<div class="row">
    <${Select} label="Game" value=${choice.game} options=${games}
      onChange=${(game) => go({ game, policies: [] })} />
    <${Select} label="Policy" value=${first} options=${names}
      onChange=${(name) => go({ ...choice, policies: [name, second] })} />
    <${Checkbox} label="Compare with another policy" checked=${Boolean(second)} disabled=${!other}
      onChange=${(on) => go({ ...choice, policies: [first, on ? other : ''] })} />
    ${second && html`<${Select} label="Other policy" value=${second} options=${names}
      onChange=${(name) => go({ ...choice, policies: [first, name] })} />`}
  </div>`;
}

/** The actions so far; each leads back to the decision before it. */
function Path({ choice }) {
  const steps = pathSteps(choice.history);
  const link = (history) => rangeLink({ ...choice, history,
    board: choice.board.slice(0, cardsNeeded(history)) });
  return html`<nav aria-label="Actions so far"><ol class="path">
    ${steps.map((step) => html`<li><a href=${link(step.history)}
      title=${`Back to the decision before: ${actionName(step.action)}`}>
      <small>${streetOf(step.history)}</small> ${actionName(step.action)}</a></li>`)}
    <li aria-current="step"><small>${streetOf(choice.history)}</small> decision</li>
  </ol></nav>`;
}

/** `legal` has action texts, or objects with `action` and, if the server states it, `next`. */
function NextActions({ choice, legal, actions }) {
  const texts = legal.map((one) => (typeof one === 'string' ? one : one.action));
  const nameOf = (text) => actions.find((one) => one.action === text)?.name || actionName(text);
  const next = (one, text) => one.next
    ?? appendAction(choice.history, text, playersOf(choice.game));
  return html`<div class="row" role="group" aria-label="Next action">
    ${legal.map((one, index) => html`<a class=${`button act act-${actionKind(texts[index], texts)}`}
      href=${rangeLink({ ...choice, history: next(one, texts[index]) })}
      >${nameOf(texts[index])}</a>`)}
  </div>`;
}

function Detail({ name, range, policy }) {
  const cell = findCell(range.cells, name);
  if (!cell) return null;
  return html`<div class="range-detail" role="status">
    <h3>${name} <small>${policy}</small></h3>
    <div class="mix-bar" aria-hidden="true">
      <${MixBar} mix=${cell.mix} actions=${range.actions} /></div>
    <ul class="plain">${range.actions.map((one, index) => html`<li>${one.name}${' '}
      <b>${shareText(cell.mix[index] ?? NaN, 1)}</b></li>`)}</ul>
    <p class="muted">Gets here with ${shareText(cell.probability, 1)};${' '}
      ${counted(combinations(name, range.cards), 'holding')}.</p>
  </div>`;
}

function RangePanel({ policy, answer, board, selected, onSelect, differences }) {
  const { result, error, loading } = answer;
  if (error) return html`<${Panel} title=${policy}><${ErrorText} error=${error} /><//>`;
  if (!result) return html`<${Panel} title=${policy}><${Loading} /><//>`;
  if (result.over) return html`<${Panel} title=${policy}><p>The hand is over.</p><//>`;
  const range = { ...result, cards: board };
  const means = meanMix(range.cells, range.actions.length, board);
  return html`<${Panel} title=${policy} kind=${loading ? 'range-panel waiting' : 'range-panel'}>
    <p class="muted">${range.role ?? `Player ${range.player + 1}`}, ${range.street},
      ${' '}pot ${integer(range.pot)}</p>
    <${RangeGrid} cells=${range.cells} actions=${range.actions} selected=${selected}
      onSelect=${onSelect} label=${`Range of ${policy}`} differences=${differences} />
    <${RangeLegend} actions=${range.actions} means=${means} />
    <${Detail} name=${selected} range=${range} policy=${policy} />
  <//>`;
}

function differencesOf(first, second) {
  if (!first || !second || first.over || second.over) return null;
  const texts = (range) => range.actions.map((one) => one.action);
  return first.cells.map((cell, index) => mixDifference(cell, texts(first), second.cells[index],
    texts(second)));
}

/** Text fields for experts: the betting text of ACPC. */
function HistoryText({ choice }) {
  const [text, setText] = useState(choice.history);
  const [error, setError] = useState(null);
  useEffect(() => setText(choice.history), [choice.history]);
  const submit = (event) => {
    event.preventDefault();
    const history = text.trim();
    const valid = isBetting(history);
    setError(valid ? null : `“${history}” is not a betting text such as r300c/c.`);
    if (valid) go({ ...choice, history });
  };
  return html`<form class="row" onSubmit=${submit}>
    <label class="field">Actions as betting text of ACPC
      <input type="text" value=${text} placeholder="r300c/c" spellcheck=${false}
        onInput=${(event) => setText(event.target.value)} /></label>
    <button type="submit" class="button">Go there</button>
    <${ErrorText} error=${error} />
  </form>`;
}

function Ranges({ socket, choice }) {
  const [selected, setSelected] = useState('AA');
  const needed = cardsNeeded(choice.history);
  const board = choice.board.slice(0, needed);
  const complete = board.length === needed;
  const params = (policy) => (policy && complete
    ? { game: choice.game, policy, history: choice.history, board: board.join('') } : null);
  const first = useRequest(socket, 'range', params(choice.policies[0]));
  const second = useRequest(socket, 'range', params(choice.policies[1]));
  const differences = choice.policies[1] ? differencesOf(first.result, second.result) : null;
  const common = { board, selected, onSelect: setSelected, differences };
  return html`
    <${Path} choice=${choice} />
    ${complete && first.result && html`<${NextActions} choice=${choice} legal=${first.result.legal}
      actions=${first.result.actions} />`}
    <${HistoryText} choice=${choice} />
    ${needed > 0 && html`<${BoardPicker} board=${board} needed=${needed}
      onChange=${(cards) => go({ ...choice, board: cards })} />`}
    ${complete && html`<div class="ranges">
      <${RangePanel} policy=${choice.policies[0]} answer=${first} ...${common} />
      ${choice.policies[1] && html`<${RangePanel} policy=${choice.policies[1]} answer=${second}
        ...${common} />`}
    </div>`}
    ${differences && html`<p class="muted">A frame marks classes whose mixes differ by 25 points or
      more.</p>`}`;
}

export function RangeView({ socket, hello, route }) {
  const choice = readRange(route.query, hello.poker);
  if (!choice) return html`<p role="status">This server has no strategy of hold'em.</p>`;
  return html`<div class="poker">
    <h2>Ranges</h2>
    <p>The bar of a class is as high as its probability of getting here. Its colors are the mix of
      actions. <a href="#/poker">Play at the table</a></p>
    <${Choice} poker=${hello.poker} choice=${choice} />
    <${Ranges} socket=${socket} choice=${choice} />
  </div>`;
}
