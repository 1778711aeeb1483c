// Tests of the engine sessions: the lines that they send, and what they make of the answers.
import test from 'node:test';
import assert from 'node:assert/strict';
import { GtpSession } from '../page/board/gtp_session.js';
import { kConnect6Rules, kReversiRules } from '../page/board/gtp_rules.js';
import { UciSession } from '../page/board/uci_session.js';
import { newLine } from '../page/board/game_line.js';

/** Plays the connection of a session. */
class FakeLines {
  sent = [];

  onLine(listener) { this.say = listener; }

  onState(listener) { this.setState = listener; }

  send(line) { this.sent.push(line); }

  close() {}

  /** The lines sent since the last call. */
  take() { return this.sent.splice(0); }
}

const turns = async () => { for (let i = 0; i < 20; ++i) await null; };

function uci() {
  const socket = new FakeLines();
  const session = new UciSession(['uci'], socket);
  socket.setState('open');
  socket.say('option name MultiPV type spin default 1 min 1 max 256');
  socket.say('uciok');
  return { socket, session };
}

test('A chess job waits until the engine is ready, and options come before the position', () => {
  const socket = new FakeLines();
  const session = new UciSession(['uci'], socket);
  session.setOption('MultiPV', 3);
  session.setOption('Unknown', 1);
  session.run({ line: newLine(), turn: 'white', limits: null });
  assert.deepEqual(socket.take(), []);
  socket.setState('open');
  socket.say('option name MultiPV type spin default 1 min 1 max 256');
  socket.say('uciok');
  assert.deepEqual(socket.take(),
    ['setoption name MultiPV value 3', 'position startpos', 'go infinite']);
});

test('A new chess job starts after the best move of the one before', () => {
  const { socket, session } = uci();
  const moves = [];
  session.run({ line: newLine(), limits: { moveMs: 500 }, onMove: (move) => moves.push(move) });
  socket.take();
  session.run({ line: newLine('', ['e2e4']), limits: { moveMs: 100 },
    onMove: (move) => moves.push(move) });
  assert.deepEqual(socket.take(), ['stop']);
  socket.say('bestmove d2d4');
  assert.deepEqual(socket.take(), ['position startpos moves e2e4', 'go movetime 100']);
  socket.say('bestmove e7e5');
  assert.deepEqual(moves, ['e7e5']);
});

test('A report has all lines of MultiPV, sorted', () => {
  const { socket, session } = uci();
  const reports = [];
  session.run({ line: newLine(), limits: null, onReport: (report) => reports.push(report) });
  socket.say('info depth 5 multipv 2 score cp 1 nodes 10 pv d2d4');
  socket.say('info depth 5 multipv 1 score cp 9 nodes 20 pv e2e4');
  assert.deepEqual(reports.at(-1).lines.map((line) => line.pv[0]), ['e2e4', 'd2d4']);
});

test('The clocks go to the chess engine', () => {
  const { socket, session } = uci();
  session.run({ line: newLine(), limits: { left: { white: 1000.4, black: 2000 }, increment: 5 } });
  assert.equal(socket.take().at(-1), 'go wtime 1000 btime 2000 winc 5 binc 5');
});

test('After a reconnection the chess job begins again', () => {
  const { socket, session } = uci();
  session.run({ line: newLine(), limits: null });
  socket.take();
  socket.setState('closed');
  socket.setState('open');
  socket.say('uciok');
  assert.deepEqual(socket.take(), ['position startpos', 'go infinite']);
});

async function answer(socket, ...texts) {
  for (const text of texts) {
    socket.say(`= ${text}`);
    socket.say('');
    await turns();
  }
}

async function gtp(rules) {
  const socket = new FakeLines();
  const session = new GtpSession(['set_game X'], rules, socket);
  socket.setState('open');
  await answer(socket, '');
  return { socket, session };
}

test('A Connect-6 engine plays both stones of a turn', async () => {
  const { socket, session } = await gtp(kConnect6Rules);
  const moves = [];
  session.run({ line: newLine('', ['j10']), turn: 'white', limits: { moveMs: 2000 },
    onMove: (move) => moves.push(move) });
  await answer(socket, '', '', '', '');
  assert.deepEqual(socket.take(), ['boardsize 19', 'clear_board', 'play b K10',
    'time_settings 0 2 2', 'lz-genmove_analyze w 30']);
  await answer(socket, '\nplay J9', 'K11');
  assert.deepEqual(socket.take(), ['genmove w']);
  assert.deepEqual(moves, ['i9 j11']);
});

test('The next Connect-6 job plays only what the board lacks', async () => {
  const { socket, session } = await gtp(kConnect6Rules);
  session.run({ line: newLine('', ['j10', 'a1 a2']), turn: 'black', limits: null });
  await answer(socket, '', '', '', '', '');
  assert.equal(socket.take().at(-1), 'lz-analyze b 30');
  session.run({ line: newLine('', ['j10', 'a1 b2']), turn: 'black', limits: null });
  assert.deepEqual(socket.take(), ['stop']);
  await answer(socket, '', '', '', '');
  assert.deepEqual(socket.take(), ['undo', 'play w B2', 'lz-analyze b 30']);
});

test('Variations of Connect-6 are turns', () => {
  const line = newLine('', ['j10']);
  assert.deepEqual(kConnect6Rules.movesFrom(['J9', 'K11', 'A1'], line), ['i9 j11', 'a1']);
  assert.deepEqual(kConnect6Rules.movesFrom(['K10', 'A1', 'B1'], newLine()), ['j10', 'a1 b1']);
});

test('A Reversi line names the color of each move, passes among them', () => {
  const line = newLine('', ['d3', 'c5', 'pass']);
  assert.deepEqual(kReversiRules.vertices(line).map(({ color, vertex }) => color + vertex),
    ['bD3', 'wC5', 'bPASS']);
  const white = newLine(`${'-'.repeat(64)} O;`, ['d3']);
  assert.equal(kReversiRules.vertices(white)[0].color, 'w');
});

test('A Reversi start that is not the usual one becomes a record', () => {
  assert.deepEqual(kReversiRules.setup(''), ['boardsize 8']);
  assert.deepEqual(kReversiRules.setup('-----OX--XO----- O;'),
    ['trivium-record (;GM[2]SZ[4]AB[c2][b3]AW[b2][c3]PL[W])']);
});

test('A rejected command of GTP ends the job with its message', async () => {
  const { socket, session } = await gtp(kReversiRules);
  const errors = [];
  session.run({ line: newLine('', ['a1']), turn: 'white', limits: null,
    onError: (text) => errors.push(text) });
  await answer(socket, '');
  socket.say('? illegal move');
  socket.say('');
  await turns();
  assert.deepEqual(errors, ['play b A1: illegal move']);
});
