// What the tests in a browser need besides a browser: the server, tabs that record faults,
// requests, and steps of many tests. The command line is that of browser_test.mjs.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';

const [modules, folder] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'index.js'));

/** Folder of the programs. */
export const bin = folder;
export const { chromium } = require('playwright-core');
export const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const kRoot = path.resolve(import.meta.dirname, '../..');
/** Most milliseconds that a step may take. */
export const kPatience = 30000;
const kToken = '0123456789abcdef0123456789abcdef';

export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => { server.once('listening', resolve); });
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

export async function until(condition, what) {
  const end = Date.now() + kPatience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not reached: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}

/** `trivium serve` on a fixed port, which can be restarted. */
export class Server {
  constructor(folder, port) {
    this.port = port;
    this.config = path.join(folder, 'serve.json');
    fs.writeFileSync(path.join(folder, 'token'), `${kToken}\n`);
    fs.writeFileSync(this.config, JSON.stringify({
      listeners: [{ port, protocol: 'web', token_file: 'token' }],
      session: { hash_mb: 4 }, limits: { line_bytes: 1 << 20, searches: 4 },
      log: { level: 'warning' },
      web: { folder: path.join(kRoot, 'build/web'), journals: ['.'], runs: ['.'],
        styles: ['.'] },
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
    if (this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => { this.process.once('exit', resolve); });
    this.process.kill('SIGTERM');
    await ended;
  }
}

/** A browser tab with the page. `faults` has errors and requests to other servers. */
export async function open(browser, server, options = {}) {
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
    const own = protocol === 'data:' || host === `127.0.0.1:${server.port}`;
    if (!own) page.faults.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${server.port}/#token=${kToken}`);
  await page.getByText('connected', { exact: true }).waitFor();
  return page;
}

/** The result of one JSON request, on a WebSocket of its own. */
export function ask(page, method, params) {
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

export async function show(page, view) {
  await page.evaluate((hash) => { window.location.hash = hash; }, `#/${view}`);
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

/** Moves of the game that the page lists, without the start. */
export function moves(page) {
  return page.locator('.move-list button').count().then((count) => count - 1);
}

/** Waits until `count` turns of Connect-6 are played; the engine sends its stones one by one. */
export async function answered(page, count) {
  await until(async () => await moves(page) >= count, `${count} turns`);
  await page.getByText(/^Black to move/).waitFor();
}

/** Selects a tab of the page and waits for what it shows. */
export async function tab(page, name, selector) {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.locator(selector).first().waitFor();
}

/** Brightness of a color as the browser states it, "rgb(R, G, B)", from 0 to 255. */
export function brightness(color) {
  const parts = color.match(/\d+/g).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}
