// One tournament, followed live: standings, crosstable, sequential test, boards, games with replay,
// faults with their evidence.

import { Button, ErrorText, html, Loading, Panel, Select, Tabs, useRequest, useState }
  from '../core/ui.js';
import { ScrollBox } from '../core/scroll_box.js';
import { counted } from '../core/format.js';
import { isPoker } from './crosstable.js';
import { useTournament } from './follow.js';
import { FaultText, GameReplay, MiniGame, RunningGame } from './game_replay.js';
import { filterGames, playedText, readGame, shownNumber } from './games.js';
import { SprtGraph } from './sprt_graph.js';
import { Crosstable, Delays, PairingFigures, Standings } from './tables.js';

const kRows = 100;
const kBoards = 4;

function gameLink(name, number) {
  return `#/match/${encodeURIComponent(name)}/${shownNumber(number)}`;
}

function GameRow({ name, game, current }) {
  return html`<tr class=${current ? 'row-current' : ''}>
    <td class="number"><a href=${gameLink(name, game.number)}
      aria-current=${current ? 'true' : undefined}
      aria-label=${`Game ${shownNumber(game.number)}`}>${shownNumber(game.number)}</a></td>
    <td>${game.seats.join(' – ')}</td><td>${game.result}</td><td>${game.ending}</td>
    <td class="number">${game.moves ?? ''}</td><td class="bad">${game.fault}</td>
  </tr>`;
}

function GamesTable({ name, games, current }) {
  return html`<${ScrollBox} label="Games" kind="scroll"><table class="table">
    <thead><tr><th scope="col" class="number">Game</th><th scope="col">Players</th>
      <th scope="col">Result</th><th scope="col">Ending</th>
      <th scope="col" class="number">Moves</th><th scope="col">Fault</th></tr></thead>
    <tbody>${games.map((game) => html`<${GameRow} key=${game.number} name=${name} game=${game}
      current=${game.number === current} />`)}</tbody>
  </table><//>`;
}

const kFilters = [['all', 'all games'], ['losses', 'losses'], ['draws', 'draws'],
  ['faults', 'faults']];

function Games({ name, games, engines, current }) {
  const [filter, setFilter] = useState('all');
  const [engine, setEngine] = useState('');
  const [shown, setShown] = useState(kRows);
  const chosen = filterGames(games, filter, engine).reverse();
  const names = [['', 'any'], ...engines.map((one) => [one.name, one.name])];
  return html`<div class="stack">
    <div class="row"><${Select} label="Show" value=${filter} options=${kFilters}
        onChange=${setFilter} />
      <${Select} label="of" value=${engine} options=${names} onChange=${setEngine} />
      <span class="muted" role="status">${counted(chosen.length, 'game')}</span></div>
    <${GamesTable} name=${name} games=${chosen.slice(0, shown)} current=${current} />
    ${chosen.length > shown && html`<div><${Button}
      onClick=${() => setShown(shown + kRows)}>Show more games<//></div>`}
  </div>`;
}

/** Games that are being played, and the last positions of the games that ended last. */
function Boards({ socket, name, games, running }) {
  const latest = games.slice(-kBoards).reverse();
  if (running.length + latest.length === 0)
    return html`<p class="muted">No game has ended yet.</p>`;
  return html`<div class="boards">
    ${running.map((game) => html`<${RunningGame} key=${`running-${game.number}`} socket=${socket}
      game=${game} />`)}
    ${latest.map((game) => html`<${MiniGame} key=${game.number} socket=${socket} name=${name}
      game=${game} link=${gameLink(name, game.number)} />`)}
  </div>`;
}

/** One fault with the lines that document it, read when the user opens it. */
function Fault({ socket, name, game }) {
  const [open, setOpen] = useState(false);
  const { result, error } = useRequest(socket, 'game', open ? { name, number: game.number } : null);
  return html`<details class="fault" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Game ${shownNumber(game.number)}, ${game.seats.join(' – ')}: ${game.fault}</summary>
    <${ErrorText} error=${error} />
    ${open && !result && !error && html`<${Loading} />`}
    ${result && readGame(result).faults.map((fault) => html`<${FaultText} fault=${fault} />`)}
    <p><a href=${gameLink(name, game.number)}>Replay the game</a></p>
  </details>`;
}

function Faults({ socket, name, status, games }) {
  const [shown, setShown] = useState(kRows);
  const faults = filterGames(games, 'faults').reverse();
  return html`<div class="stack"><${Delays} status=${status} />
    <p class="muted">Delays of the machine do not count against an engine: a move is late only if it
      would be late on an idle machine.</p>
    ${faults.slice(0, shown).map((game) => html`<${Fault} key=${game.number} socket=${socket}
      name=${name} game=${game} />`)}
    ${faults.length > shown && html`<div><${Button}
      onClick=${() => setShown(shown + kRows)}>Show more faults<//></div>`}</div>`;
}

function Overview({ status }) {
  return html`<div class="stack"><${Standings} status=${status} />
    ${status.engines.length === 2 && status.pairings.length === 1
      && html`<${PairingFigures} pairing=${status.pairings[0]} />`}</div>`;
}

function tabsOf(status) {
  return [['standings', 'Standings'], ['crosstable', 'Crosstable'],
    status.sprt && ['sprt', 'Sequential test'], !isPoker(status) && ['boards', 'Boards'],
    ['games', 'Games'], ['faults', 'Faults and delays']].filter(Boolean);
}

function TabContent({ tab, socket, name, status, games, running, current }) {
  switch (tab) {
    case 'crosstable': return html`<${Crosstable} status=${status} />`;
    case 'sprt': return html`<${SprtGraph} status=${status} games=${games} />`;
    case 'boards':
      return html`<${Boards} socket=${socket} name=${name} games=${games} running=${running} />`;
    case 'games':
      return html`<${Games} name=${name} games=${games} engines=${status.engines}
        current=${current} />`;
    case 'faults':
      return html`<${Faults} socket=${socket} name=${name} status=${status} games=${games} />`;
    default: return html`<${Overview} status=${status} />`;
  }
}

function Match({ socket, name, number }) {
  const current = number === undefined ? null : Number(number) - 1;
  const [tab, setTab] = useState(current === null ? 'standings' : 'games');
  const { status, games, running, error } = useTournament(socket, name);
  if (!status) return error ? html`<${ErrorText} error=${error} />` : html`<${Loading} />`;
  const tabs = tabsOf(status);
  const shown = tabs.some(([key]) => key === tab) ? tab : 'standings';
  return html`<div class="stack">
    ${current !== null && html`<${GameReplay} key=${number} socket=${socket} name=${name}
      number=${current} last=${games.length ? games.at(-1).number : current} link=${gameLink} />`}
    <${Panel} title=${status.tournament} actions=${html`<span class="muted"
      role="status">${playedText(status)}</span>`}>
      <p><a href="#/matches">All tournaments</a></p>
      <${ErrorText} error=${error} />
      <${Tabs} label="Parts of the tournament" tabs=${tabs} current=${shown} onChange=${setTab}>
        <${TabContent} tab=${shown} socket=${socket} name=${name} status=${status} games=${games}
          running=${running} current=${current} /><//>
    <//>
  </div>`;
}

export function MatchView({ socket, route }) {
  const [name = '', number] = route.parts;
  // Nothing of one tournament remains when another one is shown.
  return html`<${Match} key=${name} socket=${socket} name=${name} number=${number} />`;
}
