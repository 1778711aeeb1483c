// Scores of engines as the page shows them: a score for the side to move becomes a chance and a
// text for the side that moves first. Pure functions without a browser.

import { signed } from '../core/format.js';

/**
 * Expected result of the side to move, in [0, 1]: from win, draw and loss per mille, from a win
 * rate, or, where there is neither, from a mate score. Null without any of them.
 */
export function expectation({ wdl, winrate, score }) {
  if (wdl) return (wdl[0] + wdl[1] / 2) / 1000;
  if (winrate !== undefined) return winrate;
  if (score?.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return null;
}

/** Parts of win, draw and loss of the side to move, adding up to 1; null if unknown. */
export function outcomeParts({ wdl, winrate, score }) {
  if (wdl) return wdl.map((part) => part / 1000);
  const expected = expectation({ winrate, score });
  return expected === null ? null : [expected, 0, 1 - expected];
}

/** Turns a line of a report, which is for `turn`, to the view of `side`. */
export function seenBy(line, turn, side) {
  if (turn === side) return line;
  const score = line.score && { ...line.score };
  for (const key of ['cp', 'mate']) if (score?.[key] !== undefined) score[key] = -score[key];
  const wdl = line.wdl && [...line.wdl].reverse();
  const winrate = line.winrate === undefined ? undefined : 1 - line.winrate;
  return { ...line, score, wdl, winrate };
}

/** "+0.35", "#5", "#−3" or "61 %". */
export function scoreText({ score, winrate }) {
  if (score?.mate !== undefined) return `#${String(score.mate).replace('-', '−')}`;
  if (score?.cp !== undefined) return signed(score.cp / 100);
  if (winrate !== undefined) return `${(100 * winrate).toFixed(1)} %`;
  return '';
}
