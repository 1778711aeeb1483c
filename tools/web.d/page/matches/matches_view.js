// The list of tournaments: journals in the folders that the configuration names.

import { ErrorText, html, Loading, Panel, useEffect, useRequest } from '../core/ui.js';
import { ScrollBox } from '../core/scroll_box.js';
import { bytes, moment } from '../core/format.js';

const kRefreshMs = 5000;

function Row({ journal }) {
  return html`<tr>
    <th scope="row"><a href=${`#/match/${encodeURIComponent(journal.name)}`}
      >${journal.name}</a></th>
    <td>${moment(journal.changed)}</td>
    <td class="number">${bytes(journal.bytes)}</td>
  </tr>`;
}

function List({ journals }) {
  if (journals.length === 0) {
    return html`<p>There are no journals. <code>trivium-match</code> writes one for each tournament;
      <code>web.journals</code> in the configuration names their folder.</p>`;
  }
  const latest = [...journals].sort((a, b) => b.changed - a.changed);
  return html`<${ScrollBox} label="Journals"><table class="table">
    <thead><tr><th scope="col">Journal</th><th scope="col">Last game</th>
      <th scope="col" class="number">Size</th></tr></thead>
    <tbody>${latest.map((journal) => html`<${Row} key=${journal.name} journal=${journal} />`)}
    </tbody>
  </table><//>`;
}

export function MatchesView({ socket }) {
  const { result, error, reload } = useRequest(socket, 'journals');
  useEffect(() => {
    const timer = setInterval(reload, kRefreshMs);
    return () => clearInterval(timer);
  }, []);
  return html`<${Panel} title="Tournaments">
    <${ErrorText} error=${error} />
    ${result ? html`<${List} journals=${result.journals} />` : !error && html`<${Loading} />`}
  <//>`;
}
