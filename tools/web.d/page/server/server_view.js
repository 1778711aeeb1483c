// The state of the server: sessions, searches, memory, weights and the log. The view only reads.

import { ErrorText, html, Loading, Panel, useId, useRequest, useState, useSubscription }
  from '../core/ui.js';
import { ScrollBox } from '../core/scroll_box.js';
import { bytes, duration, integer, words } from '../core/format.js';
import { logParts } from './log_lines.js';

const kBytesPerMegabyte = 1048576;

/** A used part of a limit as a bar with its numbers. */
function Usage({ name, used, limit, text }) {
  const id = useId('usage');
  return html`<div class="usage"><span id=${id}>${name}</span>
    <meter min="0" max=${limit || 1} value=${used} aria-labelledby=${id}></meter>
    <span class="number">${text ?? `${integer(used)} of ${integer(limit)}`}</span></div>`;
}

function Load({ state }) {
  const { connections, searches, hash_mb: hash, queue_bytes: queue } = state;
  return html`<${Panel} title="Load">
    <${Usage} name="Connections" used=${connections.open} limit=${connections.limit} />
    <${Usage} name="Searches" used=${searches.running} limit=${searches.limit} />
    <${Usage} name="Hash tables" used=${hash.in_use} limit=${hash.limit}
      text=${`${integer(hash.in_use)} of ${integer(hash.limit)} MB`} />
    <${Usage} name="Queues" used=${queue.in_use} limit=${queue.limit}
      text=${`${bytes(queue.in_use)} of ${integer(queue.limit / kBytesPerMegabyte)} MiB`} />
    <dl class="figures">
      <dt>Searches that wait</dt><dd>${integer(searches.waiting)}</dd>
      <dt>Searches in all</dt><dd>${integer(searches.total)}</dd>
      <dt>Connections accepted</dt><dd>${integer(connections.accepted)}</dd>
      <dt>refused: full, token</dt>
      <dd>${integer(connections.refused_full)}, ${integer(connections.refused_token)}</dd>
    </dl><//>`;
}

function About({ state }) {
  return html`<${Panel} title=${`Trivium ${state.version}`}>
    <dl class="figures">
      <dt>Process</dt><dd>${state.pid}</dd>
      <dt>Running for</dt><dd>${duration(state.uptime_seconds)}</dd>
      <dt>Reloads: done, failed</dt>
      <dd>${integer(state.reloads.done)}, ${integer(state.reloads.failed)}</dd>
    </dl>
    <h3>Listeners</h3>
    <ul class="plain">${state.listeners.map((one) => html`<li key=${one.address}>
      <code>${one.address}</code> ${one.protocol}${one.token ? ', with a token' : ''}</li>`)}</ul>
    <p class="muted">This view only reads. Weights are loaded again by SIGHUP.</p><//>`;
}

function searchText(search) {
  if (!search) return 'idle';
  return `${search.command}, ${search.waiting ? 'waits' : 'runs'} for ${duration(search.seconds)}`;
}

function Sessions({ sessions }) {
  return html`<${Panel} title="Sessions"><${ScrollBox} label="Sessions"><table
    class="table">
    <thead><tr><th scope="col" class="number">No.</th><th scope="col">Peer</th>
      <th scope="col">Protocol</th><th scope="col" class="number">Age</th>
      <th scope="col" class="number">Lines</th><th scope="col">Search</th></tr></thead>
    <tbody>${sessions.map((one) => html`<tr key=${one.id}>
      <td class="number">${one.id}</td><td>${one.peer}</td><td>${one.protocol}</td>
      <td class="number">${duration(one.seconds)}</td><td class="number">${integer(one.lines)}</td>
      <td>${searchText(one.search)}</td></tr>`)}</tbody></table><//><//>`;
}

function Weights({ weights }) {
  return html`<${Panel} title="Weights"><${ScrollBox} label="Weights"><table
    class="table">
    <thead><tr><th scope="col">Purpose</th><th scope="col">File</th>
      <th scope="col">SHA-256</th></tr></thead>
    <tbody>${Object.entries(weights).map(([purpose, one]) => html`<tr key=${purpose}>
      <th scope="row">${words(purpose)}</th><td class="long-text">${one.file}</td>
      <td><code title=${one.sha256}>${one.sha256.slice(0, 12)}</code></td></tr>`)}</tbody>
  </table><//><//>`;
}

function Players({ acpc }) {
  return html`<${Panel} title="Players of hold'em"><${ScrollBox} label="Players of hold'em"><table
    class="table">
    <thead><tr><th scope="col">Dealer</th><th scope="col">State</th>
      <th scope="col" class="number">Matches</th>
      <th scope="col" class="number">Hands</th></tr></thead>
    <tbody>${acpc.map((one) => html`<tr key=${one.dealer}><th scope="row">${one.dealer}</th>
      <td>${one.state}</td><td class="number">${integer(one.matches)}</td>
      <td class="number">${integer(one.hands)}</td></tr>`)}</tbody></table><//><//>`;
}

function Log({ lines }) {
  return html`<${Panel} title="Log">
    <div class="scroll log" tabindex="0" role="log" aria-label="Last lines of the log">
      ${lines.length === 0 && html`<p class="muted">No lines yet.</p>`}
      ${lines.map(logParts).map((one) => html`<div class=${`log-${one.level}`}>
        <span class="muted">${one.time} ${one.level}</span> <b>${one.event}</b> ${one.rest}</div>`)}
    </div><//>`;
}

export function ServerView({ socket }) {
  const { result, error } = useRequest(socket, 'server');
  const [news, setNews] = useState(null);
  useSubscription(socket, { topic: 'server', name: '' }, setNews);
  const state = news ?? result;
  if (!state) return error ? html`<${ErrorText} error=${error} />` : html`<${Loading} />`;
  return html`<div class="stack">
    <div class="columns"><${About} state=${state} /><${Load} state=${state} /></div>
    <${Sessions} sessions=${state.sessions} />
    <${Weights} weights=${state.weights} />
    ${state.acpc.length > 0 && html`<${Players} acpc=${state.acpc} />`}
    <${Log} lines=${state.log ?? []} />
  </div>`;
}
