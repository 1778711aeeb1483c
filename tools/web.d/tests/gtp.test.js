// Tests of the reader of GTP.
import test from 'node:test';
import assert from 'node:assert/strict';
import { GtpReader, gtpToRecord, parseAnalysis, playedMove, recordToGtp }
  from '../page/board/gtp.js';

test('An answer ends with an empty line', () => {
  const reader = new GtpReader();
  assert.equal(reader.push('= K10'), null);
  assert.deepEqual(reader.push(''), { answer: { ok: true, text: 'K10' } });
  assert.equal(reader.push('?7 illegal move'), null);
  assert.deepEqual(reader.push(''), { answer: { ok: false, text: 'illegal move' } });
});

test('Empty lines between answers are ignored', () => {
  const reader = new GtpReader();
  assert.equal(reader.push(''), null);
  reader.push('=');
  assert.deepEqual(reader.push(''), { answer: { ok: true, text: '' } });
});

test('Reports arrive inside of an answer', () => {
  const reader = new GtpReader();
  reader.push('=');
  const { info } = reader.push('info move K10 visits 9 winrate 6900 prior 75 order 0 pv K10 L9');
  assert.equal(info[0].winrate, 0.69);
  assert.equal(reader.push('play K10'), null);
  const { answer } = reader.push('');
  assert.equal(playedMove(answer.text), 'K10');
});

test('A report has one part for each move', () => {
  const moves = parseAnalysis('info move C3 visits 20 winrate 0.497000 prior 0.402391 order 0 '
    + 'pv C3 C4 info move C5 visits 20 winrate 0.491000 prior 0.343497 order 1 pv C5');
  assert.equal(moves.length, 2);
  assert.deepEqual(moves[0].pv, ['C3', 'C4']);
  assert.equal(moves[1].winrate, 0.491);
  assert.equal(moves[1].order, 1);
});

test('The decimal point distinguishes a win rate of 1 in 10000 from a win rate of 1', () => {
  assert.equal(parseAnalysis('info move A1 winrate 1 pv A1')[0].winrate, 0.0001);
  assert.equal(parseAnalysis('info move A1 winrate 1.000000 pv A1')[0].winrate, 1);
});

test('Columns of GTP leave the letter I out', () => {
  assert.equal(recordToGtp('h9'), 'H9');
  assert.equal(recordToGtp('i9'), 'J9');
  assert.equal(gtpToRecord('J9'), 'i9');
  for (const column of 'abcdefghijklmnopqrs') {
    assert.equal(gtpToRecord(recordToGtp(`${column}10`)), `${column}10`);
  }
});
