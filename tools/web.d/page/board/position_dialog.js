// The dialog that takes a position or a game as text, and gives them back to copy.

import { html, useState, Button, Dialog, ErrorText, copyText } from '../core/ui.js';
import { toQuery } from './game_line.js';

function CopyRow({ name, text }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return html`<div class="copy-row"><div class="row spread"><h3>${name}</h3>
      <${Button} label=${`Copy ${name}`} onClick=${copy}>${copied ? 'Copied' : 'Copy'}<//></div>
    <textarea readonly rows="2" aria-label=${name} onFocus=${(event) => event.target.select()}
      value=${text}></textarea></div>`;
}

/** `position` is the position shown; `record` the text of the whole game. */
export function PositionDialog({ socket, adapter, line, position, record, onLoad, onClose }) {
  const [text, setText] = useState('');
  const [error, setError] = useState(null);
  const load = async () => {
    try {
      onLoad(await socket.request('parse', { game: adapter.game, text }));
    } catch (failure) { setError(failure); }
  };
  const link = `${location.origin}/#/${adapter.game}?${toQuery(line)}`;
  return html`<${Dialog} title="Position and game" onClose=${onClose}>
    <label for="position-text">Paste ${adapter.formats}:</label>
    <textarea id="position-text" rows="5" value=${text} autofocus
      onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    <${ErrorText} error=${error} />
    <div class="row"><${Button} kind="main" onClick=${load} disabled=${!text.trim()}>Load<//></div>
    ${adapter.positionName && html`<${CopyRow} name=${adapter.positionName}
      text=${adapter.positionText(position)} />`}
    <${CopyRow} name=${adapter.recordName} text=${record} />
    <${CopyRow} name="Link" text=${link} /><//>`;
}
