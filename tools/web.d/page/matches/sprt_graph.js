// The course of a sequential test: the log-likelihood ratio by games, between its two bounds.

import { LineGraph } from '../core/line_graph.js';
import { html, useMemo } from '../core/ui.js';
import { sprtText } from './crosstable.js';
import { sprtCourse, thin } from './sprt.js';

/** `status` is the report of a tournament with a sequential test, `games` its list of games. */
export function SprtGraph({ status, games }) {
  const { sprt } = status;
  const pairing = status.pairings[0];
  const series = useMemo(() => {
    if (!pairing) return null;
    const course = thin(sprtCourse(sprt, pairing, games));
    return [{ label: 'LLR', x: course.games, y: course.llr, step: true }];
  }, [status, games]);
  const marks = [{ y: sprt.upper, label: 'H1 accepted' }, { y: sprt.lower, label: 'H0 accepted' }];
  return html`<div>
    <p>${sprtText(sprt)}</p>
    ${series ? html`<${LineGraph} series=${series} xLabel="games" yLabel="log-likelihood ratio"
      label="Course of the sequential test" marks=${marks} height=${260} />
      <p class="muted">The points are in the order of the schedule.</p>`
    : html`<p class="muted">No game has ended yet.</p>`}
  </div>`;
}
