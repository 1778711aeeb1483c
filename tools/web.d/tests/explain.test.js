// Tests of explanations: the bars add up to the score, from the view of the first side.
import test from 'node:test';
import assert from 'node:assert/strict';
import { explainChess, explainConnect6, explainReversi, featuresOf }
  from '../page/board/explain.js';

function sumOf({ rows, other, corrections }) {
  return rows.reduce((sum, { value }) => sum + value, 0) + other + corrections;
}

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

function chessAnswer(terms) {
  const groups = Array.from({ length: 12 }, (_, i) => (
    { name: `group_${i}`, white_parts: 1e6 * (i + 1), black_parts: 0 }));
  return {
    groups, terms, largest: [{ name: 'group_11', meaning: 'the last' }], white_centipawns: 70,
    parts_per_centipawn: 1e6, reported_as_hundred: 200,
  };
}

test('Ten bars, the rest and the corrections of chess add up to the score in pawns', () => {
  const explanation = explainChess(chessAnswer());
  assert.equal(explanation.rows.length, 10);
  assert.equal(explanation.rows[0].key, 'group_11');
  assert.equal(explanation.rows[0].meaning, 'the last');
  near(explanation.other, 3 / 200);
  near(explanation.corrections, (70 - 78) / 200);
  near(sumOf(explanation), 70 / 200);
});

test('Features of chess come only on request', () => {
  assert.equal(featuresOf(explainChess(chessAnswer()), 'group_1'), null);
  const terms = [
    { name: 'group_1[3]', group: 'group_1', contribution_parts: -2e8, white: 0, black: 1 },
    { name: 'group_1[4]', group: 'group_1', contribution_parts: 0, white: 0, black: 0 },
  ];
  const features = featuresOf(explainChess(chessAnswer(terms)), 'group_1');
  assert.equal(features.length, 1);
  near(features[0].value, -1);
});

const connect6 = {
  to_move: 'white', score_hundredths: 34, units_per_hundredth: 100, pattern_units: -4398,
  terms: [
    { name: 'side_to_move', count: 1, weight_units: 8037, contribution_units: 8037 },
    { name: 'open_windows_own[1]', count: 23, weight_units: 99, contribution_units: 2277 },
    { name: 'open_windows_own[2]', count: 5, weight_units: 1270, contribution_units: 6350 },
  ],
};

test('Terms of Connect-6 are grouped by name and seen by Black', () => {
  const explanation = explainConnect6(connect6);
  near(explanation.total, -0.34);
  near(sumOf(explanation), -0.34);
  const windows = explanation.rows.find(({ key }) => key === 'open_windows_own');
  near(windows.value, -0.8627);
  assert.equal(featuresOf(explanation, 'open_windows_own').length, 2);
});

test('Shapes of Reversi keep their squares', () => {
  const explanation = explainReversi({
    to_move: 'black', score_hundredths: 77, units_per_disc: 400,
    terms: [
      { name: 'edge_x', count: 1, contribution_units: 300, squares: ['a1', 'b1'] },
      { name: 'edge_x', count: 1, contribution_units: 11, squares: ['a8', 'b8'] },
    ],
  });
  near(explanation.total, 0.77);
  near(sumOf(explanation), 0.77);
  assert.deepEqual(featuresOf(explanation, 'edge_x')[0].squares, ['a1', 'b1']);
});
