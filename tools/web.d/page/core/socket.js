// Connections to the server: lines over a WebSocket that is opened again after a loss. JsonSocket
// carries requests, one JSON object a line; EngineSocket carries a UCI or GTP session.

const kFirstDelayMs = 500;
const kMaxDelayMs = 8000;

/** Address of the WebSocket on the server that delivered the page. */
export function socketAddress(location = globalThis.location) {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** The token that the address of the page carried; app.js puts it into the storage of the tab. */
export function storedToken() {
  return sessionStorage.getItem('trivium.token') ?? '';
}

/**
 * Splits a byte stream that arrives in pieces into lines. Keeps an unfinished line for the next
 * piece.
 */
export class LineSplitter {
  rest = '';

  push(text) {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop();
    return lines.map((line) => line.replace(/\r$/, ''));
  }
}

/**
 * A WebSocket that carries lines. Sends the token and `firstLines` whenever it opens. After a loss
 * it opens again with growing pauses, unless the server refused the token. `state` is one of
 * connecting, open, closed, refused.
 */
export class LineSocket {
  state = 'connecting';
  message = '';
  #delay = kFirstDelayMs;
  #stateListeners = new Set();
  #lineListeners = new Set();
  #socket = null;
  #timer = null;
  #ended = false;

  constructor(firstLines, {
    url = socketAddress(), token = storedToken(), type = globalThis.WebSocket,
  } = {}) {
    this.firstLines = firstLines;
    this.options = { url, token, type };
    this.#open();
  }

  /** Sends a line; drops it while there is no connection, and returns false then. */
  send(line) {
    const closing = this.#socket.readyState > 1;
    if (this.state !== 'open' || closing) return false;
    this.#socket.send(`${line}\n`);
    return true;
  }

  /** Calls `listener(line)` for each line of the server. Returns a function that ends this. */
  onLine(listener) {
    this.#lineListeners.add(listener);
    return () => this.#lineListeners.delete(listener);
  }

  /** Calls `listener(state)` at each change. Returns a function that ends this. */
  onState(listener) {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#setState('closed');
  }

  #open() {
    const { url, token, type } = this.options;
    const socket = new type(url);
    const splitter = new LineSplitter();
    this.#socket = socket;
    this.#setState('connecting');
    socket.onopen = () => {
      for (const line of [`token ${token}`, ...this.firstLines]) socket.send(`${line}\n`);
      this.#setState('open');
    };
    socket.onmessage = (event) => splitter.push(event.data).forEach((line) => this.#receive(line));
    socket.onclose = () => this.#lost();
  }

  #receive(line) {
    this.#delay = kFirstDelayMs;
    if (line.startsWith('error: ')) {
      this.message = line.slice('error: '.length);
      this.#ended = true;
      this.#setState('refused');
      return;
    }
    for (const listener of [...this.#lineListeners]) listener(line);
  }

  #lost() {
    if (this.#ended) return;
    this.#setState('closed');
    this.#timer = setTimeout(() => this.#open(), this.#delay);
    this.#delay = Math.min(2 * this.#delay, kMaxDelayMs);
  }

  #setState(state) {
    if (this.state === state) return;
    this.state = state;
    for (const listener of [...this.#stateListeners]) listener(state);
  }
}

/** A UCI or GTP session. */
export class EngineSocket extends LineSocket {}

/** Requests and answers as JSON objects, one a line. */
export class JsonSocket extends LineSocket {
  #nextId = 1;
  #pending = new Map();

  constructor(options) {
    super(['json 1'], options);
    this.onLine((line) => this.#answer(line));
    this.onState((state) => this.#stateChanged(state));
  }

  /**
   * Sends a request; waits for a connection where there is none. Resolves with the result, rejects
   * with {code, message}. `onEvent(data, event)` gets events; aborting `signal` cancels. A
   * subscription is repeated when the connection returns, every other request is rejected with the
   * code "unavailable" when it is lost.
   */
  request(method, params = {}, { onEvent, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (this.state === 'refused') return reject(unavailable(this.message));
      if (signal?.aborted) return reject({ code: 'canceled', message: 'canceled' });
      const id = this.#nextId++;
      const entry = { id, method, params, onEvent, resolve, reject, sent: false };
      this.#pending.set(id, entry);
      signal?.addEventListener('abort', () => this.#cancel(id), { once: true });
      this.#send(entry);
      return undefined;
    });
  }

  #send(entry) {
    const { id, method, params } = entry;
    entry.sent = this.send(JSON.stringify({ id, method, params })) || entry.sent;
  }

  #cancel(id) {
    const entry = this.#pending.get(id);
    if (!entry) return;
    this.#pending.delete(id);
    if (entry.sent) {
      this.send(JSON.stringify({ id: this.#nextId++, method: 'cancel', params: { id } }));
    }
    entry.reject({ code: 'canceled', message: 'canceled' });
  }

  #answer(line) {
    let answer;
    try { answer = JSON.parse(line); } catch { return; }
    const entry = this.#pending.get(answer.id);
    if (!entry) return;
    if (answer.event !== undefined) {
      entry.onEvent?.(answer.data, answer.event);
      return;
    }
    this.#pending.delete(answer.id);
    if (answer.error) entry.reject(answer.error);
    else entry.resolve(answer.result);
  }

  #stateChanged(state) {
    if (state === 'open') {
      for (const entry of this.#pending.values()) this.#send(entry);
    } else if (state === 'refused' || state === 'closed') {
      this.#drop(state === 'refused');
    }
  }

  #drop(all) {
    for (const entry of [...this.#pending.values()]) {
      if (!all && (!entry.sent || entry.method === 'subscribe')) continue;
      this.#pending.delete(entry.id);
      entry.reject(unavailable(this.message));
    }
  }
}

function unavailable(message) {
  return { code: 'unavailable', message: message || 'The connection to the server was lost.' };
}
