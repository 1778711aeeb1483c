// Line graph: a preact component around uPlot. It adds what uPlot lacks: colors of the page's theme
// (light and dark), a legend of buttons, and a cursor that the keyboard moves.
//
//   LineGraph({series, xLabel, yLabel, onPick, height, marks, cursor, label, logX})
//     series  [{label, x: [numbers], y: [numbers or null], dash?: bool, step?: bool}]
//     onPick  function (x) called after a click or Enter on a point (optional)
//     marks   [{y, label}] horizontal lines, such as the bounds of a test (optional)
//     cursor  x of the point to mark, such as the move on the board (optional)
//     label   name of the graph for screen readers
import uPlot from '/vendor/uplot.js';
import { html, useEffect, useMemo, useRef, useState } from '../core/ui.js';
import { alignSeries, indexAfterKey, nearestIndex, pointText, shortNumber, valueAt, valueRange }
  from './series_data.js';

/** Number of colors --series-1, --series-2, ... of views.css. */
const kColors = 8;
/** Distances between the ticks of an x axis, which counts moves, games, hands or steps. */
const kWholeNumbers = Array.from({ length: 12 }, (_, power) => [1, 2, 5]
  .map((digit) => digit * 10 ** power)).flat();
const kAxisFont = '12px system-ui, sans-serif';

function seriesColor(index) {
  return `--series-${(index % kColors) + 1}`;
}

function cssValue(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'gray';
}

/** Number that changes when the theme of the page changes. */
export function useTheme() {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const changed = () => setTheme((number) => number + 1);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(changed);
    dark.addEventListener('change', changed);
    observer.observe(document.documentElement,
      { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', changed);
      observer.disconnect();
    };
  }, []);
  return theme;
}

function axis(label, isY) {
  return {
    label: label || undefined,
    labelSize: label ? 20 : 0,
    labelFont: kAxisFont,
    font: kAxisFont,
    size: isY ? 56 : 32,
    space: isY ? 32 : 60,
    ...(isY ? {} : { incrs: kWholeNumbers }),
    stroke: () => cssValue('--muted'),
    grid: { stroke: () => cssValue('--line'), width: 1 },
    ticks: { stroke: () => cssValue('--line'), width: 1 },
    values: (plot, splits) => splits.map((value) => (value === null ? '' : shortNumber(value))),
  };
}

