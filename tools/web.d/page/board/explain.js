// Explanations of evaluations as bars: turns the answer of `explain` into rows that add up to the
// score, in the view of the side that moves first. Pure functions without a browser.
//
// An explained score is {total, unit, side, note, rows, corrections, other, otherCount, features}:
// `rows` are the largest terms as {key, name, meaning, value}, `other` the sum of the remaining
// ones, `corrections` the sum of scaling, limits and rounding. total = rows + other + corrections.

import { words } from '../core/format.js';

const kShownRows = 10;

/** Adds up features {name, group, value} by group. */
function grouped(features) {
  const sums = new Map();
  for (const { group, value } of features) sums.set(group, (sums.get(group) ?? 0) + value);
  return [...sums].map(([key, value]) => ({ key, value }));
}

function explained({ groups, total, unit, side, meanings = {}, features, note = '' }) {
  const sorted = groups.filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const sum = (rows) => rows.reduce((all, { value }) => all + value, 0);
  const rows = sorted.slice(0, kShownRows)
    .map(({ key, value }) => ({ key, name: words(key), meaning: meanings[key] ?? '', value }));
  const rest = sorted.slice(kShownRows);
  return {
    total, unit, side, note, rows, features, other: sum(rest), otherCount: rest.length,
    corrections: total - sum(sorted),
  };
}

/** Features of a group, largest first; null while the answer does not have them. */
export function featuresOf(explanation, key) {
  return explanation.features?.filter(({ group, value, count }) => group === key
    && (value !== 0 || count)).sort((a, b) => Math.abs(b.value) - Math.abs(a.value)) ?? null;
}

/** Chess: pawns for White. The answer has features only with the detail "all". */
export function explainChess(answer) {
  const unit = answer.parts_per_centipawn * answer.reported_as_hundred;
  const features = answer.terms?.map((term) => ({
    name: term.name,
    group: term.group,
    value: term.contribution_parts / unit,
    count: Math.abs(term.white) + Math.abs(term.black),
    detail: `White ${term.white}, Black ${term.black}`,
  }));
  return explained({
    groups: answer.groups.map(({ name, white_parts, black_parts }) => (
      { key: name, value: (white_parts - black_parts) / unit })),
    total: answer.white_centipawns / answer.reported_as_hundred,
    unit: 'pawns',
    side: 'White',
    meanings: Object.fromEntries(answer.largest.map(({ name, meaning }) => [name, meaning])),
    features,
  });
}

/** Connect-6: hundredths of a point for Black; a term's name is "group[number]". */
export function explainConnect6(answer) {
  const unit = 100 * answer.units_per_hundredth * (answer.to_move === 'black' ? 1 : -1);
  const features = answer.terms.map((term) => ({
    name: term.name,
    group: term.name.replace(/\[.*/, ''),
    value: term.contribution_units / unit,
    count: term.count,
    detail: `${term.count} × ${(term.weight_units / Math.abs(unit)).toFixed(2)}`,
  }));
  const groups = grouped(features);
  if (answer.pattern_units) {
    groups.push({ key: 'patterns_of_likely_stones', value: answer.pattern_units / unit });
  }
  return explained({
    groups, features, unit: 'points', side: 'Black', note: '“Own” is the side to move.',
    total: (answer.score_hundredths * answer.units_per_hundredth) / unit,
  });
}

/** Reversi: discs for Black; every term is one instance of a shape with its squares. */
export function explainReversi(answer) {
  const unit = answer.units_per_disc * (answer.to_move === 'black' ? 1 : -1);
  const features = answer.terms.map((term) => ({
    name: term.squares?.length ? term.squares.join(' ') : term.name,
    group: term.name,
    value: term.contribution_units / unit,
    count: term.count,
    detail: '',
    squares: term.squares ?? [],
  }));
  return explained({
    groups: grouped(features), features, unit: 'discs', side: 'Black',
    total: (answer.score_hundredths / 100) * (answer.to_move === 'black' ? 1 : -1),
  });
}
