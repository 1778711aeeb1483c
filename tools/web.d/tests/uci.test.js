// Tests of the parser of UCI.
import test from 'node:test';
import assert from 'node:assert/strict';
import { parseBestMove, parseInfo, parseOption, positionCommand } from '../page/board/uci.js';

test('An info line gives depth, score, chances and the variation', () => {
  const info = parseInfo('info depth 12 seldepth 23 multipv 2 score cp -13 wdl 305 353 342 '
    + 'nodes 77338 nps 1170634 hashfull 47 time 66 pv c7c6 c2c4');
  assert.equal(info.depth, 12);
  assert.equal(info.multipv, 2);
  assert.deepEqual(info.score, { cp: -13 });
  assert.deepEqual(info.wdl, [305, 353, 342]);
  assert.equal(info.time, 66);
  assert.deepEqual(info.pv, ['c7c6', 'c2c4']);
});

test('A bound belongs to the score, and the words after it are read', () => {
  const info = parseInfo('info depth 3 score cp 40 lowerbound nodes 9 pv e2e4');
  assert.deepEqual(info.score, { cp: 40, bound: 'lower' });
  assert.equal(info.nodes, 9);
});

test('A mate score is not a score in centipawns', () => {
  assert.deepEqual(parseInfo('info depth 1 score mate -2 pv a2a3').score, { mate: -2 });
});

test('A string and other lines are no reports', () => {
  assert.equal(parseInfo('info string score cp 5'), null);
  assert.equal(parseInfo('readyok'), null);
});

test('The best move may be missing', () => {
  assert.deepEqual(parseBestMove('bestmove e7e6 ponder c2c4'), { move: 'e7e6', ponder: 'c2c4' });
  assert.deepEqual(parseBestMove('bestmove (none)'), { move: null, ponder: null });
  assert.equal(parseBestMove('info depth 1'), null);
});

test('Options have names of several words and limits', () => {
  assert.deepEqual(parseOption('option name UCI_Elo type spin default 1994 min 202 max 1994'),
    { name: 'UCI_Elo', type: 'spin', default: '1994', min: 202, max: 1994 });
  assert.equal(parseOption('option name Clear Hash type button').name, 'Clear Hash');
});

test('A position is the start or a FEN, and its moves', () => {
  assert.equal(positionCommand('', []), 'position startpos');
  assert.equal(positionCommand('8/8 w - - 0 1', ['e2e4']),
    'position fen 8/8 w - - 0 1 moves e2e4');
});
