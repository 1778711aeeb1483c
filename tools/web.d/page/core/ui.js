// Parts of the page that every view uses: the binding of htm to preact, the hooks, and small
// controls with their labels for keyboards and screen readers.

import { h, render, Fragment } from '/vendor/preact.js';
import {
  useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback, useReducer,
} from '/vendor/preact_hooks.js';
import htm from '/vendor/htm.js';

export const html = htm.bind(h);
export {
  h, render, Fragment, useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback,
  useReducer,
};

/** Joins the class names that are true: classes('a', on && 'b'). */
export function classes(...names) {
  return names.filter(Boolean).join(' ');
}

let lastId = 0;

/** Returns an id for an element that stays the same while the component lives. */
export function useId(prefix = 'id') {
  const id = useRef(null);
  if (!id.current) id.current = `${prefix}-${++lastId}`;
  return id.current;
}

/** Like useState, but the value is kept in localStorage under "trivium.KEY". */
export function useStored(key, initial) {
  const name = `trivium.${key}`;
  const [value, setValue] = useState(() => readStored(name, initial));
  const store = useCallback((next) => {
    setValue(next);
    try { localStorage.setItem(name, JSON.stringify(next)); } catch { /* storage is off */ }
  }, [name]);
  return [value, store];
}

function readStored(name, initial) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? initial : JSON.parse(text);
  } catch { return initial; }
}

/**
 * Sends one request and repeats it when `params` change or the connection returns after a loss.
 * Sends nothing while `params` is null. Returns {result, error, loading, fresh, reload}; `result`
 * stays while a newer one is awaited, and `fresh` states that it belongs to these `params`.
 */
export function useRequest(socket, method, params = {}) {
  const [answer, setAnswer] = useState({ result: null, error: null, loading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => {
    if (!socket || params === null) return undefined;
    const abort = new AbortController();
    setAnswer((old) => ({ ...old, loading: true }));
    socket.request(method, params, { signal: abort.signal }).then(
      (result) => abort.signal.aborted || setAnswer({ result, error: null, loading: false, key }),
      (error) => abort.signal.aborted
        || setAnswer((old) => ({ ...old, error, loading: false })));
    return () => abort.abort();
  }, [socket, method, key, round]);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const lost = answer.error?.code === 'unavailable';
  useEffect(() => (lost && socket
    ? socket.onState((state) => state === 'open' && reload()) : undefined), [lost, socket]);
  return { ...answer, fresh: answer.key === key && !answer.loading, reload };
}

/**
 * Subscribes to a topic of the server while the component lives; `onEvent` gets the data of each
 * event. Sends nothing while `params` is null.
 */
export function useSubscription(socket, params, onEvent) {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (!socket || !params) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal, onEvent: (data) => latest.current(data) };
    socket.request('subscribe', params, options).catch(() => {});
    return () => abort.abort();
  }, [socket, JSON.stringify(params)]);
}

/**
 * A long request that the user starts and stops: {running, progress, result, error, start, stop}.
 * `start(params)` resolves with the result, or with null if there is none. A change of `key` stops
 * the request and forgets its result.
 */
export function useTask(socket, method, key) {
  const [state, setState] = useState({});
  const abort = useRef(null);
  const stop = () => abort.current?.abort();
  useEffect(() => () => { stop(); setState({}); }, [key]);
  const start = async (params) => {
    const { signal } = abort.current = new AbortController();
    const set = (next) => signal.aborted || setState(next);
    setState({ running: true });
    try {
      const onEvent = (progress) => set({ running: true, progress });
      const result = await socket.request(method, params, { signal, onEvent });
      set({ result });
      return signal.aborted ? null : result;
    } catch (error) {
      setState(error.code === 'canceled' ? {} : { error });
      return null;
    }
  };
  return { ...state, start, stop };
}

/** Calls `handler(event)` for keys pressed outside of text fields. */
export function useKeys(handler) {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const listen = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isEditable(event.target)) return;
      latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isEditable(element) {
  return element.closest?.('input, textarea, select, dialog, [role=application], '
    + '[role=slider], [role=tablist], .moves-keys') != null;
}

