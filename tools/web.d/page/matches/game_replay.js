// Replay of a game of a tournament: the board, the moves, the engines' values and times, the
// ending, faults with their evidence, and the record. Blocks of poker are replayed hand by hand.
// Small boards for the overview are here too.

import { Button, copyText, ErrorText, html, Loading, Panel, useEffect, useKeys, useMemo, useRequest,
  useState } from '../core/ui.js';
import { LineGraph } from '../core/line_graph.js';
import { ScrollBox } from '../core/scroll_box.js';
import { excusedText, faultFacts, readGame, seriesBySeat, shownNumber, stepTo }
  from './games.js';
import { HandReplay } from './hand_replay.js';
import { ReplayBoard, ReplayMoves } from './replay_board.js';

const kPlayMs = 700;

/** A fault and the lines that document it. */
export function FaultText({ fault }) {
  const { title, lines } = faultFacts(fault);
  return html`<div class="fault-text"><p class="bad">${title}</p>
    ${lines.length > 0 && html`<pre class="code-block">${lines.join('\n')}</pre>`}</div>`;
}

function positionParams(game, ply) {
  return { game: game.game, start: game.start, moves: game.moves.slice(0, ply) };
}

/** The board after `ply` moves. */
function BoardAt({ socket, game, ply }) {
  const { result, error } = useRequest(socket, 'position', positionParams(game, ply));
  if (error) return html`<${ErrorText} error=${error} />`;
  if (!result) return html`<${Loading} />`;
  return html`<${ReplayBoard} position=${result} />`;
}

function hasNumbers(list) {
  return Array.isArray(list) && list.some(Number.isFinite);
}

function Graph({ game, numbers, ply, label, onPick }) {
  const series = useMemo(() => seriesBySeat(game.seats, numbers), [game, numbers]);
  if (!hasNumbers(numbers)) return null;
  return html`<${LineGraph} series=${series} xLabel="move" yLabel=${label} label=${label}
    cursor=${ply} onPick=${onPick} height=${150} />`;
}

function Steps({ ply, last, playing, onStep, onPlay }) {
  const button = (key, label, sign) => html`<${Button} label=${label}
    disabled=${stepTo(ply, key, last) === ply} onClick=${() => onStep(key)}>${sign}<//>`;
  return html`<div class="row" role="group" aria-label="Steps">
    ${button('Home', 'First position', '|◀')}${button('ArrowLeft', 'One move back', '◀')}
    <${Button} label=${playing ? 'Stop' : 'Play the moves'} pressed=${playing}
      onClick=${onPlay}>${playing ? '■' : '▶▶'}<//>
    ${button('ArrowRight', 'One move on', '▶')}${button('End', 'Last position', '▶|')}
    <span class="number" role="status">${ply} of ${last}</span></div>`;
}

/** The place in the game: moved by buttons, keys, the graph and the clock while it plays. */
function usePly(last) {
  const [ply, setPly] = useState(last);
  const [playing, setPlaying] = useState(false);
  const step = (key) => {
    const next = stepTo(ply, key, last);
    if (next !== null) setPly(next);
    return next !== null;
  };
  useKeys((event) => {
    if (event.target.closest('[role=slider], [role=application]')) return;
    if (step(event.key)) event.preventDefault();
  });
  useEffect(() => {
    if (!playing) return undefined;
    if (ply >= last) setPlaying(false);
    const timer = setTimeout(() => setPly(Math.min(ply + 1, last)), kPlayMs);
    return () => clearTimeout(timer);
  }, [playing, ply, last]);
  const play = () => {
    if (!playing && ply >= last) setPly(0);
    setPlaying(!playing);
  };
  return { ply, setPly, step, playing, play };
}

