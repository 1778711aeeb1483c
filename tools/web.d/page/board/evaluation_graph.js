// The chance of the first side over the moves of a game; a click shows that position.

import { html, useMemo } from '../core/ui.js';
import { LineGraph } from '../core/line_graph.js';

/** `evaluations` has for each number of moves {chance} in [0, 1], or null. */
export function EvaluationGraph({ evaluations, at, side, onJump }) {
  const series = useMemo(() => [{
    label: side,
    x: evaluations.map((_, index) => index),
    y: evaluations.map((one) => (one ? Math.round(1000 * one.chance) / 10 : null)),
  }], [evaluations, side]);
  return html`<${LineGraph} series=${series} xLabel="move" yLabel="%" height=${150} cursor=${at}
    marks=${kMarks} onPick=${(x) => onJump(Math.round(x))}
    label=${`Chance of ${side} after each move, in percent`} />`;
}

const kMarks = [{ y: 50, label: '' }, { y: 0, label: '' }, { y: 100, label: '' }];
