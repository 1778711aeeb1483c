// Tests of the page in a real browser: node browser_test.mjs MODULES_FOLDER BIN_FOLDER
// [--shots FOLDER]. Starts `trivium serve` with a web listener and the page of build/web, plays and
// looks at every view in Debian's chromium, and prints "N passed, N failed". With --shots it also
// writes the screenshots of the documents. TRIVIUM_PAGE_TEST=TEXT runs only tests whose names have
// TEXT in them.

import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { askWhy, deal, examine, kStates, reviewHands, showHeat } from './browser_states.mjs';
import { answered, ask, bin, brightness, chromium, freePort, kPatience, kRoot, moves, open, Server,
  show, tab, until } from './browser_tools.mjs';

const shots = process.argv[4] === '--shots' ? process.argv[5] : null;
const kGames = 4;
/** Cells with less are not drawn in a heat map. */
const kLeastHeat = 0.002;

/** Command line of a small tournament of Reversi, its journal in `folder`. */
function matchCommand(folder, limit) {
  return ['-game', 'reversi', '-engine', 'proto=internal', 'name=A', '-engine', 'proto=internal',
    'name=B', '-each', ...limit, '-rounds', String(kGames / 2), '-journal',
    path.join(folder, 'live.db')];
}

/** Plays the tournament unless a test before has done so. */
function needJournal(folder) {
  if (fs.existsSync(path.join(folder, 'live.db'))) return;
  execFileSync(path.join(bin, 'trivium-match'), matchCommand(folder, ['nodes=100']),
    { cwd: folder, stdio: 'ignore' });
}

/** A finished run of a learner, as the page finds it. */
function needRun(folder) {
  const run = path.join(folder, 'run');
  fs.mkdirSync(run, { recursive: true });
  const rows = [1, 2, 3].map((step) => JSON.stringify({ step, loss: 1 / step }));
  fs.writeFileSync(path.join(run, 'curve.jsonl'), `${rows.join('\n')}\n`);
}

/** Compares all cells of a heat map with the server's figures. */
async function compareHeat(page, game, played) {
  await show(page, `${game}?moves=${played.join(',')}`);
  await showHeat(page);
  const shown = await page.locator('[data-heat]').evaluateAll(
    (cells) => cells.map(({ dataset }) => [dataset.heat, dataset.probability]));
  const { columns, probability } = await ask(page, 'heat', { game, start: '', moves: played });
  const squareAt = (place) => (
    `${String.fromCharCode(97 + (place % columns))}${Math.floor(place / columns) + 1}`);
  const expected = probability.map((part, place) => [squareAt(place), part])
    .filter(([, part]) => part >= kLeastHeat).map(([square, part]) => [square, part.toFixed(4)]);
  assert.ok(expected.length > 0);
  assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(expected));
}

async function centerOf(page, square) {
  const box = await page.locator(`.chess-board [data-square="${square}"]`).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page, from, to) {
  await page.locator(`.chess-board [data-square="${from}"]`).first().waitFor();
  await page.mouse.move(...await centerOf(page, from));
  await page.mouse.down();
  await page.mouse.move(...await centerOf(page, to), { steps: 4 });
  await page.mouse.up();
}

