// How the report of a player looks: by day, by night, on paper, on a telephone.
//
// No character here may need escaping in XML. Blue is more and rust is less, which all kinds of sight tell apart; filled marks are told.
#pragma once

#include <string_view>

namespace trivium::learning::choice {

inline constexpr std::string_view kPlayerReportStyle = R"css(
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #23211e; --faint: #6d6860; --rule: #dedad2; --more: #1c5d99; --less: #b0481e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191817; --ink: #e6e2da; --faint: #a19b90; --rule: #3a3835; --more: #7fb5e8; --less: #ee9a6c; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 52rem; padding: 3.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, "Liberation Serif", serif;
  font-variant-numeric: lining-nums; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 2.25rem; font-weight: 600; line-height: 1.15; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
p { margin: 0 0 0.9rem; max-width: 44rem; }
.compared { margin: 0.5rem 0 1.75rem; max-width: none; color: var(--faint); }
.lead { max-width: none; font-size: 1.25rem; line-height: 1.5; text-wrap: pretty; }
.whole { white-space: nowrap; }
strong { font-weight: 600; }
strong.more { color: var(--more); }
strong.less { color: var(--less); }
.note, figcaption, footer { color: var(--faint); font-size: 0.9375rem; line-height: 1.5; }
figure { margin: 0; }
figcaption { margin-bottom: 1rem; }
.key { display: inline-block; margin-right: 1.25rem; white-space: nowrap; }
.forest, table { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; font-size: 0.9375rem;
  line-height: 1.4; font-variant-numeric: tabular-nums lining-nums; }
.forest { display: grid; grid-template-columns: minmax(0, 1fr) max-content; column-gap: 1.25rem; align-items: end; }
.forest .name, .forest .figures { padding-top: 0.375rem; }
.forest .figures { text-align: right; white-space: nowrap; }
.forest .told { font-weight: 600; }
.forest .range { margin-left: 0.375rem; color: var(--faint); font-weight: 400; }
.interval { grid-column: 1 / -1; display: block; height: 1.375rem; overflow: visible; }
.interval.axis { height: 2.75rem; }
.grid { stroke: var(--rule); }
.zero { stroke: var(--faint); }
.reach { stroke-width: 2; fill: none; stroke: var(--faint); }
.dot { stroke-width: 2; stroke: var(--faint); fill: var(--paper); }
.reach.more, .dot.more { stroke: var(--more); }
.reach.less, .dot.less { stroke: var(--less); }
.dot.more { fill: var(--more); }
.dot.less { fill: var(--less); }
.dot.perhaps { fill: var(--paper); }
.axis text { fill: var(--faint); font-size: 0.8125rem; }
.mark { vertical-align: -0.0625rem; margin-right: 0.375rem; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; }
th, td { padding: 0.45rem 0 0.45rem 0.9rem; text-align: right; vertical-align: baseline; border-bottom: 1px solid var(--rule); }
td { white-space: nowrap; }
th { font-weight: 400; }
th:first-child { padding-left: 0; text-align: left; }
thead th { color: var(--faint); font-size: 0.8125rem; vertical-align: bottom; border-bottom-color: var(--faint); }
td.verdict, th.verdict { text-align: left; }
td.verdict.told { font-weight: 600; }
td.more { color: var(--more); }
td.less { color: var(--less); }
.unknown, td.untold { color: var(--faint); }
dl { margin: 0 0 0.9rem; max-width: 44rem; display: grid; grid-template-columns: max-content 1fr; gap: 0.4rem 1.25rem; }
dt { font-weight: 600; }
dd { margin: 0; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
footer p { margin-bottom: 0.25rem; }
@media (min-width: 40rem) {
  .forest.wide { grid-template-columns: max-content 1fr max-content; grid-auto-flow: row dense; align-items: center; }
  .wide .name, .wide .figures { padding-top: 0; }
  .wide .interval { grid-column: 2; height: 2.125rem; }
  .wide .axis { height: 2.75rem; }
  .wide .figures { grid-column: 3; }
  .wide .range { display: inline-block; min-width: 7.5rem; }
}
@media (max-width: 39.99rem) {
  body { padding-top: 2rem; font-size: 1rem; }
  h1 { font-size: 1.75rem; }
  .lead { font-size: 1.125rem; }
  .forest:not(.wide) .name, .forest:not(.wide) .figures { grid-column: 1 / -1; }
  .forest:not(.wide) .figures { padding-top: 0; }
  thead { display: none; }
  table, tbody, tr { display: block; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--rule); }
  th, td, td.verdict { display: flex; justify-content: space-between; gap: 1rem; padding: 0.1rem 0; border: 0; text-align: right; }
  th:first-child { padding-bottom: 0.2rem; font-weight: 600; }
  td::before { content: attr(data-label); color: var(--faint); font-weight: 400; white-space: normal; text-align: left; }
  dl { display: block; }
  dd { margin-bottom: 0.6rem; }
}
@page { margin: 18mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #555; --rule: #ccc; --more: #1c5d99; --less: #b0481e; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h1, h2 { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  figure, tr, dl, p { break-inside: avoid; }
}
)css";

}  // namespace trivium::learning::choice