export function Button({ onClick, children, label, pressed, disabled, kind, title }) {
  return html`<button type="button" class=${classes('button', kind && `button-${kind}`)}
    onClick=${onClick} disabled=${disabled} aria-label=${label} title=${title ?? label}
    aria-pressed=${pressed === undefined ? undefined : String(Boolean(pressed))}
    >${children}</button>`;
}

/** A labeled range input. `text` is the value as the user reads it. */
export function Slider({ label, value, min, max, step = 1, onChange, text, disabled }) {
  const id = useId('slider');
  return html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} type="range" min=${min} max=${max} step=${step} value=${value}
      disabled=${disabled} aria-valuetext=${text}
      onInput=${(event) => onChange(Number(event.currentTarget.value))} />
    <output for=${id} class="number">${text ?? value}</output></div>`;
}

/** A labeled list; `options` are [value, text] pairs. */
export function Select({ label, value, options, onChange, disabled }) {
  const id = useId('select');
  return html`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} disabled=${disabled} value=${value}
      onChange=${(event) => onChange(event.currentTarget.value)}>
      ${options.map(([key, text]) => html`<option value=${key} selected=${key === value}
        >${text}</option>`)}
    </select></div>`;
}

export function Checkbox({ label, checked, onChange, disabled }) {
  return html`<label class="check"><input type="checkbox" checked=${checked} disabled=${disabled}
    onChange=${(event) => onChange(event.currentTarget.checked)} /> ${label}</label>`;
}

/** Tabs whose panel the caller draws; `tabs` are [key, text] pairs. Arrow keys change the tab. */
export function Tabs({ label, tabs, current, onChange, children }) {
  const id = useId('tab');
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = tabs.findIndex(([key]) => key === current);
    const next = tabs[(index + step + tabs.length) % tabs.length][0];
    onChange(next);
    event.currentTarget.querySelector(`[data-tab="${next}"]`)?.focus();
  };
  return html`<div class="tabs">
    <div role="tablist" aria-label=${label} class="tab-list" onKeyDown=${move}>
      ${tabs.map(([key, text]) => html`<button type="button" role="tab" class="tab" key=${key}
        id=${`${id}-${key}`} data-tab=${key} aria-selected=${String(key === current)}
        aria-controls=${key === current ? `${id}-panel` : undefined}
        tabindex=${key === current ? 0 : -1} onClick=${() => onChange(key)}>${text}</button>`)}
    </div>
    <div role="tabpanel" id=${`${id}-panel`} aria-labelledby=${`${id}-${current}`}
      class="tab-panel">${children}</div>
  </div>`;
}

/** A modal dialog of the browser; Escape and the close button call `onClose`. */
export function Dialog({ title, onClose, children }) {
  const element = useRef(null);
  const id = useId('dialog');
  useEffect(() => { element.current.showModal(); }, []);
  return html`<dialog ref=${element} class="dialog" aria-labelledby=${id} onClose=${onClose}>
    <div class="dialog-head"><h2 id=${id}>${title}</h2>
      <${Button} label="Close" onClick=${() => element.current.close()}>✕<//></div>
    ${children}</dialog>`;
}

/** A titled box. */
export function Panel({ title, actions, children, kind }) {
  const id = useId('panel');
  return html`<section class=${classes('panel', kind)} aria-labelledby=${title ? id : undefined}>
    ${title && html`<div class="panel-head"><h2 id=${id}>${title}</h2>${actions}</div>`}
    ${children}</section>`;
}

/** The message of a failed request; nothing without an error. */
export function ErrorText({ error }) {
  if (!error || error.code === 'canceled') return null;
  return html`<p class="error" role="alert">${error.message ?? String(error)}</p>`;
}

/** A line of text that says that something is on its way. */
export function Loading({ text = 'Loading …' }) {
  return html`<p class="muted" role="status">${text}</p>`;
}

/** Copies text to the clipboard; returns false where the browser does not permit it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { return false; }
}