const tests = {
  async 'a chess game is played by mouse, and the engine answers'({ page }) {
    await show(page, 'chess');
    await drag(page, 'e2', 'e4');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    assert.match(await page.locator('.move-list').innerText(), /e4/);
  },

  async 'a chess move is played by keyboard alone'({ page }) {
    await show(page, 'chess');
    await page.getByRole('button', { name: 'New game' }).click();
    await until(async () => await moves(page) === 0, 'a new game');
    const board = page.locator('.chess-board svg').first();
    await board.focus();
    // From wherever the cursor is to a1, then to e2, and from there to e4.
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowDown');
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    assert.match(await page.locator('.move-list').innerText(), /e4/);
  },

  async 'a pawn promotes by a dialog, by keyboard'({ page }) {
    await show(page, `chess?${new URLSearchParams({ start: '8/4P3/8/8/8/k7/8/K7 w - - 0 1' })}`);
    await drag(page, 'e7', 'e8');
    const dialog = page.getByRole('dialog', { name: 'Choose promotion piece' });
    await dialog.getByRole('button', { name: 'Knight' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(async () => await moves(page) >= 1, 'the promotion');
    assert.match(await page.locator('.move-list').innerText(), /e8=R/);
    await dialog.waitFor({ state: 'detached' });
  },

  async 'Reversi is played by mouse, and the engine answers'({ page }) {
    await show(page, 'reversi');
    await page.locator('[data-target="d3"].playable').click();
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    assert.equal(await page.locator('[data-square="d3"]').count(), 1);
  },

  async 'Reversi is played by keyboard alone'({ page }) {
    await show(page, 'reversi');
    const board = page.getByRole('application', { name: 'Reversi board' });
    await board.focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
    // d3 is the fourth column of the third row.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    assert.match(await page.locator('.move-list').innerText(), /d3/);
  },

  async 'the first stone of a turn of Connect-6 is a ghost'({ page }) {
    await show(page, 'connect6');
    const target = (square) => page.locator(`[data-target="${square}"].playable`);
    const ghosts = page.locator('.stone-ghost');
    await target('j10').click();
    await answered(page, 2);
    // The corner is far from all stones, so its points are empty.
    await target('a1').click();
    await ghosts.waitFor({ state: 'attached' });
    assert.equal(await ghosts.getAttribute('data-square'), 'a1');
    assert.equal(await moves(page), 2);
    await target('a3').click();
    await answered(page, 4);
    assert.equal(await ghosts.count(), 0);
    assert.match(await page.locator('.move-list').innerText(), /a1 a3/);
  },

  async 'Connect-6 is played by keyboard alone'({ page }) {
    await show(page, 'connect6');
    await page.getByRole('application', { name: 'Connect-6 board' }).focus();
    await page.keyboard.press('Enter');
    await answered(page, 2);
    for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('.stone-ghost').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.locator('.stone-ghost').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await answered(page, 4);
  },

  async 'a pasted game is shown, and its graph leads to its positions'({ page }) {
    await show(page, 'chess');
    await page.getByRole('button', { name: 'Position …' }).click();
    await page.getByLabel(/^Paste/).fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await until(async () => await moves(page) === 6, 'six moves');
    const current = (text) => until(async () => (
      await page.locator('.move-list [aria-current]').innerText() === text), `the move ${text}`);
    const plot = page.locator('.graph .u-over');
    const { width, height } = await plot.boundingBox();
    await plot.click({ position: { x: width / 3, y: height / 2 } });
    await current('e5');
    await page.getByRole('slider', { name: /Chance of White/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await current('Nf3');
    assert.equal(await moves(page), 6);
  },

  async 'an address with an illegal move is an error that a new game ends'({ page }) {
    await show(page, 'chess?moves=e2e4');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    await page.evaluate(() => { window.location.hash = '#/chess?moves=e2e5'; });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('.chess-board [data-square="e2"]').first().waitFor();
    await page.evaluate(() => { window.location.hash = '#/match/%E0%A4%A'; });
    await page.getByText('is not listed').waitFor();
  },

  async 'a variation plays on the board while the pointer is on it'({ page }) {
    await show(page, 'chess?moves=e2e4,e7e5');
    const pieces = () => page.locator('.chess-board [data-piece]').evaluateAll(
      (all) => all.map(({ dataset }) => dataset.square + dataset.piece).sort().join());
    const third = page.locator('.lines li').first().locator('.move').nth(2);
    await third.waitFor();
    const before = await pieces();
    await third.hover();
    await until(async () => await pieces() !== before, 'the moves of the variation');
    await page.mouse.move(5, 5);
    await until(async () => await pieces() === before, 'the position of the game');
    assert.equal(await moves(page), 2);
  },

  async 'clocks run, and a limited strength answers'({ page }) {
    await show(page, 'chess');
    await tab(page, 'Game', '[role=tabpanel] select');
    const strength = page.getByRole('slider', { name: 'Strength' });
    await strength.focus();
    await page.keyboard.press('Home');
    await page.getByText(/^Elo \d+$/).waitFor();
    await page.getByRole('combobox', { name: /^Clock/ }).selectOption('1+0');
    await page.getByRole('button', { name: 'New game' }).click();
    await tab(page, 'Moves', '.move-list');
    const clocks = () => page.getByRole('timer').allInnerTexts();
    await until(async () => (await clocks()).join() === '1:00,1:00', 'two clocks');
    await drag(page, 'e2', 'e4');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    await until(async () => (await clocks()).at(-1) !== '1:00', 'the clock of the person');
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(async () => await moves(page) === 0, 'the start');
  },

  async 'a style that is written while the server runs plays, explains and reviews'({ browser,
    server, folder }) {
    fs.copyFileSync(path.join(kRoot, 'tests/data/0.2.0/models/chess/chess.choice.safetensors'),
      path.join(folder, 'tester.safetensors'));
    const page = await open(browser, server);
    await show(page, 'chess?moves=f2f3,e7e5,g2g4,d8h4');
    await tab(page, 'Review', '[role=tabpanel] select');
    await page.getByRole('combobox', { name: 'Search' }).selectOption('10000');
    await page.getByRole('combobox', { name: 'Compare with a style' }).selectOption('tester');
    await page.getByRole('button', { name: 'Review the game' }).click();
    const rows = page.locator('[role=tabpanel] tbody tr');
    await rows.first().waitFor();
    assert.match(await rows.first().innerText(), /^2\. g4\s.*%\s.*[−+]\d.*%/s);
    await tab(page, 'Game', '[role=tabpanel] select');
    await page.getByRole('combobox', { name: 'Style' }).selectOption('tester');
    await show(page, 'chess?moves=d2d4');
    await tab(page, 'Moves', '.move-list');
    await until(async () => await moves(page) >= 2, 'a move by the style');
    await tab(page, 'Why', '[role=tabpanel] table');
    await page.getByText('Moves by the style').waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  },

  async 'the terms of Why add up to the score'({ page }) {
    for (const view of ['chess?moves=e2e4,e7e5,g1f3', 'connect6?moves=j10,k10 k11',
      'reversi?moves=d3,c3']) {
      await show(page, view);
      await tab(page, 'Why', '.why-total');
      const texts = await page.locator('.why > li .number').allInnerTexts();
      const values = texts.map((text) => Number(text.replace('−', '-').replace('+', '')));
      const score = values.pop();
      const sum = values.reduce((all, value) => all + value, 0);
      // Each figure is rounded to hundredths.
      assert.ok(Math.abs(sum - score) <= 0.005 * (values.length + 2), `${view}: ${texts}`);
      assert.ok(values.length >= 2, view);
    }
  },

  async 'heat maps show the figures of the server'({ page }) {
    await compareHeat(page, 'connect6', ['j10', 'k10 k11']);
    await compareHeat(page, 'reversi', ['d3', 'c3']);
  },

  async 'the grid of ranges is that of explain poker --range'({ page }) {
    await show(page, 'range?game=nolimit&policy=rule');
    await page.locator('[data-name="72o"]').waitFor();
    const shown = Object.fromEntries(await page.locator('[role=gridcell]').evaluateAll(
      (cells) => cells.map((cell) => [cell.dataset.name,
        [...cell.querySelectorAll('.mix-part')].map(({ style }) => Number.parseFloat(style.width)),
      ])));
    const { range } = JSON.parse(execFileSync(path.join(bin, 'trivium'),
      ['explain', 'poker', '--policy', 'rule', '--range', '--json'], { maxBuffer: 1 << 26 }));
    const cells = range.grid.flat();
    assert.equal(cells.length, 169);
    assert.equal(Object.keys(shown).length, 169);
    for (const { hand, probabilities } of cells) {
      const expected = probabilities.filter((part) => part > 0).map((part) => 100 * part);
      const text = `${hand}: ${shown[hand]}, not ${expected}`;
      assert.equal(shown[hand].length, expected.length, text);
      expected.forEach((part, place) => assert.ok(Math.abs(shown[hand][place] - part) < 0.1, text));
    }
    const means = await page.locator('.range-legend li').allInnerTexts();
    range.actions.forEach(({ words, probability }, place) => {
      assert.ok(means[place].includes(words), `${means[place]}, not ${words}`);
      assert.ok(means[place].includes((100 * probability).toFixed(1)), means[place]);
    });
  },

  async 'a hand of poker is played to its end by keyboard'({ page }) {
    await deal(page);
    await askWhy(page);
    const next = page.getByRole('button', { name: /next hand/i });
    const pay = page.getByRole('button', { name: /^(check|call)/i });
    await until(async () => {
      if (await next.isVisible()) return true;
      if (await pay.isVisible() && await pay.isEnabled()) await page.keyboard.press('c');
      return false;
    }, 'the end of the hand');
    await page.getByText(/^(You win|You lose|Nobody wins)/).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: /^Hand/ }).waitFor();
    await next.waitFor({ state: 'hidden' });
  },

  async 'Enter in the field of a raise raises by that number'({ page }) {
    await show(page, 'poker');
    await page.getByRole('combobox', { name: 'Game' }).selectOption('nolimit');
    await deal(page);
    const amount = page.getByRole('spinbutton');
    const next = page.getByRole('button', { name: /next hand/i });
    await until(async () => {
      if (await next.isVisible() && await next.isEnabled()) await next.click();
      return amount.isVisible();
    }, 'a decision with a raise');
    await amount.fill('701');
    await amount.press('Enter');
    await page.locator('.hand-log').getByText(/raise to 701/).waitFor();
  },

  async 'ranges of two strategies are compared on a flop of chosen cards'({ page }) {
    await show(page, 'range?game=limit&policy=rule&history=cc/');
    for (const name of [/^K.*hearts/, /^T.*diamonds|^10.*diamonds/, /^2.*clubs/])
      await page.getByRole('button', { name }).first().click();
    await page.locator('[data-name="72o"]').waitFor();
    await page.getByRole('checkbox', { name: /Compare/ }).check();
    await page.locator('[data-name="72o"]').nth(1).waitFor();
    await page.getByRole('group', { name: 'Next action' }).getByRole('link').nth(1).click();
    await page.getByText(/decision/).first().waitFor();
    await page.getByLabel(/betting text/).fill('zzz');
    await page.getByRole('button', { name: 'Go there' }).click();
    await page.getByText(/is not a betting text/).waitFor();
  },

  async 'a log of poker is reviewed'({ page }) {
    await reviewHands(page);
    assert.match(await page.locator('tbody tr').first().innerText(), /AsKs.*fold/s);
    await page.getByRole('slider', { name: /^Losses/ }).waitFor();
  },

  async 'a tournament is followed to its end without a reload'({ page, folder }) {
    // Lasts half a minute, so that a browser on a busy machine sees it under way.
    const match = spawn(path.join(bin, 'trivium-match'),
      matchCommand(folder, ['st=0.2', 'timemargin=10000']), { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => { match.once('exit', resolve); });
    await until(() => fs.existsSync(path.join(folder, 'live.db')), 'a journal');
    await show(page, 'match/live.db');
    await page.evaluate(() => { window.sameDocument = true; });
    await page.getByText(new RegExp(`^[0-${kGames - 1}] of ${kGames} games$`)).waitFor();
    await tab(page, 'Boards', '.mini-game');
    await page.getByText(/is being played/).first().waitFor();
    await page.getByText(`${kGames} games`, { exact: true }).waitFor({ timeout: 4 * kPatience });
    assert.equal(await ended, 0);
    await page.getByText(/is being played/).first().waitFor({ state: 'detached' });
    await tab(page, 'Games', '[role=tabpanel] table');
    await until(async () => await page.locator('[role=tabpanel] tbody tr').count() === kGames,
      'all games in the list');
    assert.ok(await page.evaluate(() => window.sameDocument));
  },

  async 'every view is accessible and fits 360 pixels'({ browser, server, folder }) {
    needJournal(folder);
    needRun(folder);
    const viewport = { width: 360, height: 740 };
    assert.deepEqual(await examine(browser, server, { viewport, colorScheme: 'light' }), []);
  },

  async 'every view is accessible in dark mode on a large screen'({ browser, server, folder }) {
    needJournal(folder);
    needRun(folder);
    const viewport = { width: 1280, height: 900 };
    assert.deepEqual(await examine(browser, server, { viewport, colorScheme: 'dark' }), []);
  },

  async 'dark mode follows the system and the button'({ browser, server }) {
    const dark = await open(browser, server, { colorScheme: 'dark' });
    const colors = () => dark.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color };
    });
    const system = await colors();
    assert.ok(brightness(system.backgroundColor) < 80, system.backgroundColor);
    assert.ok(brightness(system.color) > 160, system.color);
    await dark.getByRole('button', { name: 'Colors: auto' }).click();
    await until(async () => brightness((await colors()).backgroundColor) > 200, 'light colors');
    await dark.context().close();
  },

  async 'the page and its game go on after a restart of the server'({ page, server }) {
    await show(page, 'chess');
    await drag(page, 'e2', 'e4');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    await server.stop();
    await page.getByText('connected', { exact: true }).waitFor({ state: 'hidden' });
    await server.start();
    await page.getByText('connected', { exact: true }).waitFor();
    await page.getByText(/^White to move/).waitFor();
    await page.getByRole('button', { name: 'Engine moves' }).click();
    await until(async () => await moves(page) >= 4, 'two moves of the engine');
    await show(page, 'server');
    await page.getByText('Listeners').waitFor();
    page.faults.length = 0;  // connections that were refused meanwhile
  },

  async 'a page in one file works from the disk'({ browser, folder }) {
    needJournal(folder);
    const file = path.join(folder, 'match.html');
    execFileSync(path.join(bin, 'trivium-match'),
      ['page', path.join(folder, 'live.db'), '--out', file]);
    const page = await (await browser.newContext()).newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) faults.push(request.url());
    });
    await page.goto(`file://${file}`);
    await page.getByRole('button', { name: `Show game ${kGames}` }).click();
    await page.getByRole('heading', { name: new RegExp(`Game ${kGames}`) }).waitFor();
    await page.getByRole('button', { name: 'Last' }).click();
    assert.deepEqual(faults, []);
  },
};

