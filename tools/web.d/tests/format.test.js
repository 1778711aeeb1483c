// Tests of numbers as text.
import test from 'node:test';
import assert from 'node:assert/strict';
import { bytes, clock, count, counted, duration, integer, percent, signed }
  from '../page/core/format.js';

test('Numbers keep their sign, and zero has none', () => {
  assert.equal(signed(0.346), '+0.35');
  assert.equal(signed(-1.2), '−1.20');
  assert.equal(signed(-0.001), '0.00');
  assert.equal(integer(-19400), '−19,400');
  assert.equal(integer(999), '999');
});

test('Large counts have three digits', () => {
  assert.equal(count(948352), '948 k');
  assert.equal(count(1234567), '1.23 M');
  assert.equal(count(12), '12');
  assert.equal(bytes(1500000), '1.5 MB');
  assert.equal(percent(0.613), '61 %');
});

test('A noun is plural unless its count is 1', () => {
  assert.equal(counted(1, 'hand'), '1 hand');
  assert.equal(counted(0, 'hand'), '0 hands');
  assert.equal(counted(1200, 'smaller term'), '1,200 smaller terms');
});

test('A clock shows tenths below ten seconds and is never negative', () => {
  assert.equal(clock(303000), '5:03');
  assert.equal(clock(9340), '0:09.3');
  assert.equal(clock(9999), '0:09.9');
  assert.equal(clock(-5), '0:00.0');
  assert.equal(clock(3661000), '1:01:01');
});

test('Spans of time have two units', () => {
  assert.equal(duration(12.4), '12 s');
  assert.equal(duration(125), '2 min 5 s');
  assert.equal(duration(7500), '2 h 5 min');
  assert.equal(duration(200000), '2 d 7 h');
});
