// Data of line graphs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { alignSeries, indexAfterKey, nearestIndex, pointText, shortNumber, valueAt, valueRange }
  from '../page/core/series_data.js';

test('series with different x values share one axis; null is a gap', () => {
  const data = alignSeries([{ x: [1, 3], y: [10, null] }, { x: [2, 3], y: [5, 6] }]);
  assert.deepEqual(data, [[1, 2, 3], [10, undefined, null], [undefined, 5, 6]]);
  assert.deepEqual(alignSeries([{ x: [], y: [] }]), [[], []]);
  assert.deepEqual(alignSeries([{ x: [1], y: [NaN] }]), [[1], [null]]);
});

test('keys move inside the points', () => {
  assert.equal(indexAfterKey('ArrowRight', 4, 5), 4);
  assert.equal(indexAfterKey('ArrowLeft', 4, 5), 3);
  assert.equal(indexAfterKey('Home', 4, 5), 0);
  assert.equal(indexAfterKey('End', 0, 5), 4);
  assert.equal(indexAfterKey('PageUp', 0, 50), 5);
  assert.equal(indexAfterKey('a', 0, 5), null);
  assert.equal(indexAfterKey('End', 0, 0), null);
});

test('the nearest point is found', () => {
  assert.equal(nearestIndex([1, 5, 9], 6), 1);
  assert.equal(nearestIndex([], 6), -1);
});

test('the range of an axis contains values and marks with a margin', () => {
  assert.deepEqual(valueRange([[1, null, undefined]], [-1]), [-1.1, 1.1]);
  assert.deepEqual(valueRange([[]]), [0, 1]);
  const [low, high] = valueRange([[2, 2]]);
  assert.ok(low < 2 && high > 2);
});

test('numbers are short', () => {
  assert.equal(shortNumber(1234567), '1,234,567');
  assert.equal(shortNumber(0.012345), '0.01235');
  assert.equal(shortNumber(1.234e-7), '1.23e-7');
  assert.equal(shortNumber(0), '0');
  assert.equal(shortNumber(undefined), '–');
});

test('a point is described in words', () => {
  assert.equal(pointText('games', 20, ['LLR', 'bound'], [1.2, undefined]), 'games 20: LLR 1.2');
  assert.equal(pointText('', 1, [], []), 'x 1: no value');
});

test('a series without a point at an x has its last value there', () => {
  assert.equal(valueAt([undefined, 3, undefined], 2), 3);
  assert.equal(valueAt([undefined, 3], 0), undefined);
  assert.equal(valueAt([3, null, undefined], 2), null);
});
