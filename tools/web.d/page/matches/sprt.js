// The sequential test of a match at every point of its course, from the results of its games: the
// log-likelihood ratio (LLR) of learning/statistics/sprt.h, which explains the method. Pure
// functions, so that node can test them.

const kUnseen = 1e-3;               // units counted for a result that never occurred
const kNormalizedUnit = 800 / Math.LN10;
const kMaxIterations = 100;

/** Expected score of an advantage in Elo. */
export function scoreOfElo(elo) {
  return 1 / (1 + 10 ** (-elo / 400));
}

function resultOf(index, count) {
  return index / (count - 1);
}

/** Divisors of the likeliest distribution with sum p_i b_i = 0: Newton, guarded by bisection. */
function likeliest(counts, b) {
  let low = -1 / Math.max(...b);
  let high = -1 / Math.min(...b);
  let theta = 0;
  for (let step = 0; step < kMaxIterations; ++step) {
    let sum = 0;
    let slope = 0;
    b.forEach((one, index) => {
      const share = one / (1 + theta * one);
      sum += counts[index] * share;
      slope -= counts[index] * share * share;
    });
    if (sum > 0) low = theta;
    else high = theta;
    let next = theta - sum / slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next === theta || next === low || next === high) break;
    const arrived = Math.abs(next - theta) <= 1e-14 * Math.abs(theta);
    theta = next;
    if (arrived) break;
  }
  return b.map((one) => 1 + theta * one);
}

function likeliestWithMean(counts, mean) {
  return likeliest(counts, counts.map((_, index) => resultOf(index, counts.length) - mean));
}

/** Divisors of the likeliest distribution whose mean is 1/2 plus `t` standard deviations. */
function likeliestWithT(counts, total, t) {
  let mean = 0.5 + t / (2 * Math.sqrt(1 + t * t));
  let deviation = 1 / (2 * Math.sqrt(1 + t * t));
  let divisors = counts.map(() => 1);
  for (let step = 0; step < kMaxIterations; ++step) {
    const b = counts.map((_, index) => {
      const result = resultOf(index, counts.length);
      const away = (result - mean) / deviation;
      return result - 0.5 - t * deviation * (1 + away * away) / 2;
    });
    divisors = likeliest(counts, b);
    const moments = momentsOf(counts, total, divisors);
    const change = Math.abs(moments.mean - mean) + Math.abs(moments.deviation - deviation);
    ({ mean, deviation } = moments);
    if (change < 1e-12) break;
  }
  return divisors;
}

function momentsOf(counts, total, divisors) {
  const weights = counts.map((count, index) => count / total / divisors[index]);
  const results = counts.map((_, index) => resultOf(index, counts.length));
  const mean = weights.reduce((sum, weight, index) => sum + weight * results[index], 0);
  const variance = weights.reduce(
    (sum, weight, index) => sum + weight * (results[index] - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * LLR of H1 against H0. `seen` has the number of units with each result, worst first: three numbers
 * for games, five for pairs of games. `test` is {elo0, elo1, model: "normalised" | "logistic"}.
 */
export function logLikelihoodRatio(test, seen) {
  if (seen.every((count) => count === 0)) return 0;
  const counts = seen.map((count) => Math.max(count, kUnseen));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const gamesPerUnit = seen.length === 5 ? 2 : 1;
  const divisors = (elo) => (test.model === 'logistic'
    ? likeliestWithMean(counts, scoreOfElo(elo))
    : likeliestWithT(counts, total, elo / kNormalizedUnit * Math.sqrt(gamesPerUnit)));
  const h0 = divisors(test.elo0);
  const h1 = divisors(test.elo1);
  return counts.reduce((sum, count, index) => sum + count * Math.log(h0[index] / h1[index]), 0);
}

/** Half points of `name` in a game of a list, or null if it did not play or has no result. */
export function halfPoints(game, name) {
  const seat = game.seats.indexOf(name);
  const first = { '1-0': 2, '1/2-1/2': 1, '0-1': 0 }[game.result];
  if (seat < 0 || first === undefined) return null;
  return seat === 0 ? first : 2 - first;
}

/** True if the games of a pairing come in pairs: the report counted pairs. */
export function comesInPairs(pairing) {
  return pairing.pairs.some((count) => count > 0);
}

/**
 * The course of a sequential test: {games: [number of games], llr: [...]}, one point for each unit
 * (pair or game) in the order of the schedule. `pairing` is that of the two engines in the report;
 * `games` are those of journal_games. Games 2k and 2k + 1 are a pair.
 */
export function sprtCourse(test, pairing, games) {
  const pairs = comesInPairs(pairing);
  const seen = new Array(pairs ? 5 : 3).fill(0);
  const course = { games: [0], llr: [0] };
  for (const unit of units(games, pairs)) {
    const points = unit.map((game) => halfPoints(game, pairing.first));
    if (points.includes(null)) continue;
    seen[points.reduce((sum, one) => sum + one, 0)] += 1;
    course.games.push(course.games.at(-1) + unit.length);
    course.llr.push(logLikelihoodRatio(test, seen));
  }
  return course;
}

function units(games, pairs) {
  const sorted = [...games].sort((a, b) => a.number - b.number);
  if (!pairs) return sorted.map((game) => [game]);
  const byPair = new Map();
  for (const game of sorted) {
    const pair = Math.floor(game.number / 2);
    byPair.set(pair, [...(byPair.get(pair) || []), game]);
  }
  return [...byPair.values()].filter((unit) => unit.length === 2);
}

/** Evenly chosen points of a long course, so that a graph has at most `most` of them. */
export function thin(course, most = 1000) {
  const count = course.games.length;
  if (count <= most) return course;
  const step = (count - 1) / (most - 1);
  const chosen = Array.from({ length: most }, (_, index) => Math.round(index * step));
  return { games: chosen.map((at) => course.games[at]), llr: chosen.map((at) => course.llr[at]) };
}
