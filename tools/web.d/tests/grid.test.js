// Tests of the geometry of boards of stones, and of lines of Connect-6 turns.
import test from 'node:test';
import assert from 'node:assert/strict';
import { heatMap, makeGrid } from '../page/board/grid.js';
import { colorOfStone, extendByTurn } from '../page/board/gtp_rules.js';
import { jumpTo, newLine } from '../page/board/game_line.js';

const corner = (options) => makeGrid({ columns: 8, rows: 8, ...options }).cells[0].square;

test('Row 1 is at the bottom, or on top in Reversi, and a turned board has the far corner', () => {
  assert.equal(corner({}), 'a8');
  assert.equal(corner({ rowOneOnTop: true }), 'a1');
  assert.equal(corner({ flipped: true }), 'h1');
  assert.equal(corner({ rowOneOnTop: true, flipped: true }), 'h8');
});

test('Every square has one place', () => {
  const grid = makeGrid({ columns: 19, rows: 19 });
  assert.equal(grid.places.size, 361);
  assert.deepEqual([grid.places.get('j10').column, grid.places.get('j10').row], [9, 9]);
});

test('A heat map begins with row 1', () => {
  const map = heatMap({ columns: 2, probability: [0.1, 0.2, 0.3, 0.4] });
  assert.deepEqual([...map], [['a1', 0.1], ['b1', 0.2], ['a2', 0.3], ['b2', 0.4]]);
});

test('Stones of Connect-6 are black, then two white, two black', () => {
  assert.equal([0, 1, 2, 3, 4, 5].map(colorOfStone).join(''), 'bwwbbw');
});

test('A stone completes a turn that a record left half', () => {
  assert.deepEqual(extendByTurn(newLine('', ['j10', 'a1']), 'a2').moves, ['j10', 'a1 a2']);
  assert.deepEqual(extendByTurn(newLine('', ['j10']), 'a1 a2').moves, ['j10', 'a1 a2']);
  assert.deepEqual(extendByTurn(newLine(), 'j10').moves, ['j10']);
});

test('The next turn of a Connect-6 line keeps what follows', () => {
  const line = jumpTo(newLine('', ['j10', 'a1 a2', 'b1 b2']), 1);
  assert.equal(extendByTurn(line, 'a1 a2').moves.length, 3);
});
