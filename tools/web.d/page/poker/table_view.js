// The poker table: a person plays against a strategy of Trivium. On request the view shows what the
// strategy would do in the person's place, the equity and the price of a call.
import { Button, classes, html, Panel, Select, useEffect, useKeys, useRef, useState }
  from '../core/ui.js';
import { integer } from '../core/format.js';
import { LineGraph } from '../core/line_graph.js';
import { Cards } from './cards.js';
import { bigBlinds, raisePresets, shareText, signedBlinds } from './hands.js';
import { MixBar } from './range_grid.js';
import { rangeLink } from './range_link.js';

const kBoardPlaces = 5;

function chips(amount) {
  return Number.isFinite(amount) ? integer(amount) : '–';
}

/** Game, policy and the button that opens a table. */
function Opening({ poker, busy, onOpen }) {
  const [game, setGame] = useState(poker.games[0] || '');
  const [policy, setPolicy] = useState('');
  const policies = poker.policies[game] || [];
  const chosen = policies.includes(policy) ? policy : policies[0] || '';
  const submit = (event) => {
    event.preventDefault();
    onOpen(game, chosen);
  };
  const options = (names) => names.map((name) => [name, name]);
  return html`<form class="row" onSubmit=${submit}>
    <${Select} label="Game" value=${game} options=${options(poker.games)} onChange=${setGame} />
    <${Select} label="Policy of the opponent" value=${chosen} options=${options(policies)}
      onChange=${setPolicy} />
    <button type="submit" class="button button-main" disabled=${busy || !chosen}>Deal</button>
  </form>`;
}

/** Chips that a seat won in the hand; the server may state only those of the person. */
function wonBy(table, number) {
  if (Array.isArray(table.winnings)) return table.winnings[number];
  if (number === table.person) return table.winnings;
  return table.seats.length === 2 ? -table.winnings : NaN;
}

function Seat({ table, number }) {
  const seat = table.seats[number];
  const turn = table.turn === number && !table.over;
  const state = [seat.role, turn && 'to act', seat.folded && 'folded'].filter(Boolean);
  return html`<section class=${classes('seat', turn && 'seat-turn', seat.folded && 'seat-folded')}
    aria-label=${`Seat ${number + 1}: ${seat.name}`}>
    <div><b>${seat.name}</b>${state.length > 0 && html` <small>(${state.join(', ')})</small>`}</div>
    <${Cards} cards=${seat.cards || [null, null]} label=${`Cards of ${seat.name}`} />
    <div class="chips">${Number.isFinite(seat.stack) && `stack ${chips(seat.stack)}, `}committed ${chips(seat.committed)}
      ${table.over && html`<b class="won">${' '}${bigBlinds(wonBy(table, number),
        table.big_blind)}</b>`}</div>
  </section>`;
}

function RaiseForm({ table, action, disabled, onAct }) {
  const fixed = !(action.max > action.min);
  const [to, setTo] = useState(action.min);
  const value = Math.min(Math.max(to, action.min || 0), action.max || to);
  useEffect(() => setTo(action.min), [table.hand, table.log.length]);
  const person = table.seats[table.person];
  const call = table.actions.find((one) => one.action === 'c');
  const presets = fixed ? [] : raisePresets({ min: action.min, max: action.max, pot: table.pot,
    toCall: (call && call.amount) || 0, committed: person.committed });
  // Enter in the field for the number raises by what the field has.
  const submit = (event) => {
    event.preventDefault();
    const typed = Number(event.currentTarget.elements.to?.value ?? value);
    const amount = fixed ? value : Math.min(Math.max(typed, action.min), action.max);
    if (!disabled) onAct(action.min > 0 ? `r${Math.round(amount)}` : 'r');
  };
  return html`<form class="raise-form" onSubmit=${submit} novalidate>
    ${!fixed && html`<label class="field">Raise to (in chips)
      <input type="range" min=${action.min} max=${action.max} value=${value} step="1"
        aria-label="Raise to, slider" onInput=${(event) => setTo(Number(event.target.value))} />
      <input type="number" name="to" min=${action.min} max=${action.max} value=${value}
        aria-label="Raise to, number" onChange=${(event) => setTo(Number(event.target.value))} />
    </label>
    <span class="row">${presets.map((preset) => html`<${Button}
      onClick=${() => setTo(preset.to)}>${preset.name}<//>`)}</span>`}
    <button type="submit" class="button act act-raise-2" disabled=${disabled} data-key="r"
      >${action.name}${action.min > 0 ? ` to ${chips(value)}` : ''}
      <kbd>R</kbd></button>
  </form>`;
}

