// Tables of a tournament: standings with faults and delays, crosstable, and figures of a pairing.

import { html } from '../core/ui.js';
import { ScrollBox } from '../core/scroll_box.js';
import { crosstable, isPoker, pairingFigures, standingsRows } from './crosstable.js';

const kBoardColumns = [['games', 'Games'], ['wins', 'Won'], ['draws', 'Drawn'], ['losses', 'Lost'],
  ['points', 'Points'], ['share', 'Share'], ['elo', 'Elo']];
const kPokerColumns = [['hands', 'Hands'], ['winnings', 'mbb per hand'],
  ['allIn', 'all-in at expectation'], ['aivat', 'AIVAT']];

export function Standings({ status }) {
  const columns = isPoker(status) ? kPokerColumns : kBoardColumns;
  return html`<div><${ScrollBox} label="Standings"><table class="table"><caption>Standings</caption>
    <thead><tr><th scope="col" class="number">Rank</th><th scope="col">Name</th>
      ${columns.map(([key, text]) => html`<th key=${key} scope="col" class="number">${text}</th>`)}
    </tr></thead>
    <tbody>${standingsRows(status).map((row) => html`<tr key=${row.name}>
      <td class="number">${row.rank}</td><th scope="row">${row.name}</th>
      ${columns.map(([key]) => html`<td key=${key} class="number">${row[key]}</td>`)}</tr>`)}
    </tbody>
  </table><//>
  <p class="muted">${isPoker(status) ? 'Winnings are in thousandths of a big blind per hand. '
    : ''}Figures after ± are 95 % intervals.</p></div>`;
}

/** Late moves that were excused, time that was left, and faults. */
export function Delays({ status }) {
  return html`<${ScrollBox} label="Faults and delays"><table class="table">
    <caption>Faults and delays</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Faults</th>
      <th scope="col" class="number">Late only by the machine</th>
      <th scope="col" class="number">Least time left</th></tr></thead>
    <tbody>${standingsRows(status).map((row) => html`<tr key=${row.name}>
      <th scope="row">${row.name}</th>
      <td class=${row.faults ? 'bad' : ''}>${row.faults || 'none'}</td>
      <td class="number">${row.excused}</td><td class="number">${row.leastTime}</td></tr>`)}</tbody>
  </table><//>`;
}

/** Color of a cell by its score: classes cross-0 (all lost) to cross-4 (all won). */
function scoreClass(score) {
  return score === null ? '' : `cross-${Math.round(4 * score)}`;
}

function CrossCell({ cell, self }) {
  if (self) return html`<td class="cross-self"><span class="visually-hidden">itself</span></td>`;
  if (!cell) return html`<td><span class="visually-hidden">not met</span></td>`;
  return html`<td class=${`number ${scoreClass(cell.score)}`} title=${cell.title}
    >${cell.text}</td>`;
}

export function Crosstable({ status }) {
  const { names, rows } = crosstable(status);
  return html`<${ScrollBox} label="Crosstable"><table class="table crosstable">
    <caption>${isPoker(status) ? 'Winnings against each other, in mbb per hand'
      : 'Points against each other'}</caption>
    <thead><tr><th scope="col">Name</th>${names.map((name) => html`<th key=${name} scope="col"
      class="number">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row, number) => html`<tr key=${names[number]}>
      <th scope="row">${names[number]}</th>
      ${row.map((cell, column) => html`<${CrossCell} key=${names[column]} cell=${cell}
        self=${number === column} />`)}</tr>`)}</tbody>
  </table><//>`;
}

/** The pairing of a tournament with two engines. */
export function PairingFigures({ pairing }) {
  return html`<table class="table"><caption>${pairing.first} against ${pairing.second}</caption>
    <tbody>${pairingFigures(pairing).map(([name, text]) => html`<tr key=${name}>
      <th scope="row">${name}</th><td>${text}</td></tr>`)}</tbody></table>`;
}
