// Standings and crosstable from the object of `trivium-match status --json`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { crosstable, estimateText, faultsText, isPoker, microsecondsText,
  pairingFigures, pairingOf, sprtText, standingsRows, withError }
  from '../page/matches/crosstable.js';

const engine = { rank: 1, name: 'A', games: 4, wins: 2, draws: 1, losses: 1, points: 2.5, elo: 40.4,
  elo_standard_error: 10, faults: { 'time loss': 2, crash: 0 }, least_time_left_us: -1500,
  excused_late_moves: 3 };
const pairing = { first: 'A', second: 'B', wins: 2, draws: 1, losses: 1, pairs: [0, 1, 0, 1, 0],
  elo: { value: 10, low: -20, high: null }, normalised_elo: { value: null, low: 3, high: null },
  likelihood_of_superiority: 0.75 };
const status = {
  tournament: 't', games: 4, pairings: [pairing],
  engines: [engine, { ...engine, rank: 2, name: 'B', points: 1.5, elo: null }, { ...engine, rank: 3,
    name: 'C', games: 0, points: 0 }],
};
const poker = {
  tournament: 'p', games: 2,
  engines: [
    { rank: 1, name: 'A', hands: 80, deals: 40, mbb_per_hand: { mean: 850, standard_error: 160 },
      mbb_per_hand_all_in_expectation: { mean: 840, standard_error: null }, faults: {} },
    { rank: 2, name: 'B', hands: 80, deals: 40, mbb_per_hand: { mean: -850, standard_error: 160 },
      mbb_per_hand_all_in_expectation: { mean: -840, standard_error: 150 }, faults: {} },
  ],
  pairings: [{ first: 'A', second: 'B', hands: 80, deals: 40,
    mbb_per_hand: { mean: 850, standard_error: 160 } }],
  aivat: { engines: [{ name: 'A', mbb_per_hand_aivat: { mean: 700, standard_error: 50 } }] },
};

test('rows of the standings have shares, Elo with its interval, faults and delays', () => {
  const [first, second, third] = standingsRows(status);
  assert.equal(first.share, '62.5 %');
  assert.equal(first.elo, '+40 ± 20');
  assert.equal(first.faults, '2 time loss');
  assert.equal(first.leastTime, '-1.5 ms');
  assert.equal(first.excused, 3);
  assert.equal(second.elo, '–');
  assert.equal(third.share, '–');
});

test('rows of a poker tournament have winnings, also by AIVAT where it is known', () => {
  assert.ok(isPoker(poker));
  assert.ok(!isPoker(status));
  const [first, second] = standingsRows(poker);
  assert.equal(first.winnings, '+850 ± 314');
  assert.equal(first.allIn, '+840');
  assert.equal(first.aivat, '+700 ± 98');
  assert.equal(second.aivat, '–');
});

test('the crosstable shows each pairing from both sides', () => {
  const { names, rows } = crosstable(status);
  assert.deepEqual(names, ['A', 'B', 'C']);
  assert.equal(rows[0][0], null);
  assert.equal(rows[0][2], null);
  assert.equal(rows[0][1].text, '2.5 / 4');
  assert.equal(rows[1][0].text, '1.5 / 4');
  assert.equal(rows[1][0].score, 0.375);
  assert.match(rows[1][0].title, /won 1, drawn 1, lost 2; Elo −10 \(−∞ to \+20\)/);
});

test('the crosstable of poker has winnings with opposite signs', () => {
  const { rows } = crosstable(poker);
  assert.equal(rows[0][1].text, '+850');
  assert.equal(rows[1][0].text, '−850');
  assert.equal(rows[1][0].score, 0);
});

test('a pairing seen from the other side exchanges wins, pairs and intervals', () => {
  const turned = pairingOf(status, 'B', 'A');
  assert.equal(turned.wins, 1);
  assert.deepEqual(turned.pairs, [0, 1, 0, 1, 0]);
  assert.deepEqual(turned.elo, { value: -10, low: null, high: 20 });
  assert.equal(turned.likelihood_of_superiority, 0.25);
  assert.equal(pairingOf(status, 'A', 'C'), null);
});

test('estimates without a finite value are shown as infinite', () => {
  assert.equal(estimateText({ value: null, low: -42.94, high: null }), '∞ (−42.9 to ∞)');
  assert.equal(estimateText({ value: null, low: null, high: -5 }), '−∞ (−∞ to −5.0)');
  assert.equal(estimateText({ value: null, low: null, high: null }), '– (−∞ to ∞)');
  assert.equal(estimateText(undefined), '–');
});

test('a value without an error has no interval', () => {
  assert.equal(withError(null, 1), '–');
  assert.equal(withError(-3, null, 0), '−3');
});

test('faults and times are readable', () => {
  assert.equal(faultsText({ crash: 1, 'time loss': 2 }), '1 crash, 2 time loss');
  assert.equal(faultsText({}), '');
  assert.equal(microsecondsText(1234567), '1.23 s');
  assert.equal(microsecondsText(250000), '250 ms');
  assert.equal(microsecondsText(null), '–');
});

test('figures of a pairing are those of its kind', () => {
  assert.deepEqual(pairingFigures(pairing)[3], ['likelihood of superiority', '75.0 %']);
  assert.deepEqual(pairingFigures(poker.pairings[0])[0], ['hands', '80']);
});

test('the sentence of a sequential test names its verdict', () => {
  const sprt = { model: 'normalised', elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, llr: 2.951,
    lower: -2.944, upper: 2.944, verdict: 'H1' };
  assert.equal(sprtText(sprt), 'LLR 2.95 between -2.94 and 2.94: H1 accepted (normalized Elo 0 '
    + 'against 5, alpha 0.05, beta 0.05)');
  assert.match(sprtText({ ...sprt, model: 'logistic', verdict: 'undecided' }), /undecided \(Elo/);
});
