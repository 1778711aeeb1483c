// Rows of training runs (curve.jsonl) as series of graphs. Pure functions, so that node can test
// them.

const kFavorites = /held|loss|exploit|elo|error|score/i;

/** Adds rows; a row with a step that is known replaces the old one. Sorted by step. */
export function mergeRows(old, fresh) {
  const byStep = new Map([...old, ...fresh].map((row) => [row.step, row]));
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}

/** Names of the columns with numbers, in the order of their first appearance. */
export function numericColumns(rows) {
  const names = new Set();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (name !== 'step' && Number.isFinite(value)) names.add(name);
    }
  }
  return [...names];
}

/** Columns of several runs, without repetitions. */
export function columnsOf(runs) {
  return [...new Set(runs.flatMap((run) => numericColumns(run.rows)))];
}

/** The columns to draw first: up to `most`, those that measure quality before others. */
export function firstColumns(columns, most = 3) {
  const good = columns.filter((name) => kFavorites.test(name));
  return [...good, ...columns.filter((name) => !good.includes(name))].slice(0, most);
}

/** Series of one column, one for each run that has it. */
export function columnSeries(runs, column) {
  return runs.map(({ name, rows }) => {
    const chosen = rows.filter((row) => Number.isFinite(row[column]));
    return { label: name, x: chosen.map((row) => row.step), y: chosen.map((row) => row[column]) };
  }).filter((series) => series.x.length > 0);
}

/** True if a logarithmic axis of steps is possible: all steps are positive. */
export function hasPositiveSteps(runs) {
  return runs.every((run) => run.rows.every((row) => row.step > 0));
}

/** The manifest as rows [name, text]; objects inside are flattened with dots. */
export function manifestRows(manifest, prefix = '') {
  return Object.entries(manifest).flatMap(([key, value]) => {
    const name = prefix + key;
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return manifestRows(value, `${name}.`);
    return [[name, Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value)]];
  });
}

function plainText(value) {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
}
