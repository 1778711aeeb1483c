// The course of a sequential test. The expected LLRs are those that `trivium-match status --json`
// printed for tournaments with these counts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { halfPoints, logLikelihoodRatio, scoreOfElo, sprtCourse, thin }
  from '../page/matches/sprt.js';

const close = (value, expected) => assert.ok(Math.abs(value - expected) < 1e-9,
  `${value} is not ${expected}`);
const kNormalized = { elo0: 0, elo1: 30, model: 'normalised' };

test('the LLR of pairs is that of trivium-match', () => {
  close(logLikelihoodRatio(kNormalized, [11, 3, 21, 13, 12]), 0.6369386281390028);
  close(logLikelihoodRatio({ ...kNormalized, model: 'logistic' }, [11, 3, 21, 13, 12]),
    0.6473179686170765);
  close(logLikelihoodRatio({ elo0: 0, elo1: 5, model: 'normalised' }, [0, 0, 10, 0, 0]),
    -0.0026994307556178427);
});

test('the LLR of single games is that of trivium-match', () => {
  close(logLikelihoodRatio(kNormalized, [11, 7, 12]), -0.01296120272508916);
});

test('a test without results has an LLR of 0', () => {
  assert.equal(logLikelihoodRatio(kNormalized, [0, 0, 0, 0, 0]), 0);
});

test('an advantage of 0 Elo scores one half', () => {
  assert.equal(scoreOfElo(0), 0.5);
  assert.ok(scoreOfElo(100) > 0.63 && scoreOfElo(100) < 0.65);
});

test('half points are those of the named engine, at either seat', () => {
  const game = { seats: ['A', 'B'], result: '1-0' };
  assert.equal(halfPoints(game, 'A'), 2);
  assert.equal(halfPoints(game, 'B'), 0);
  assert.equal(halfPoints({ ...game, result: '1/2-1/2' }, 'B'), 1);
  assert.equal(halfPoints(game, 'C'), null);
  assert.equal(halfPoints({ ...game, result: '' }, 'A'), null);
});

const games = [
  { number: 3, seats: ['B', 'A'], result: '1/2-1/2' },
  { number: 0, seats: ['A', 'B'], result: '1-0' },
  { number: 1, seats: ['B', 'A'], result: '0-1' },
  { number: 2, seats: ['A', 'B'], result: '0-1' },
  { number: 4, seats: ['A', 'B'], result: '1-0' },
];

test('a course of pairs has one point for each complete pair, in the order of the schedule', () => {
  const course = sprtCourse(kNormalized, { first: 'A', pairs: [0, 1, 0, 0, 1] }, games);
  assert.deepEqual(course.games, [0, 2, 4]);
  close(course.llr[1], logLikelihoodRatio(kNormalized, [0, 0, 0, 0, 1]));
  close(course.llr[2], logLikelihoodRatio(kNormalized, [0, 1, 0, 0, 1]));
});

test('a course without pairs has one point for each game', () => {
  const course = sprtCourse(kNormalized, { first: 'A', pairs: [0, 0, 0, 0, 0] }, games);
  assert.deepEqual(course.games, [0, 1, 2, 3, 4, 5]);
  close(course.llr[5], logLikelihoodRatio(kNormalized, [1, 1, 3]));
});

test('a long course is thinned to its first, its last and points between', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => index);
  const thinned = thin({ games: numbers, llr: numbers }, 100);
  assert.equal(thinned.games.length, 100);
  assert.equal(thinned.games[0], 0);
  assert.equal(thinned.llr.at(-1), 4999);
  assert.equal(thin({ games: [0, 1], llr: [0, 1] }, 100).games.length, 2);
});
