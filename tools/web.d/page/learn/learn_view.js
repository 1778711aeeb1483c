// Training runs: curves that are drawn while learners append rows, runs compared, and the manifest
// and the model card of each. The address "#/learn/RUN/OTHER" names the runs that are shown.

import { Checkbox, ErrorText, html, Loading, Panel, useEffect, useMemo, useRequest, useState,
  useSubscription } from '../core/ui.js';
import { ScrollBox } from '../core/scroll_box.js';
import { moment, words } from '../core/format.js';
import { LineGraph } from '../core/line_graph.js';
import { columnSeries, columnsOf, firstColumns, hasPositiveSteps, manifestRows, mergeRows }
  from './curves.js';

const kRefreshMs = 10000;

function learnLink(names) {
  return `#/learn${names.map((name) => `/${encodeURIComponent(name)}`).join('')}`;
}

/** Checkboxes of the runs, the latest first. */
function RunList({ runs, chosen }) {
  const toggle = (name, on) => {
    location.hash = learnLink(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  };
  const latest = [...runs].sort((a, b) => b.changed - a.changed);
  return html`<ul class="plain">${latest.map((run) => html`<li key=${run.name}>
    <${Checkbox} label=${run.name} checked=${chosen.includes(run.name)}
      onChange=${(on) => toggle(run.name, on)} />
    <small class="muted">${' '}${moment(run.changed)}</small></li>`)}</ul>`;
}

/** Manifest and card of one run. */
function RunFacts({ name, run }) {
  return html`<${Panel} title=${name}>
    <${ErrorText} error=${run.error} />
    ${run.manifest && html`<details><summary>Manifest</summary>
      <${ScrollBox} label="Manifest">
      <table class="table"><tbody>${manifestRows(run.manifest).map(([key, text]) => html`
        <tr key=${key}><th scope="row">${key}</th><td class="long-text">${text}</td></tr>`)}</tbody>
      </table><//></details>`}
    ${run.card && html`<details><summary>Model card</summary>
      <pre class="code-block">${run.card}</pre></details>`}
    ${run.loaded && !run.manifest && !run.card && html`<p class="muted">This run has
      written neither a manifest nor a model card yet.</p>`}
  <//>`;
}

/** Reads one run and follows it; reports what it has by `onChange(name, run)`. Draws the facts. */
function Run({ socket, name, onChange }) {
  const { result, error } = useRequest(socket, 'run', { name, after: 0 });
  const [rows, setRows] = useState([]);
  useEffect(() => {
    if (result) setRows((old) => mergeRows(old, result.rows));
  }, [result]);
  useSubscription(socket, { topic: 'run', name },
    (data) => setRows((old) => mergeRows(old, data.rows)));
  useEffect(() => onChange(name, rows), [name, rows]);
  const run = { error, loaded: result !== null, manifest: result?.manifest, card: result?.card };
  return html`<${RunFacts} name=${name} run=${run} />`;
}

function ColumnChoice({ columns, shown, onChange }) {
  return html`<fieldset class="row choices"><legend>Columns</legend>
    ${columns.map((name) => html`<${Checkbox} key=${name} label=${words(name)}
      checked=${shown.includes(name)} onChange=${(on) => onChange(on ? [...shown, name]
        : shown.filter((one) => one !== name))} />`)}</fieldset>`;
}

function Curve({ runs, column, logX }) {
  const series = useMemo(() => columnSeries(runs, column), [runs, column]);
  if (series.length === 0) return null;
  return html`<section aria-label=${words(column)}><h3>${words(column)}</h3>
    <${LineGraph} series=${series} xLabel="step" yLabel=${words(column)} label=${words(column)}
      logX=${logX} height=${220} /></section>`;
}

function Curves({ runs }) {
  const [chosen, setChosen] = useState(null);
  const [log, setLog] = useState(false);
  const columns = columnsOf(runs);
  const shown = chosen ?? firstColumns(columns);
  const positive = hasPositiveSteps(runs);
  if (columns.length === 0) return html`<p class="muted" role="status">No rows yet.</p>`;
  return html`<div class="stack">
    <${ColumnChoice} columns=${columns} shown=${shown} onChange=${setChosen} />
    <${Checkbox} label="Logarithmic steps" checked=${log && positive} disabled=${!positive}
      onChange=${setLog} />
    <div class="columns">${shown.map((column) => html`<${Curve} key=${column} runs=${runs}
      column=${column} logX=${log && positive} />`)}</div></div>`;
}

function Shown({ socket, names }) {
  const [rows, setRows] = useState({});
  const runs = useMemo(() => names.map((name) => ({ name, rows: rows[name] ?? [] })),
    [names.join('/'), rows]);
  const onChange = (name, changed) => setRows((old) => ({ ...old, [name]: changed }));
  return html`<div class="stack"><${Panel} title="Curves"><${Curves} runs=${runs} /><//>
    ${names.map((name) => html`<${Run} key=${name} socket=${socket} name=${name}
      onChange=${onChange} />`)}</div>`;
}

export function LearnView({ socket, route }) {
  const { result, error, reload } = useRequest(socket, 'runs');
  useEffect(() => {
    const timer = setInterval(reload, kRefreshMs);
    return () => clearInterval(timer);
  }, []);
  if (!result) return error ? html`<${ErrorText} error=${error} />` : html`<${Loading} />`;
  const names = route.parts.filter((name) => name !== '');
  return html`<div class="stack">
    <${Panel} title="Training runs">
      ${result.runs.length === 0 ? html`<p>There are no runs. Learners append rows to${' '}
        <code>curve.jsonl</code> beside their checkpoint; <code>web.runs</code> in the configuration
        names the folder.</p>` : html`<p class="muted">Choose one run, or several to compare
        them.</p>`}
      <${RunList} runs=${result.runs} chosen=${names} /><//>
    ${names.length > 0 && html`<${Shown} socket=${socket} names=${names} />`}
  </div>`;
}
