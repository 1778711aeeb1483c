// Tests of the connections, with a WebSocket that the test plays.
import test from 'node:test';
import assert from 'node:assert/strict';
import { JsonSocket, LineSplitter } from '../page/core/socket.js';

class FakeSocket {
  static all = [];
  sent = [];

  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  static get last() { return FakeSocket.all.at(-1); }

  send(text) { this.sent.push(text); }

  close() {}

  open() { this.onopen(); }

  say(value) {
    const line = typeof value === 'string' ? value : JSON.stringify(value);
    this.onmessage({ data: `${line}\n` });
  }

  get requests() { return this.sent.slice(2).map((text) => JSON.parse(text)); }
}

function connect() {
  return new JsonSocket({ url: 'ws://test/ws', token: 'abc', type: FakeSocket });
}

test('Pieces of a stream become whole lines', () => {
  const splitter = new LineSplitter();
  assert.deepEqual(splitter.push('a\nb'), ['a']);
  assert.deepEqual(splitter.push('c\r\n\n'), ['bc', '']);
});

test('The token comes first, and requests wait for the connection', async () => {
  const socket = connect();
  const answer = socket.request('hello');
  assert.deepEqual(FakeSocket.last.sent, []);
  FakeSocket.last.open();
  assert.deepEqual(FakeSocket.last.sent.slice(0, 2), ['token abc\n', 'json 1\n']);
  const [{ id, method }] = FakeSocket.last.requests;
  assert.equal(method, 'hello');
  FakeSocket.last.say({ id, result: { version: '1' } });
  assert.deepEqual(await answer, { version: '1' });
  socket.close();
});

test('Events do not end a request, an error does', async () => {
  const socket = connect();
  FakeSocket.last.open();
  const events = [];
  const answer = socket.request('solve', {}, { onEvent: (data) => events.push(data) });
  FakeSocket.last.say({ id: 1, event: 'progress', data: { nodes: 5 } });
  FakeSocket.last.say({ id: 1, error: { code: 'failed', message: 'no' } });
  await assert.rejects(answer, { code: 'failed' });
  assert.deepEqual(events, [{ nodes: 5 }]);
  socket.close();
});

test('An aborted request is canceled on the server', async () => {
  const socket = connect();
  FakeSocket.last.open();
  const abort = new AbortController();
  const answer = socket.request('solve', {}, { signal: abort.signal });
  abort.abort();
  await assert.rejects(answer, { code: 'canceled' });
  assert.deepEqual(FakeSocket.last.requests[1].params, { id: 1 });
  socket.close();
});

test('After a loss subscriptions are repeated and other requests fail', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = connect();
  FakeSocket.last.open();
  const lost = socket.request('explain');
  const rejected = assert.rejects(lost, { code: 'unavailable' });
  const events = [];
  socket.request('subscribe', { topic: 'server' }, { onEvent: (data) => events.push(data) })
    .catch(() => {});
  FakeSocket.last.onclose();
  await rejected;
  assert.equal(socket.state, 'closed');
  const connections = FakeSocket.all.length;
  context.mock.timers.tick(500);
  assert.equal(FakeSocket.all.length, connections + 1);
  FakeSocket.last.open();
  const [{ id, method }] = FakeSocket.last.requests;
  assert.equal(method, 'subscribe');
  FakeSocket.last.say({ id, event: 'server', data: 1 });
  assert.deepEqual(events, [1]);
  socket.close();
});

test('A refused token ends the attempts', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = connect();
  FakeSocket.last.open();
  const answer = socket.request('hello');
  FakeSocket.last.say('error: wrong token');
  await assert.rejects(answer, { code: 'unavailable', message: 'wrong token' });
  assert.equal(socket.state, 'refused');
  const connections = FakeSocket.all.length;
  FakeSocket.last.onclose();
  context.mock.timers.tick(60000);
  assert.equal(FakeSocket.all.length, connections);
});
