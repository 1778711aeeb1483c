// Addresses of the range view.
import assert from 'node:assert/strict';
import test from 'node:test';
import { playersOf, rangeLink, readRange } from '../page/poker/range_link.js';

const poker = { games: ['kuhn', 'limit', 'nolimit'],
  policies: { kuhn: ['cfr'], limit: ['call', 'cfr', 'rule'], nolimit: ['cfr', 'cnn', 'rule'] },
  ranges: { limit: ['cfr', 'rule'], nolimit: ['cfr', 'rule'] } };

function query(link) {
  return new URLSearchParams(link.split('?')[1]);
}

test('an address holds the whole choice', () => {
  const choice = { game: 'nolimit', policies: ['rule', 'cfr'], history: 'r300c/c',
    board: ['Kh', 'Td', '2c'] };
  assert.deepEqual(readRange(query(rangeLink(choice)), poker), choice);
});

test('what is missing or unknown becomes the first choice', () => {
  const first = { game: 'limit', policies: ['cfr', ''], history: '', board: [] };
  assert.deepEqual(readRange(new URLSearchParams(), poker), first);
  assert.deepEqual(readRange(query('?game=kuhn&policy=x&other=y&history=%3C&board=KhKh'), poker),
    first);
});

test('a server without hold\'em has no ranges', () => {
  assert.equal(readRange(new URLSearchParams(), { games: ['kuhn'], ranges: {} }), null);
});

test('a policy without ranges is not offered', () => {
  assert.deepEqual(readRange(query('?game=limit&policy=call'), poker).policies, ['cfr', '']);
});

test('a number in the name of a game is its number of players', () => {
  assert.equal(playersOf('limit3'), 3);
  assert.equal(playersOf('nolimit'), 2);
});
