// Cards, classes of hands, betting texts and hands of logs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { actionKind, addedLosses, allCards, appendAction, bigBlinds, cardName, cardsNeeded, classOf,
  combinations, handClasses, isBetting, meanMix, mixDifference, parseBoard, pathSteps,
  raisePresets, streetOf }
  from '../page/poker/hands.js';
import { bettingUntil, handSteps, parseLog, parseState } from '../page/poker/state_line.js';

test('the grid has 169 classes with 1,326 holdings', () => {
  const names = handClasses();
  assert.equal(new Set(names).size, 169);
  assert.deepEqual(names.slice(0, 3), ['AA', 'AKs', 'AQs']);
  assert.equal(names[13], 'AKo');
  assert.equal(names.at(-1), '22');
  assert.equal(names.reduce((sum, name) => sum + combinations(name), 0), 1326);
});

test('cards on the board reduce the holdings of a class', () => {
  assert.equal(combinations('AA', ['As']), 3);
  assert.equal(combinations('AKs', ['As', 'Kd']), 2);
  assert.equal(combinations('AKo', ['As', 'Kd']), 7);
  assert.equal(combinations('AKo', ['As', 'Ks']), 6);
});

test('two cards have the class of the grid, in either order', () => {
  assert.equal(classOf('As', 'Kd'), 'AKo');
  assert.equal(classOf('Kd', 'As'), 'AKo');
  assert.equal(classOf('2h', '7h'), '72s');
  assert.equal(classOf('9c', '9d'), '99');
});

test('cards are named, unknown ones are hidden', () => {
  assert.equal(allCards().length, 52);
  assert.equal(cardName('Th'), 'ten of hearts');
  assert.equal(cardName(null), 'hidden card');
  assert.equal(cardName('Xx'), 'hidden card');
});

test('a board is read in any case and with spaces; a wrong one is rejected', () => {
  assert.deepEqual(parseBoard('kh TD 2c'), ['Kh', 'Td', '2c']);
  assert.deepEqual(parseBoard(''), []);
  assert.equal(parseBoard('KhKh'), null);
  assert.equal(parseBoard('Kx'), null);
  assert.equal(parseBoard('K'), null);
  assert.equal(parseBoard('2c3c4c5c6c7c'), null);
});

test('an action that ends its round adds a slash', () => {
  assert.equal(appendAction('', 'c'), 'c');
  assert.equal(appendAction('c', 'c'), 'cc/');
  assert.equal(appendAction('', 'r300'), 'r300');
  assert.equal(appendAction('r300', 'c'), 'r300c/');
  assert.equal(appendAction('r300c/', 'c'), 'r300c/c');
  assert.equal(appendAction('cc/c', 'c'), 'cc/cc/');
  assert.equal(appendAction('r300', 'f'), 'r300f');
  assert.equal(appendAction('cc/cc/cc/c', 'c'), 'cc/cc/cc/cc');
});

test('with three players a round waits for each of them', () => {
  assert.equal(appendAction('c', 'c', 3), 'cc');
  assert.equal(appendAction('cc', 'c', 3), 'ccc/');
  assert.equal(appendAction('fr', 'c', 3), 'frc/');
  assert.equal(appendAction('fcc/c', 'c', 3), 'fcc/cc/');
});

test('streets and the number of board cards follow from the betting text', () => {
  assert.equal(streetOf('r300c/'), 'flop');
  assert.equal(cardsNeeded(''), 0);
  assert.equal(cardsNeeded('cc/'), 3);
  assert.equal(cardsNeeded('cc/cc/cc/r'), 5);
  assert.ok(isBetting('cr300/c'));
  assert.ok(!isBetting('cx'));
});

test('a path has the text before each action', () => {
  assert.deepEqual(pathSteps('r300c/c'), [
    { history: '', action: 'r300', round: 0 },
    { history: 'r300', action: 'c', round: 0 },
    { history: 'r300c/', action: 'c', round: 1 },
  ]);
});

test('actions have kinds by size', () => {
  const actions = ['f', 'c', 'r200', 'r300', 'r400', 'r500', 'r20000'];
  assert.deepEqual(actions.map((one) => actionKind(one, actions)),
    ['fold', 'call', 'raise-1', 'raise-2', 'raise-3', 'raise-4', 'raise-4']);
});

test('the mean mix counts classes by holdings and probability', () => {
  const cells = [{ name: 'AA', probability: 1, mix: [0, 1] }, { name: 'AKo', probability: 0.5,
    mix: [1, 0] }];
  assert.deepEqual(meanMix(cells, 2), [0.5, 0.5]);
  assert.deepEqual(meanMix([], 2), [0, 0]);
});

test('mixes of two policies are compared by action', () => {
  const first = { mix: [0.2, 0.8] };
  const second = { mix: [0.2, 0.3, 0.5] };
  assert.equal(mixDifference(first, ['f', 'c'], second, ['f', 'c', 'r400']), 0.5);
  assert.equal(mixDifference(first, ['f', 'c'], null, []), null);
});

test('raise sizes are parts of the pot inside the limits', () => {
  const presets = raisePresets({ min: 200, max: 20000, pot: 150, toCall: 50, committed: 50 });
  assert.deepEqual(presets, [{ name: 'minimum', to: 200 }, { name: 'pot', to: 300 },
    { name: 'two pots', to: 500 }, { name: 'all-in', to: 20000 }]);
});

test('winnings in big blinds have a sign', () => {
  assert.equal(bigBlinds(320, 100), '+3.20 bb');
  assert.equal(bigBlinds(-50, 100), '−0.50 bb');
  assert.equal(bigBlinds(0, 100), '0.00 bb');
  assert.equal(bigBlinds(undefined, 100), '–');
});

const kLine = 'STATE:0:crc/rc/rc/rc:KdKs|9sKh/6d3s2h/Th/2s:70|-70:A|B';

test('a hand of a log is read with cards, boards and winnings', () => {
  const hand = parseState(kLine);
  assert.deepEqual(hand.cards, [['Kd', 'Ks'], ['9s', 'Kh']]);
  assert.deepEqual(hand.boards, [['6d', '3s', '2h'], ['Th'], ['2s']]);
  assert.deepEqual(hand.winnings, [70, -70]);
  assert.deepEqual(hand.players, ['A', 'B']);
  assert.equal(parseLog(`# name\n${kLine}\nSCORE:1|-1:A|B`).length, 1);
});

test('a hand is replayed street by street', () => {
  const steps = handSteps(parseState(kLine));
  assert.equal(steps.length, 4 + 9);
  assert.deepEqual(steps[4], { round: 1, action: null, board: ['6d', '3s', '2h'] });
  assert.equal(bettingUntil(steps, 5), 'crc/r');
  assert.deepEqual(steps.at(-1).board, ['6d', '3s', '2h', 'Th', '2s']);
});

test('losses of decisions are added up', () => {
  assert.deepEqual(addedLosses([{ loss: 0.5 }, { loss: -0.2 }, { loss: 1 }]),
    { x: [1, 2, 3], y: [0.5, 0.3, 1.3] });
  assert.deepEqual(addedLosses([]), { x: [], y: [] });
});