function drawMarks(plot, marks) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = cssValue('--muted');
  ctx.fillStyle = cssValue('--muted');
  ctx.font = `${11 * uPlot.pxRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([6 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  for (const { y, label } of marks) {
    const top = plot.valToPos(y, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, top);
    ctx.lineTo(bbox.left + bbox.width, top);
    ctx.stroke();
    if (label) ctx.fillText(label, bbox.left + 4 * uPlot.pxRatio, top - 3 * uPlot.pxRatio);
  }
  ctx.restore();
}

function plotSeries(one, index, pointsAlways) {
  return {
    label: one.label,
    stroke: () => cssValue(seriesColor(index)),
    width: 2,
    dash: one.dash ? [6, 4] : undefined,
    paths: one.step ? uPlot.paths.stepped({ align: 1 }) : undefined,
    points: { show: pointsAlways, size: 5 },
  };
}

/** Options of uPlot; `now()` returns the current properties of the component. */
function plotOptions({ series, xLabel, yLabel, logX, width, height, points, now }) {
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, distr: logX ? 3 : 1 },
      y: { range: (plot) => valueRange(plot.data.slice(1).filter((_, i) => plot.series[i + 1].show),
        now().marks.map((mark) => mark.y)) },
    },
    axes: [axis(xLabel, false), axis(yLabel, true)],
    series: [{}, ...series.map((one, index) => plotSeries(one, index, points))],
    hooks: {
      draw: [(plot) => drawMarks(plot, now().marks)],
      setCursor: [(plot) => now().onCursor(plot.cursor.idx)],
    },
  };
}

/** A legend of buttons that show and hide series, with the values at `index`. */
function Legend({ series, data, index, hidden, onToggle, xLabel }) {
  const x = data[0][index];
  return html`<div class="graph-legend">
    <span class="graph-x">${xLabel || 'x'} ${shortNumber(x)}</span>
    ${series.map((one, number) => html`
      <button type="button" class="graph-key" aria-pressed=${String(!hidden.has(one.label))}
        title="Show or hide this line" onClick=${() => onToggle(one.label)}>
        <span class="graph-swatch" style=${{ background: `var(${seriesColor(number)})` }}></span>
        ${one.label} <b>${shortNumber(valueAt(data[number + 1], index))}</b>
      </button>`)}
  </div>`;
}

function usePlot(host, key, makeOptions, data) {
  const plot = useRef(null);
  useEffect(() => {
    const created = new uPlot(makeOptions(host.current.clientWidth || 320), data, host.current);
    plot.current = created;
    const resize = new ResizeObserver(() => {
      const width = host.current ? host.current.clientWidth : 0;
      if (width > 0 && width !== created.width) created.setSize({ width, height: created.height });
    });
    resize.observe(host.current);
    return () => {
      resize.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [key]);
  return plot;
}

function moveCursor(plot, index) {
  if (!plot || index < 0 || index >= plot.data[0].length) return;
  plot.setCursor({ left: plot.valToPos(plot.data[0][index], 'x'), top: 0 }, false);
}

export function LineGraph(props) {
  const { series, xLabel = '', yLabel = '', height = 220, marks = [], cursor, logX = false }
    = props;
  const host = useRef(null);
  const theme = useTheme();
  const data = useMemo(() => alignSeries(series), [series]);
  const last = data[0].length - 1;
  const [index, setIndex] = useState(last);
  const [hidden, setHidden] = useState(new Set());
  const current = useRef({});
  const onCursor = (idx) => setIndex(idx === null || idx === undefined ? restIndex() : idx);
  current.current = { marks, onCursor };
  const key = JSON.stringify([series.map((one) => [one.label, one.dash, one.step]), xLabel, yLabel,
    height, logX, last < 1]);
  const makeOptions = (width) => plotOptions({ series, xLabel, yLabel, logX, width, height,
    points: last < 1, now: () => current.current });
  const plot = usePlot(host, key, makeOptions, data);
  const shown = Math.min(Math.max(index, 0), Math.max(last, 0));

  function restIndex() {
    return cursor === undefined ? data[0].length - 1 : nearestIndex(data[0], cursor);
  }

  useEffect(() => {
    if (!plot.current) return;
    if (plot.current.data !== data) plot.current.setData(data);
    setIndex(restIndex());
    moveCursor(plot.current, restIndex());
  }, [data, cursor, key]);
  useEffect(() => {
    if (plot.current) plot.current.redraw(false, true);
  }, [theme, JSON.stringify(marks)]);
  useEffect(() => {
    if (!plot.current) return;
    series.forEach((one, number) => plot.current.setSeries(number + 1,
      { show: !hidden.has(one.label) }, false));
  }, [hidden, key]);

  const pick = () => props.onPick && last >= 0 && props.onPick(data[0][shown]);
  // Not the point of the cursor: new data may have moved the cursor since the pointer came.
  const pickUnder = (event) => {
    const { over, data: drawn } = plot.current;
    const left = event.clientX - over.getBoundingClientRect().left;
    if (left < 0 || left > over.clientWidth || last < 0) return;
    props.onPick?.(drawn[0][plot.current.posToIdx(left)]);
  };
  const onKeyDown = (event) => {
    const next = indexAfterKey(event.key, shown, last + 1);
    if (event.key === 'Enter' || event.key === ' ') pick();
    else if (next === null) return;
    event.preventDefault();
    if (next === null) return;
    setIndex(next);
    moveCursor(plot.current, next);
  };
  const toggle = (label) => setHidden((old) => {
    const changed = new Set(old);
    if (!changed.delete(label)) changed.add(label);
    return changed;
  });
  const values = data.slice(1).map((column) => valueAt(column, shown));
  const text = last < 0 ? 'no points yet'
    : pointText(xLabel, data[0][shown], series.map((one) => one.label), values);
  return html`<div class="graph">
    <div ref=${host} class=${props.onPick ? 'graph-plot picks' : 'graph-plot'} tabindex="0"
      role="slider" aria-label=${props.label || yLabel || 'graph'} aria-valuemin="0"
      aria-valuemax=${Math.max(last, 0)} aria-valuenow=${shown} aria-valuetext=${text}
      onKeyDown=${onKeyDown} onClick=${pickUnder}></div>
    ${last >= 0 && html`<${Legend} series=${series} data=${data} index=${shown} hidden=${hidden}
      onToggle=${toggle} xLabel=${xLabel} />`}
  </div>`;
}