/** The legal actions as buttons. Keys: F, C, R. */
function Actions({ table, disabled, onAct }) {
  const raise = table.actions.find((one) => one.action[0] === 'r');
  return html`<div class="actions" role="group" aria-label="Your actions">
    ${table.actions.filter((one) => one.action[0] !== 'r').map((one) => html`
      <button type="button" class=${`button act act-${one.action === 'f' ? 'fold' : 'call'}`}
        disabled=${disabled} data-key=${one.action} onClick=${() => onAct(one.action)}>
        ${one.name}${one.amount > 0 ? ` ${chips(one.amount)}` : ''}
        <kbd>${one.action.toUpperCase()}</kbd></button>`)}
    ${raise && html`<${RaiseForm} table=${table} action=${raise} disabled=${disabled}
      onAct=${onAct} />`}
  </div>`;
}

/** What the strategy would do in the person's place. */
function Why({ why, game, policy, hasRange }) {
  const mix = why.mix.map((one) => one.probability);
  return html`<${Panel} title="The strategy in your place">
    <div class="mix-bar" aria-hidden="true"><${MixBar} mix=${mix} actions=${why.mix} /></div>
    <ul class="plain">${why.mix.map((one) => html`<li>${one.name}: <b>${shareText(one.probability,
      1)}</b></li>`)}</ul>
    <dl class="figures">
      ${why.hand && html`<dt>Your hand</dt>
        <dd>${[why.hand, ...(why.draws ?? [])].join(', ')}</dd>`}
      <dt>Equity of your cards</dt><dd>${shareText(why.equity, 1)}</dd>
      ${Number.isFinite(why.equity_random) && html`<dt>against random cards</dt>
        <dd>${shareText(why.equity_random, 1)}</dd>`}
      <dt>Price of a call</dt><dd>${shareText(why.price, 1)}</dd>
    </dl>
    ${why.pot_odds && html`<p>A call wins ${chips(why.pot_odds.wins)} chips. It pays if you win
      ${' '}at least ${shareText(why.pot_odds.needed, 1)} of such pots.</p>`}
    ${why.range && hasRange && html`<p><a
      href=${rangeLink({ game, policies: [policy], ...why.range })}>Ranges at this
      decision</a></p>`}
  <//>`;
}

function Log({ table }) {
  return html`<${Panel} title=${`Hand ${table.hand}`}>
    <ol class="hand-log">${table.log.map((one) => html`<li>
      <small>${one.street}</small> ${table.seats[one.seat] ? table.seats[one.seat].name : ''}:${' '}
      ${one.name}</li>`)}</ol>
  <//>`;
}

function Session({ table, course }) {
  const { session, big_blind: blind } = table;
  const series = [{ label: 'chips in big blinds', x: course.map((one) => one.hands),
    y: course.map((one) => one.chips / blind) }];
  return html`<${Panel} title="Session">
    <dl class="figures">
      <dt>Hands</dt><dd>${session.hands}</dd>
      <dt>Winnings</dt><dd>${bigBlinds(session.chips, blind)}</dd>
      <dt>per hand</dt><dd>${signedBlinds(session.big_blinds_per_hand)}</dd>
      <dt><abbr title="An unbiased estimate of winnings that removes most of the luck of the cards">
        per hand by AIVAT</abbr></dt>
      <dd>${signedBlinds(session.aivat_big_blinds_per_hand)}</dd>
    </dl>
    ${course.length > 1 && html`<${LineGraph} series=${series} xLabel="hands" yLabel="big blinds"
      label="Winnings by hand" height=${160} />`}
  <//>`;
}

function Felt({ table }) {
  const others = table.seats.map((_, number) => number).filter((one) => one !== table.person);
  return html`<div class="felt">
    <div class="seats">${others.map((one) => html`<${Seat} table=${table} number=${one} />`)}</div>
    <div class="felt-middle">
      <${Cards} cards=${table.board} places=${kBoardPlaces} label="Board" />
      <div class="pot" role="status">Pot <b>${chips(table.pot)}</b>, ${table.street}</div>
    </div>
    <div class="seats"><${Seat} table=${table} number=${table.person} /></div>
  </div>`;
}