async function takeShots(page, folder, shotsFolder) {
  fs.mkdirSync(shotsFolder, { recursive: true });
  const shot = (name) => page.screenshot({ path: path.join(shotsFolder, `${name}.png`) });
  await page.setViewportSize({ width: 1280, height: 820 });
  await show(page, 'chess?moves=e2e4,e7e5,g1f3,b8c6,f1b5');
  await tab(page, 'Why', '.why-total');
  await page.locator('.lines li').nth(2).waitFor();
  await shot('page');
  await kStates['Connect-6'](page);
  await showHeat(page);
  await page.locator('.lines li').first().waitFor();
  await shot('page-heat');
  await kStates.ranges(page);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await shot('page-range');
  needJournal(folder);
  await page.setViewportSize({ width: 1280, height: 820 });
  await kStates.replay(page);
  await shot('page-match');
}

/** Runs every test in a tab of its own; returns the number of those that failed. */
async function runTests(browser, server, folder) {
  const only = process.env.TRIVIUM_PAGE_TEST ?? '';
  const chosen = Object.entries(tests).filter(([name]) => name.includes(only));
  let failed = 0;
  for (const [name, test] of chosen) {
    let page;
    try {
      page = await open(browser, server);
      await test({ page, browser, server, folder });
      assert.deepEqual(page.faults, []);
      console.log(`passed: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}: ${error.message.slice(0, 2000)}`);
    }
    await page?.context().close();
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  return failed;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trivium-page-'));
const server = new Server(folder, await freePort());
let browser;
try {
  await server.start();
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  process.exitCode = await runTests(browser, server, folder) ? 1 : 0;
  if (shots) await takeShots(await open(browser, server), folder, shots);
} finally {
  await browser?.close();
  await server.stop();
  fs.rmSync(folder, { recursive: true });
}
