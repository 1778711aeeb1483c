// Tests of the page in a real browser: node browser_test.mjs MODULES_FOLDER BIN_FOLDER
// [--shots FOLDER]. Starts `trivium serve` with a web listener and the page of build/web, plays and
// looks at every view in Debian's chromium, and prints "N passed, N failed". With --shots it also
// writes the screenshots of the documents.

import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const [modules, bin] = process.argv.slice(2);
const shots = process.argv[4] === '--shots' ? process.argv[5] : null;
const require = createRequire(path.join(path.resolve(modules), 'index.js'));
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const kRoot = path.resolve(import.meta.dirname, '../..');
const kToken = '0123456789abcdef0123456789abcdef';
const kPatience = 30000;
const kViews = ['chess', 'connect6', 'reversi', 'poker', 'range', 'hands', 'matches', 'learn', 'server'];

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => { server.once('listening', resolve); });
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

async function until(condition, what) {
  const end = Date.now() + kPatience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not reached: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}

/** `trivium serve` on a fixed port, which can be restarted. */
class Server {
  constructor(folder, port) {
    this.port = port;
    this.config = path.join(folder, 'serve.json');
    fs.writeFileSync(path.join(folder, 'token'), `${kToken}\n`);
    fs.writeFileSync(this.config, JSON.stringify({
      listeners: [{ port, protocol: 'web', token_file: 'token' }],
      session: { hash_mb: 4 }, limits: { line_bytes: 1 << 20, searches: 4 },
      log: { level: 'warning' },
      web: { folder: path.join(kRoot, 'build/web'), journals: ['.'], runs: ['.'] },
    }));
  }

  async start() {
    this.process = spawn(path.join(bin, 'trivium'), ['serve', '--config', this.config],
      { stdio: ['ignore', 'inherit', 'inherit'] });
    await until(() => new Promise((resolve) => {
      const socket = net.connect(this.port, '127.0.0.1');
      socket.once('connect', () => { socket.destroy(); resolve(true); });
      socket.once('error', () => resolve(false));
    }), 'the server listens');
  }

  async stop() {
    const ended = new Promise((resolve) => { this.process.once('exit', resolve); });
    this.process.kill('SIGTERM');
    await ended;
  }
}

/** A browser tab with the page. `faults` has errors and requests to other servers. */
async function open(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  page.faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error') page.faults.push(message.text());
  });
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && host !== `127.0.0.1:${server.port}`) page.faults.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${server.port}/#token=${kToken}`);
  await page.getByText('connected', { exact: true }).waitFor();
  return page;
}