function outcome(table) {
  const won = wonBy(table, table.person);
  if (won > 0) return `You win ${chips(won)} chips.`;
  return won < 0 ? `You lose ${chips(-won)} chips.` : 'Nobody wins chips.';
}

/** Clicks the button of `host` whose data-key is the pressed key. */
function useButtonKeys(host) {
  useKeys((event) => {
    const name = CSS.escape(event.key.toLowerCase());
    const button = host.current && host.current.querySelector(`[data-key="${name}"]`);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}

/** The table of the server: open, act, next hand and close; one request at a time. */
function useTable(socket) {
  const [table, setTable] = useState(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const current = useRef(null);
  const ask = async (method, params) => {
    setBusy(true);
    setError('');
    try {
      const answer = await socket.request(method, params);
      current.current = answer.table;
      setTable(answer);
    } catch (failure) {
      setError(failure.message);
      if (failure.code === 'not_found') setTable(null);
    }
    setBusy(false);
  };
  const close = () => {
    const open = current.current;
    if (open !== null) socket.request('poker_close', { table: open }).catch(() => {});
    current.current = null;
    setTable(null);
  };
  useEffect(() => close, []);
  return { table, error, busy, close,
    open: (game, policy) => ask('poker_new', { game, policy }),
    act: (action) => ask('poker_act', { table: current.current, action }),
    next: () => ask('poker_next', { table: current.current }) };
}

/** Points {hands, chips} of the session: one for each hand that ended. */
function useCourse(table) {
  const [course, setCourse] = useState([]);
  useEffect(() => {
    if (!table) {
      setCourse([]);
      return;
    }
    const { hands, chips: won } = table.session;
    setCourse((old) => (table.over && !old.some((one) => one.hands === hands)
      ? [...old, { hands, chips: won }] : old));
  }, [table]);
  return course;
}

/** The engine's view of the decision; forgotten when the table changes. */
function useWhy(socket, table) {
  const [why, setWhy] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    setWhy(null);
    setError('');
  }, [table]);
  const ask = () => socket.request('poker_why', { table: table.table })
    .then(setWhy, (failure) => setError(failure.message));
  return { why, error, ask };
}

function Controls({ table, busy, play, why }) {
  const yours = table.turn === table.person && !table.over;
  return html`<div class="controls">
    ${yours && html`<${Actions} table=${table} disabled=${busy} onAct=${play.act} />`}
    ${table.over && html`<p role="status">${outcome(table)}</p>
      <button type="button" class="button button-main" disabled=${busy} data-key="n"
        onClick=${play.next}>Next hand <kbd>N</kbd></button>`}
    <div class="row">
      <button type="button" class="button" disabled=${!yours || busy} data-key="w"
        onClick=${why.ask}>What would the strategy do? <kbd>W</kbd></button>
      <${Button} onClick=${play.close}>Leave the table<//>
    </div>
  </div>`;
}

export function PokerTableView({ socket, hello }) {
  const host = useRef(null);
  const play = useTable(socket);
  const { table, busy } = play;
  const course = useCourse(table);
  const why = useWhy(socket, table);
  useButtonKeys(host);
  const poker = hello && hello.poker;
  if (!poker || poker.games.length === 0)
    return html`<p role="status">This server has no players of poker.</p>`;
  return html`<div class="poker" ref=${host}>
    <h2>Poker table</h2>
    <p><a href="#/range">Ranges of the strategies</a>, <a href="#/hands">review of hands</a></p>
    ${!table && html`<${Opening} poker=${poker} busy=${busy} onOpen=${play.open} />`}
    ${(play.error || why.error) && html`<p class="error" role="alert"
      >${play.error || why.error}</p>`}
    ${table && html`<div class="columns columns-wide-left">
      <div><${Felt} table=${table} />
        <${Controls} table=${table} busy=${busy} play=${play} why=${why} /></div>
      <div class="stack">
        ${why.why && html`<${Why} why=${why.why} game=${table.game} policy=${table.policy}
          hasRange=${poker.ranges[table.game]?.includes(table.policy)} />`}
        <${Log} table=${table} />
        <${Session} table=${table} course=${course} />
      </div>
    </div>`}
  </div>`;
}
