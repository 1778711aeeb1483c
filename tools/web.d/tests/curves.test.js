// Rows of training runs and lines of the log.
import assert from 'node:assert/strict';
import test from 'node:test';
import { columnSeries, columnsOf, firstColumns, hasPositiveSteps, manifestRows, mergeRows }
  from '../page/learn/curves.js';
import { logParts } from '../page/server/log_lines.js';

const runs = [
  { name: 'a', rows: [{ step: 1, train: 3, note: 'x' }, { step: 2, train: 2, held_out: 5 }] },
  { name: 'b', rows: [{ step: 0, train: null, nodes: 7 }] },
];

test('rows that come again replace the old ones, in order of steps', () => {
  const rows = mergeRows([{ step: 2, a: 1 }], [{ step: 1 }, { step: 2, a: 9 }]);
  assert.deepEqual(rows, [{ step: 1 }, { step: 2, a: 9 }]);
});

test('columns are those with numbers; measures of quality come first', () => {
  assert.deepEqual(columnsOf(runs), ['train', 'held_out', 'nodes']);
  assert.deepEqual(firstColumns(['nodes', 'train', 'held_out'], 2), ['held_out', 'nodes']);
});

test('a column has one series for each run that has it', () => {
  assert.deepEqual(columnSeries(runs, 'train'), [{ label: 'a', x: [1, 2], y: [3, 2] }]);
  assert.deepEqual(columnSeries(runs, 'missing'), []);
});

test('logarithmic steps need positive steps', () => {
  assert.ok(!hasPositiveSteps(runs));
  assert.ok(hasPositiveSteps(runs.slice(0, 1)));
});

test('a manifest is flattened', () => {
  assert.deepEqual(manifestRows({ a: { b: 1, c: [1, { d: 2 }] }, e: null }),
    [['a.b', '1'], ['a.c', '1, {"d":2}'], ['e', 'null']]);
});

test('lines of the log are split into their parts', () => {
  assert.deepEqual(logParts('{"time":"T","level":"warning","event":"reload","file":"x","n":2}'),
    { time: 'T', level: 'warning', event: 'reload', rest: 'file=x n=2' });
  assert.deepEqual(logParts('plain'), { time: '', level: 'info', event: 'plain', rest: '' });
  assert.equal(logParts({ event: 'object' }).event, 'object');
});
