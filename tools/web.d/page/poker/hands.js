// Cards, classes of starting hands and betting texts of hold'em, without drawing. Pure functions,
// so that node can test them. Cards are texts such as "Ah"; a betting text is that of ACPC:
// "cr300/c".

import { percent, signed } from '../core/format.js';

export const kRanks = 'AKQJT98765432';
export const kSuits = 'shdc';

const kRankNames = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight',
  7: 'seven', 6: 'six', 5: 'five', 4: 'four', 3: 'three', 2: 'two' };
const kSuitNames = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
const kStreets = ['preflop', 'flop', 'turn', 'river'];
const kGrid = 13;
const kBoardCards = [0, 3, 4, 5];

/** "As" -> "ace of spades"; null or another text -> "hidden card". */
export function cardName(card) {
  const rank = card && kRankNames[card[0]];
  const suit = card && kSuitNames[card[1]];
  return rank && suit && card.length === 2 ? `${rank} of ${suit}` : 'hidden card';
}

/** All 52 cards, by suit, from the ace down. */
export function allCards() {
  return [...kSuits].flatMap((suit) => [...kRanks].map((rank) => rank + suit));
}

/**
 * Reads cards such as "KhTd2c" or "kh td 2c". Returns them, or null if the text has something else,
 * a card twice or more than five cards.
 */
export function parseBoard(text) {
  const plain = text.replace(/[\s,/]+/g, '');
  if (plain.length % 2 !== 0) return null;
  const cards = [];
  for (let at = 0; at < plain.length; at += 2) {
    const card = plain[at].toUpperCase() + plain[at + 1].toLowerCase();
    if (!kRanks.includes(card[0]) || !kSuits.includes(card[1]) || cards.includes(card)) return null;
    cards.push(card);
  }
  return cards.length > 5 ? null : cards;
}

/** The 169 classes in the order of the grid: rows and columns from the ace down, suited above. */
export function handClasses() {
  const names = [];
  for (let row = 0; row < 13; ++row) {
    for (let column = 0; column < 13; ++column) names.push(className(row, column));
  }
  return names;
}

/** Name of the class at a place of the grid: "AKs" at (0, 1), "AKo" at (1, 0), "AA" at (0, 0). */
export function className(row, column) {
  if (row === column) return kRanks[row] + kRanks[row];
  const suffix = column > row ? 's' : 'o';
  return kRanks[Math.min(row, column)] + kRanks[Math.max(row, column)] + suffix;
}

/** Class of two cards: "As", "Kd" -> "AKo". */
export function classOf(first, second) {
  const high = Math.min(kRanks.indexOf(first[0]), kRanks.indexOf(second[0]));
  const low = Math.max(kRanks.indexOf(first[0]), kRanks.indexOf(second[0]));
  return first[1] === second[1] ? className(high, low) : className(low, high);
}

/** Number of holdings of a class that are possible with these cards on the board, 0 to 12. */
export function combinations(name, board = []) {
  const left = (rank) => [...kSuits].filter((suit) => !board.includes(rank + suit));
  const first = left(name[0]);
  const second = left(name[1]);
  if (name.length === 2) return first.length * (first.length - 1) / 2;
  const suited = first.filter((suit) => second.includes(suit)).length;
  return name[2] === 's' ? suited : first.length * second.length - suited;
}

/** Splits a betting text into its rounds of actions: "cr300c/c" -> [["c", "r300", "c"], ["c"]]. */
export function bettingRounds(history) {
  return history.split('/').map((round) => round.match(/[fc]|r\d*/g) || []);
}

/** True if the text is a betting text: rounds of f, c, r or r with a number. */
export function isBetting(history) {
  return /^([fc]|r\d*)*(\/([fc]|r\d*)*)*$/.test(history);
}

/** Name of the street that a betting text has reached. */
export function streetOf(history) {
  return kStreets[bettingRounds(history).length - 1] || 'showdown';
}

/** Number of board cards that a betting text needs. */
export function cardsNeeded(history) {
  return kBoardCards[Math.min(bettingRounds(history).length, 4) - 1];
}

/**
 * True if the round ends with its last action: every player that has not folded has acted since
 * the last raise. `alive` is the number of players in the round, `roundActions` its actions.
 */
function roundEnds(roundActions, alive) {
  let waiting = alive;
  let playing = alive;
  for (const action of roundActions) {
    if (action[0] === 'r') waiting = playing - 1;
    else waiting -= 1;
    if (action[0] === 'f') playing -= 1;
  }
  return waiting <= 0 && playing > 1;
}

/** The betting text after one more action; a "/" is added if the action ends its round. */
export function appendAction(history, action, players = 2) {
  const text = history + action;
  const rounds = bettingRounds(text);
  const folds = rounds.slice(0, -1).flat().filter((one) => one === 'f').length;
  const ends = roundEnds(rounds.at(-1), players - folds) && rounds.length < 4;
  return ends ? `${text}/` : text;
}