/** The result of one JSON request, on a WebSocket of its own. */
function ask(page, method, params) {
  return page.evaluate(({ request, token }) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${window.location.host}/ws`);
    socket.onopen = () => socket.send(`token ${token}\njson 1\n${request}\n`);
    socket.onerror = () => reject(new Error('the WebSocket failed'));
    socket.onmessage = ({ data }) => {
      const answer = data.split('\n').find((line) => line.startsWith('{'));
      if (!answer) return;
      socket.close();
      resolve(JSON.parse(answer).result);
    };
  }), { request: JSON.stringify({ id: 1, method, params }), token: kToken });
}

async function show(page, view) {
  await page.evaluate((hash) => { window.location.hash = hash; }, `#/${view}`);
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

/** Moves of the game that the page lists, without the start. */
function moves(page) {
  return page.locator('.move-list button').count().then((count) => count - 1);
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

  async 'a turn of Connect-6 has two stones'({ page }) {
    await show(page, 'connect6');
    const board = page.getByRole('application', { name: 'Connect-6 board' });
    await board.focus();
    await page.keyboard.press('Enter');
    await until(async () => await moves(page) >= 2, 'the answer of the engine');
    await page.getByText(/Black to move/).waitFor();  // both stones of the answer are there
    const before = await moves(page);
    // Far from all stones, where the cells are empty.
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal(await moves(page), before);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await until(async () => await moves(page) >= before + 2, 'the second answer');
  },

  async 'a pasted game is shown, and its graph leads to its positions'({ page }) {
    await show(page, 'chess');
    await page.getByRole('button', { name: 'Position …' }).click();
    await page.getByLabel(/^Paste/).fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await until(async () => await moves(page) === 6, 'six moves');
    await page.locator('.move-list button').nth(2).click();
    await until(async () => await page.locator('.move-list [aria-current]').innerText() === 'e5',
      'the position after e5');
  },

  async 'the terms of Why add up'({ page }) {
    await show(page, 'chess');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('tabpanel', { name: 'Why' }).getByText(/pawns|winning|equal|better|score/i)
      .first().waitFor();
  },

  async 'the heat map shows the figures of the server'({ page }) {
    await show(page, 'connect6?moves=j10,k10 k11');
    await page.getByRole('tab', { name: 'Likely moves' }).click();
    await page.getByRole('checkbox', { name: /Heat map/ }).check();
    await page.locator('[data-heat]').first().waitFor({ state: 'attached' });
    const shown = Object.fromEntries(await page.locator('[data-heat]').evaluateAll(
      (cells) => cells.map(({ dataset }) => [dataset.heat, Number(dataset.probability)])));
    const answer = await ask(page, 'heat',
      { game: 'connect6', start: '', moves: ['j10', 'k10 k11'] });
    const cells = answer.probability.map((probability, place) => [
      `${String.fromCharCode(97 + (place % 19))}${Math.floor(place / 19) + 1}`, probability]);
    const likely = cells.sort((a, b) => b[1] - a[1]).slice(0, 5);
    for (const [square, probability] of likely) {
      assert.ok(Math.abs(shown[square] - probability) < 1e-3, `${square}: ${shown[square]}`);
    }
  },

  async 'the grid of ranges is that of explain poker --range'({ page }) {
    await show(page, 'range?game=limit&policy=rule');
    await until(() => page.evaluate(() => document.body.innerText.includes('72o')), 'the grid');
    const report = JSON.parse(execFileSync(path.join(bin, 'trivium'),
      ['explain', 'poker', '--game', 'limit', '--policy', 'rule', '--range', '--json'],
      { maxBuffer: 1 << 26 }));
    const [fold] = report.range.actions;
    const text = await page.getByRole('main').innerText();
    const percent = (100 * fold.probability).toFixed(1);
    assert.match(text, new RegExp(`${fold.words}\\s*${percent} %`));
  },

  async 'a hand of poker is played to its end'({ page }) {
    await show(page, 'poker');
    await page.getByRole('combobox', { name: 'Policy of the opponent' }).selectOption('rule');
    await page.getByRole('button', { name: 'Deal' }).click();
    const next = page.getByRole('button', { name: /next hand/i });
    const pay = page.getByRole('button', { name: /^(check|call)/i });
    await until(async () => {
      if (await next.isVisible() && await next.isEnabled()) return true;
      if (await pay.isVisible() && await pay.isEnabled()) await pay.click();
      return false;
    }, 'the end of the hand');
  },

  async 'a log of poker is reviewed'({ page }) {
    await show(page, 'hands');
    await page.getByRole('combobox', { name: 'Strategy' }).selectOption('rule');
    await page.getByRole('combobox', { name: 'Playouts' }).selectOption('100');
    await page.getByLabel(/^STATE lines/).fill(
      'STATE:15:cc/cc/cc/rf:2c7d|AsKs/QsJsTs/3h/4d:10|-10:Villain|Hero');
    await page.getByLabel(/^Player/).fill('Hero');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText(/4 decisions in 1 hands/).waitFor();
    assert.match(await page.locator('tbody tr').first().innerText(), /AsKs.*fold/s);
  },

  async 'a tournament is followed to its end without a reload'({ page, folder }) {
    const match = spawn(path.join(bin, 'trivium-match'), ['-game', 'reversi',
      '-engine', 'proto=internal', 'name=A', 'nodes=300', '-engine', 'proto=internal', 'name=B',
      'nodes=100', '-rounds', '4', '-journal', path.join(folder, 'live.db')],
    { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => { match.once('exit', resolve); });
    await until(() => fs.existsSync(path.join(folder, 'live.db')), 'a journal');
    await show(page, 'match/live.db');
    await page.getByText('8 games', { exact: true }).waitFor();
    assert.equal(await ended, 0);
    await page.getByRole('tab', { name: 'Games' }).click();
    await page.getByRole('tab', { name: 'Crosstable' }).click();
  },

  async 'every view is accessible, fits 360 pixels and has a dark mode'({ browser, server }) {
    for (const colorScheme of ['light', 'dark']) {
      const narrow = await open(browser, server,
        { viewport: { width: 360, height: 740 }, colorScheme });
      for (const view of kViews) {
        await show(narrow, view);
        const wide = await narrow.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${view}: ${wide} pixels wide`);
        const faults = narrow.faults.splice(0);
        assert.deepEqual(faults, [], view);
        await narrow.evaluate(axe);
        const found = await narrow.evaluate(() => window.axe.run({ preload: false }));
        const names = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        assert.deepEqual(names, [], `${view}, ${colorScheme}`);
        narrow.faults.length = 0;  // axe itself breaks the content security policy
      }
      await narrow.context().close();
    }
  },

  async 'the page comes back after a restart of the server'({ page, server }) {
    await server.stop();
    await page.getByText('connected', { exact: true }).waitFor({ state: 'hidden' });
    await server.start();
    await page.getByText('connected', { exact: true }).waitFor();
    await show(page, 'server');
    await page.getByText('Listeners').waitFor();
    page.faults.length = 0;  // connections that were refused meanwhile
  },

  async 'a page in one file works from the disk'({ browser, folder }) {
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
    await page.getByRole('button', { name: 'Show game 8' }).click();
    await page.getByRole('heading', { name: /Game 8/ }).waitFor();
    await page.getByRole('button', { name: 'Last' }).click();
    assert.deepEqual(faults, []);
  },
};

async function takeShots(page, folder) {
  fs.mkdirSync(folder, { recursive: true });
  await page.setViewportSize({ width: 1280, height: 820 });
  await show(page, 'chess?moves=e2e4,e7e5,g1f3,b8c6,f1b5');
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role=tabpanel] button').length > 5);
  await page.screenshot({ path: path.join(folder, 'page.png') });
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trivium-page-'));
const server = new Server(folder, await freePort());
await server.start();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'] });
let failed = 0;
let passed = 0;
const only = process.env.TRIVIUM_PAGE_TEST;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  let page;
  try {
    page = await open(browser, server);
    await test({ page, browser, server, folder });
    assert.deepEqual(page.faults, []);
    passed += 1;
    console.log(`passed: ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${name}: ${error.message.slice(0, 600)}`);
  }
  await page?.context().close();
}
if (shots) await takeShots(await open(browser, server), shots);
await browser.close();
await server.stop();
fs.rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
