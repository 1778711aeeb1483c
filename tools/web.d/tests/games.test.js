// Lists of games of a tournament.
import assert from 'node:assert/strict';
import test from 'node:test';
import { excusedText, faultFacts, filterGames, firstMissing, mergeGames, playedText, readGame,
  readRow, seriesBySeat, stepTo }
  from '../page/matches/games.js';

test('a running tournament has a number of games to come', () => {
  assert.equal(playedText({ games: 3, games_planned: 1200 }), '3 of 1,200 games');
  assert.equal(playedText({ games: 3, games_planned: 1200, sprt: {} }), '3 of at most 1,200 games');
  assert.equal(playedText({ games: 1, games_planned: null }), '1 game');
  assert.equal(playedText({ games: 4, games_planned: 4 }), '4 games');
});

const numbers = (games) => games.map((game) => game.number);

test('games that arrive late or again are in order and once', () => {
  const merged = mergeGames([{ number: 1 }, { number: 3, old: true }],
    [{ number: 2 }, { number: 3 }]);
  assert.deepEqual(merged, [{ number: 1 }, { number: 2 }, { number: 3 }]);
});

test('the next request begins at the first missing game', () => {
  assert.equal(firstMissing([]), 0);
  assert.equal(firstMissing([{ number: 0 }, { number: 1 }, { number: 3 }]), 2);
  assert.equal(firstMissing([{ number: 0 }, { number: 1 }]), 2);
  assert.equal(firstMissing([{ number: 2 }]), 0);
});

test('games are filtered by engine, loss, draw and fault', () => {
  const games = [
    { number: 1, seats: ['A', 'B'], result: '1-0', fault: '' },
    { number: 2, seats: ['B', 'A'], result: '1-0', fault: 'time loss' },
    { number: 3, seats: ['A', 'C'], result: '1/2-1/2' },
  ];
  const chosen = (...filter) => numbers(filterGames(games, ...filter));
  assert.deepEqual(chosen('all', 'B'), [1, 2]);
  assert.deepEqual(chosen('losses', 'A'), [2]);
  assert.deepEqual(chosen('losses'), [1, 2]);
  assert.deepEqual(chosen('draws'), [3]);
  assert.deepEqual(chosen('faults'), [2]);
});

test('faults are texts or objects with evidence', () => {
  assert.deepEqual(faultFacts('crash'), { title: 'crash', lines: [] });
  assert.deepEqual(faultFacts({ engine: 'A', kind: 'time loss', reason: '12 ms over',
    evidence: ['> go'] }), { title: 'A: time loss: 12 ms over', lines: ['> go'] });
  assert.deepEqual(faultFacts({ evidence: 'line' }), { title: 'fault', lines: ['line'] });
});

test('numbers of moves are split by seat', () => {
  assert.deepEqual(seriesBySeat(['A', 'B'], [10, 20, 30]), [
    { label: 'A', x: [1, 3], y: [10, 30] }, { label: 'B', x: [2], y: [20] }]);
});

test('steps of a replay stay inside the game', () => {
  assert.equal(stepTo(0, 'ArrowLeft', 9), 0);
  assert.equal(stepTo(3, 'ArrowRight', 9), 4);
  assert.equal(stepTo(3, 'End', 9), 9);
  assert.equal(stepTo(3, 'x', 9), null);
});

test('a row of the list has its result and the kind of its fault', () => {
  const row = { number: 0, seats: ['A', 'B'], points: [0, 1], ending: 'time loss', fault: true,
    moves: 9 };
  assert.equal(readRow(row).result, '0-1');
  assert.equal(readRow(row).fault, 'time loss');
  assert.equal(readRow({ ...row, points: [0.5, 0.5], fault: false }).result, '1/2-1/2');
  assert.equal(readRow({ ...row, fault: false }).fault, '');
  assert.equal(readRow({ number: 0, seats: ['A', 'B'], points: [-170, 170], fault: false }).result,
    '−170 chips');
});

test('a game has values as numbers, its fault with evidence, and its record', () => {
  const game = readGame({ game: 'chess', moves: ['e2e4', 'e7e5', 'd2d4'], points: [1, 0],
    ending: 'crash', reason: 'Black crashed', fault: true, evidence: ['> go'],
    values: [{ hundredths: 35 }, { mate: 5 }, null] });
  assert.deepEqual(game.values, [0.35, null, null]);
  assert.deepEqual(game.faults, [{ kind: 'crash', reason: 'Black crashed', evidence: ['> go'] }]);
  assert.equal(game.result, '1-0');
  const poker = readGame({ points: [5, -5], ending: 'rules', fault: false,
    log: 'STATE' });
  assert.equal(poker.game, 'poker');
  assert.equal(poker.record, 'STATE');
  assert.deepEqual(poker.moves, []);
  assert.equal(poker.result, '+5 chips');
});

test('moves that the machine delayed are named by engine', () => {
  assert.equal(excusedText({ seats: ['A', 'B'], excused: [0, 2] }), 'B 2');
  assert.equal(excusedText({ seats: ['A', 'B'] }), '');
});