/**
 * The path of a betting text as steps that a user can return to:
 * [{history: text before the action, action, round}].
 */
export function pathSteps(history) {
  const steps = [];
  let before = '';
  bettingRounds(history).forEach((round, number) => {
    if (number > 0) before += '/';
    for (const action of round) {
      steps.push({ history: before, action, round: number });
      before += action;
    }
  });
  return steps;
}

/** An action of ACPC in words: "f" -> "fold", "r400" -> "raise to 400". */
export function actionName(action) {
  if (action === 'f') return 'fold';
  if (action === 'c') return 'check or call';
  return action.length > 1 ? `raise to ${action.slice(1)}` : 'raise';
}

/**
 * Kind of an action for colors: "fold", "call", or "raise-1" to "raise-4" from the smallest raise
 * of `actions` to the largest.
 */
export function actionKind(action, actions) {
  if (action[0] === 'f') return 'fold';
  if (action[0] === 'c') return 'call';
  const raises = actions.filter((one) => one[0] === 'r');
  return `raise-${Math.min(raises.indexOf(action), 3) + 1}`;
}

/**
 * Mean mix over all holdings of a range: each class counts by its probability and its number of
 * holdings. Returns one probability per action, or zeros if nothing reaches the node.
 */
export function meanMix(cells, count, board = []) {
  const sums = new Array(count).fill(0);
  let total = 0;
  for (const cell of cells) {
    const weight = cell.probability * combinations(cell.name, board);
    total += weight;
    cell.mix.forEach((share, index) => {
      sums[index] += weight * share;
    });
  }
  return sums.map((sum) => (total > 0 ? sum / total : 0));
}

/** The cell of a range with this name, or null. */
export function findCell(cells, name) {
  return cells.find((cell) => cell.name === name) || null;
}

/** Maximum difference of the mixes of two cells, by action text; null if one is missing. */
export function mixDifference(first, firstActions, second, secondActions) {
  if (!first || !second) return null;
  const share = (cell, actions, action) => cell.mix[actions.indexOf(action)] || 0;
  const all = [...new Set([...firstActions, ...secondActions])];
  return Math.max(...all.map((action) => Math.abs(share(first, firstActions, action)
    - share(second, secondActions, action))));
}

/** Raise sizes to offer as buttons: [{name, to}], inside the limits, without repetitions. */
export function raisePresets({ min, max, pot, toCall, committed }) {
  const sizes = [['minimum', min]];
  for (const [name, share] of [['half pot', 0.5], ['pot', 1], ['two pots', 2]]) {
    sizes.push([name, Math.round(committed + toCall + share * (pot + toCall))]);
  }
  sizes.push(['all-in', max]);
  const seen = new Set();
  return sizes.filter(([, to]) => to >= min && to <= max && !seen.has(to) && seen.add(to))
    .map(([name, to]) => ({ name, to }));
}

/** Chips in big blinds with a sign: "+3.2 bb". */
export function bigBlinds(chips, bigBlind) {
  if (!Number.isFinite(chips) || !bigBlind) return '–';
  return signedBlinds(chips / bigBlind);
}

/** A number of big blinds with a sign: "+3.20 bb", "0.00 bb"; "–" for none. */
export function signedBlinds(value, digits = 2) {
  return Number.isFinite(value) ? `${signed(value, digits)} bb` : '–';
}

/** A probability as text: "12 %"; "–" for none. */
export function shareText(part, digits = 0) {
  return Number.isFinite(part) ? percent(part, digits) : '–';
}

/** A mix in words: "fold 12 %, call 55 %". */
export function mixText(mix, actions) {
  return mix.map((share, index) => [share, actions[index].name])
    .filter(([share]) => share >= 0.005)
    .map(([share, name]) => `${name} ${shareText(share)}`).join(', ') || 'no action';
}

/** Place in the grid of 13 x 13 after an arrow key, or null. */
export function gridPlaceAfterKey(key, place) {
  const row = Math.floor(place / kGrid);
  const column = place % kGrid;
  const inside = (number) => Math.min(kGrid - 1, Math.max(0, number));
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
    Home: [0, -kGrid], End: [0, kGrid], PageUp: [-kGrid, 0], PageDown: [kGrid, 0] };
  if (!(key in moves)) return null;
  const [down, right] = moves[key];
  return inside(row + down) * kGrid + inside(column + right);
}

/** Loss by the end of each decision: x from 1, y the sum of the losses in big blinds so far. */
export function addedLosses(decisions) {
  let sum = 0;
  return { x: decisions.map((_, index) => index + 1),
    y: decisions.map(({ loss }) => { sum += loss; return Math.round(1000 * sum) / 1000; }) };
}
