// Review of the whole game: the server searches every position and lists the moves that lost
// chances. A click shows the position before the move.

import { html, useEffect, useRef, useState, Button, ErrorText, Select } from '../core/ui.js';
import { percent } from '../core/format.js';

const kNodes = [['10000', 'quick'], ['100000', 'usual'], ['1000000', 'thorough']];

/** The request that reviews `text`: {running, progress, result, error, start, stop}. */
function useReview(socket, game, text) {
  const [state, setState] = useState({});
  const abort = useRef(null);
  const stop = () => abort.current?.abort();
  useEffect(() => () => { stop(); setState({}); }, [game, text]);
  const start = async (nodes) => {
    const mine = new AbortController();
    abort.current = mine;
    const set = (next) => mine.signal.aborted || setState(next);
    setState({ running: true });
    try {
      set({ result: await socket.request('review', { game, text, nodes }, {
        signal: mine.signal, onEvent: (progress) => set({ running: true, progress }),
      }) });
    } catch (error) {
      setState(error.code === 'canceled' ? {} : { error });
    }
  };
  return { ...state, start, stop };
}

export function ReviewPanel({ socket, adapter, record, onJump }) {
  const [nodes, setNodes] = useState('100000');
  const { running, progress, result, error, start, stop } = useReview(socket, adapter.game, record);
  return html`<div class="row"><${Select} label="Search" value=${nodes} options=${kNodes}
      onChange=${setNodes} />
      ${running ? html`<${Button} onClick=${stop}>Stop<//>`
        : html`<${Button} onClick=${() => start(Number(nodes))} disabled=${!record}>Review the
          game<//>`}</div>
    ${running && html`<p class="muted number" role="status">${progress
      ? `${progress.done} of ${progress.total} positions` : 'Searching …'}</p>`}
    <${ErrorText} error=${error} />
    ${result && html`<${Mistakes} result=${result} onJump=${onJump} />`}`;
}

function Mistakes({ result, onJump }) {
  const moves = (result.moves ?? []).filter(({ loss }) => loss >= 0.02)
    .sort((a, b) => b.loss - a.loss).slice(0, 20);
  if (!moves.length) return html`<p>No move lost two percent of the winning chance or more.</p>`;
  return html`<table class="table"><thead><tr><th scope="col">Move</th><th scope="col">Better</th>
    <th scope="col" class="number">Loss</th></tr></thead><tbody>${moves.map((move) => html`
      <tr key=${move.number}><th scope="row"><${Button} kind="link"
        label=${`Show the position before move ${move.number}`}
        onClick=${() => onJump(move.number - 1)}>${move.number}. ${move.played}<//></th>
        <td>${move.best}</td><td class="number">${percent(move.loss, 1)}</td></tr>`)}
    </tbody></table>`;
}
