// Tests of the line of moves that a board shows, of clocks, and of scores.
import test from 'node:test';
import assert from 'node:assert/strict';
import { fromQuery, jumpTo, moveNumber, movesToTakeBack, newLine, playMove, takeBack, toQuery }
  from '../page/board/game_line.js';
import { fallen, newClocks, press, remaining, stopClocks } from '../page/board/clocks.js';
import { expectation, outcomeParts, scoreText, seenBy } from '../page/board/evaluation.js';

const white = (n) => (n % 2 === 0 ? 'white' : 'black');

test('A move in the middle replaces what followed', () => {
  const line = jumpTo(newLine('', ['a', 'b', 'c']), 1);
  assert.deepEqual(playMove(line, 'x').moves, ['a', 'x']);
});

test('The next move of the line keeps what follows', () => {
  const line = playMove(jumpTo(newLine('', ['a', 'b', 'c']), 1), 'b');
  assert.deepEqual(line, newLine('', ['a', 'b', 'c'], 2));
});

test('The answer of the engine is taken back with the move before it', () => {
  const line = newLine('', ['a', 'b', 'c', 'd']);
  assert.equal(movesToTakeBack(line, 'white', white), 2);
  assert.equal(movesToTakeBack(line, 'black', white), 1);
  assert.equal(movesToTakeBack(line, 'both', white), 1);
  assert.deepEqual(takeBack(line, 2).moves, ['a', 'b']);
  assert.deepEqual(takeBack(newLine(), 2).moves, []);
});

test('Two moves of chess have one number, turns of stones have one each', () => {
  const numbers = (first, each) => [0, 1, 2, 3].map((index) => moveNumber(index, first, each));
  assert.deepEqual(numbers({ number: 1, second: false }, 2), ['1.', '1…', '2.', '2…']);
  assert.deepEqual(numbers({ number: 30, second: true }, 2), ['30…', '31.', '31…', '32.']);
  assert.deepEqual(numbers({ number: 1, second: false }, 1), ['1.', '2.', '3.', '4.']);
});

test('An address keeps start and moves', () => {
  const line = newLine('8/8/8 w - - 0 1', ['j9 k11', 'j10']);
  assert.deepEqual(fromQuery(new URLSearchParams(toQuery(line))), line);
  assert.equal(fromQuery(new URLSearchParams('')), null);
});

test('A clock runs for one side, and the increment comes at the end of a turn', () => {
  let clocks = newClocks('3+2', ['white', 'black']);
  clocks = press(clocks, 'white', 'black', 1000);
  assert.equal(remaining(clocks, 'white', 5000), 180000);
  assert.equal(remaining(clocks, 'black', 5000), 176000);
  clocks = press(clocks, 'black', 'white', 5000);
  assert.equal(clocks.left.black, 178000);
  clocks = stopClocks(clocks, 6000);
  assert.equal(remaining(clocks, 'white', 99000), 179000);
  assert.equal(newClocks('none', ['white', 'black']), null);
});

test('A side whose time is over is found', () => {
  const clocks = press(newClocks('1+0', ['white', 'black']), 'white', 'black', 0);
  assert.equal(fallen(clocks, 59999), null);
  assert.equal(fallen(clocks, 60000), 'black');
});

test('Scores turn with the side that looks', () => {
  const line = { score: { cp: -13 }, wdl: [305, 353, 342] };
  const turned = seenBy(line, 'black', 'white');
  assert.deepEqual(turned.score, { cp: 13 });
  assert.deepEqual(turned.wdl, [342, 353, 305]);
  assert.equal(seenBy({ winrate: 0.25 }, 'white', 'black').winrate, 0.75);
  assert.equal(seenBy(line, 'white', 'white'), line);
});

test('A chance comes from the best source there is', () => {
  assert.equal(expectation({ wdl: [500, 200, 300], score: { cp: 9 } }), 0.6);
  assert.equal(expectation({ score: { mate: -3 } }), 0);
  assert.equal(expectation({ score: { cp: 9 } }), null);
  assert.deepEqual(outcomeParts({ winrate: 0.75 }), [0.75, 0, 0.25]);
});

test('Scores are written as players read them', () => {
  assert.equal(scoreText({ score: { cp: 35 } }), '+0.35');
  assert.equal(scoreText({ score: { mate: -4 } }), '#−4');
  assert.equal(scoreText({ winrate: 0.5425 }), '54.3 %');
});