function BoardGame({ socket, game }) {
  const last = game.moves.length;
  const place = usePly(last);
  const { result } = useRequest(socket, 'position', positionParams(game, last));
  return html`<div class="columns">
    <div class="stack"><${BoardAt} socket=${socket} game=${game} ply=${place.ply} />
      <${Steps} ply=${place.ply} last=${last} playing=${place.playing} onStep=${place.step}
        onPlay=${place.play} /></div>
    <div class="stack"><${ReplayMoves} game=${game} notation=${result?.notation ?? []}
        ply=${place.ply} onPick=${place.setPly} />
      <${Graph} game=${game} numbers=${game.values} ply=${place.ply} onPick=${place.setPly}
        label="value" /><p class="muted">Each engine's own value of its position.</p>
      <${Graph} game=${game} numbers=${game.times_ms} ply=${place.ply} onPick=${place.setPly}
        label="time in ms" />
      <${Record} text=${game.record || result?.record} /></div>
  </div>`;
}

/** The record as text, to read and to copy. */
function Record({ text }) {
  const [copied, setCopied] = useState('');
  if (!text) return null;
  const copy = async () => setCopied(await copyText(text) ? 'copied' : 'not permitted');
  return html`<details><summary>Record</summary>
    <${Button} onClick=${copy}>Copy the record<//> <span role="status">${copied}</span>
    <${ScrollBox} label="Record" kind="scroll"><pre class="code-block">${text}</pre><//></details>`;
}

function Facts({ game }) {
  const excused = excusedText(game);
  return html`<div>
    <p>${game.seats.join(' – ')}: <b>${game.result}</b> (${game.reason || game.ending})</p>
    ${excused && html`<p class="muted">Moves that were late only by the machine: ${excused}</p>`}
    ${game.faults.map((fault) => html`<${FaultText} fault=${fault} />`)}</div>`;
}

function Neighbors({ name, number, last, link }) {
  return html`<span class="row">
    ${number > 0 && html`<a href=${link(name, number - 1)}>Previous</a>`}
    ${number < last && html`<a href=${link(name, number + 1)}>Next</a>`}
    <a href=${`#/match/${encodeURIComponent(name)}`}>Close</a></span>`;
}

/** `link(name, number)` is the address of a game, `last` the highest number of the list. */
export function GameReplay({ socket, name, number, last, link }) {
  const { result, error } = useRequest(socket, 'game', { name, number });
  const game = useMemo(() => result && readGame(result), [result]);
  const neighbors = html`<${Neighbors} name=${name} number=${number} last=${last} link=${link} />`;
  return html`<${Panel} title=${`Game ${shownNumber(number)}`} actions=${neighbors}>
    <${ErrorText} error=${error} />
    ${!game && !error && html`<${Loading} />`}
    ${game && html`<${Facts} game=${game} />`}
    ${game && (game.game === 'poker' ? html`<${HandReplay} record=${game.record} />
      <${Record} text=${game.record} />`
    : html`<${BoardGame} socket=${socket} game=${game} />`)}
  <//>`;
}

/** The last position of a game, with a link to its replay. */
export function MiniGame({ socket, name, game, link }) {
  const { result, error } = useRequest(socket, 'game', { name, number: game.number });
  return html`<figure class="mini-game">
    <${ErrorText} error=${error} />
    ${!result && !error && html`<${Loading} />`}
    ${result && html`<${BoardAt} socket=${socket} game=${result} ply=${result.moves.length} />`}
    <figcaption><a href=${link}>Game ${shownNumber(game.number)}</a>:${' '}
      ${game.seats.join(' – ')}, ${game.result}</figcaption></figure>`;
}

/** A game that is being played, as the server reports it: {number, game, start, moves, seats}. */
export function RunningGame({ socket, game }) {
  return html`<figure class="mini-game">
    <${BoardAt} socket=${socket} game=${game} ply=${game.moves.length} />
    <figcaption>Game ${shownNumber(game.number)} is being played:${' '}
      ${game.seats.join(' – ')}, move ${game.moves.length}</figcaption></figure>`;
}
