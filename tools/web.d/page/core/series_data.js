// Data of line graphs without drawing: alignment of several series on one x axis, steps by
// keyboard, the range of an axis and the text of a point. Pure functions, so that node can test
// them.

/**
 * Merges series with x values of their own into the layout of uPlot: [xs, ys of series 0, ...].
 * A series is {x: [numbers], y: [numbers or null]}. A missing value becomes undefined, so that the
 * line of its series continues; null stays null and is a gap. For equal x the last value counts.
 */
export function alignSeries(series) {
  const xs = [...new Set(series.flatMap((one) => one.x))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, index) => [x, index]));
  const columns = series.map((one) => {
    const column = new Array(xs.length).fill(undefined);
    one.x.forEach((x, index) => {
      column[place.get(x)] = finiteOrNull(one.y[index]);
    });
    return column;
  });
  return [xs, ...columns];
}

function finiteOrNull(value) {
  return Number.isFinite(value) ? value : null;
}

/** Index of the element of the ascending list `xs` that is nearest to `x`; -1 if it is empty. */
export function nearestIndex(xs, x) {
  let best = xs.length === 0 ? -1 : 0;
  for (let index = 1; index < xs.length; ++index) {
    if (Math.abs(xs[index] - x) < Math.abs(xs[best] - x)) best = index;
  }
  return best;
}

/**
 * Index after a key press on a graph with `count` points, or null if the key moves nothing.
 * Page Up and Page Down move by a tenth of the points.
 */
export function indexAfterKey(key, index, count) {
  if (count === 0) return null;
  const page = Math.max(1, Math.round(count / 10));
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1,
    PageDown: -page, PageUp: page, Home: -count, End: count };
  if (!(key in steps)) return null;
  return Math.min(count - 1, Math.max(0, index + steps[key]));
}

/** The last value of a column up to `index`; undefined before its first one, null inside a gap. */
export function valueAt(column, index) {
  let place = index;
  while (place >= 0 && column[place] === undefined) --place;
  return column[place];
}

/** Lowest and highest number of the columns and marks with a small margin; [0, 1] without data. */
export function valueRange(columns, marks = []) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of [...columns.flat(), ...marks]) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const margin = high > low ? (high - low) * 0.05 : Math.abs(high) * 0.05 || 1;
  return [low - margin, high + margin];
}

/** A number with about four significant digits: "1,234", "0.01235", "1.2e-7"; "–" for none. */
export function shortNumber(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(2);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(4)));
}

/** One point in words, for screen readers: "games 20: LLR 1.2, bound 2.94". */
export function pointText(xLabel, x, labels, values) {
  const parts = labels.map((label, index) => [label, values[index]])
    .filter(([, value]) => Number.isFinite(value))
    .map(([label, value]) => `${label} ${shortNumber(value)}`);
  return `${xLabel || 'x'} ${shortNumber(x)}: ${parts.join(', ') || 'no value'}`;
}
