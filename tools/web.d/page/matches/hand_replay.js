// Replay of a block of poker: its hands, with the cards of all players, step by step.

import { Button, html, Select, useMemo, useState } from '../core/ui.js';
import { signed } from '../core/format.js';
import { Cards } from '../poker/cards.js';
import { actionName } from '../poker/hands.js';
import { bettingUntil, handSteps, parseLog } from '../poker/state_line.js';
import { stepTo } from './games.js';

const kStreets = ['before the flop', 'flop', 'turn', 'river'];
const kBoardPlaces = 5;

function stepText(step) {
  if (step.action) return actionName(step.action);
  return step.round === 0 ? 'cards are dealt' : `the ${kStreets[step.round] ?? 'next street'}`;
}

function Players({ hand }) {
  return html`<div class="seats">${hand.players.map((name, seat) => html`<section class="seat"
    aria-label=${name}><b>${name}</b> <${Cards} cards=${hand.cards[seat] ?? []}
      label=${`Cards of ${name}`} />
    <span class="number">${signed(hand.winnings[seat], 0)} chips</span></section>`)}</div>`;
}

function Hand({ hand }) {
  const steps = useMemo(() => handSteps(hand), [hand]);
  const last = steps.length - 1;
  const [place, setPlace] = useState(0);
  const at = Math.min(place, last);
  const go = (key) => setPlace(stepTo(at, key, last));
  return html`<div class="felt">
    <${Players} hand=${hand} />
    <div class="felt-middle">
      <${Cards} cards=${steps[at].board} places=${kBoardPlaces} label="Board" />
      <div role="status">${stepText(steps[at])};${' '}
        <code>${bettingUntil(steps, at) || '–'}</code></div>
    </div>
    <div class="row" role="group" aria-label="Steps of the hand">
      <${Button} disabled=${at === 0} onClick=${() => go('Home')}>Start<//>
      <${Button} disabled=${at === 0} onClick=${() => go('ArrowLeft')}>Back<//>
      <${Button} disabled=${at === last} onClick=${() => go('ArrowRight')}>On<//>
      <${Button} disabled=${at === last} onClick=${() => go('End')}>End<//></div>
  </div>`;
}

/** `record` is the log of the block: one STATE line for each hand. */
export function HandReplay({ record }) {
  const hands = useMemo(() => parseLog(record ?? ''), [record]);
  const [chosen, setChosen] = useState(0);
  if (hands.length === 0) return html`<p class="muted">The record has no hands.</p>`;
  const options = hands.map((hand, index) => [String(index),
    `hand ${hand.number + 1}: ${hand.players[0]} ${signed(hand.winnings[0], 0)}`]);
  return html`<div class="stack"><div class="row">
      <${Select} label="Hand" value=${String(chosen)} options=${options}
        onChange=${(value) => setChosen(Number(value))} />
      <${Button} disabled=${chosen + 1 >= hands.length}
        onClick=${() => setChosen(chosen + 1)}>Next hand<//></div>
    <${Hand} key=${chosen} hand=${hands[chosen]} /></div>`;
}
