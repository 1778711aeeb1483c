// Measures the page in a browser: node first_move.mjs MODULES_FOLDER ADDRESS ROUNDS. Prints
// {"loaded": [milliseconds, ...], "first_move": [...]}: from the start of the navigation to the
// connected page, and to the engine's answer to the first move of a new game. Each round has a new
// browser context, so nothing is cached.

import { createRequire } from 'node:module';
import path from 'node:path';

const [modules, address, rounds] = process.argv.slice(2);
const { chromium } = createRequire(path.join(modules, 'index.js'))('playwright-core');

async function measure(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(address);
  await page.waitForSelector('text=connected');
  await page.waitForSelector('[data-square="e2"]');
  const loaded = performance.now() - begun;
  const box = (square) => page.locator(`[data-square="${square}"]`).first().boundingBox();
  const [from, to] = [await box('e2'), await box('e4')];
  const center = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  await page.mouse.move(...center(from));
  await page.mouse.down();
  await page.mouse.move(...center(to), { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => document.body.innerText.includes('Take back')
    && document.querySelectorAll('.move-list button, .moves button').length >= 3);
  const firstMove = performance.now() - begun;
  await context.close();
  return { loaded, firstMove };
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'] });
const times = [];
for (let round = 0; round < Number(rounds); round += 1) times.push(await measure(browser));
await browser.close();
console.log(JSON.stringify({ loaded: times.map(({ loaded }) => loaded),
  first_move: times.map(({ firstMove }) => firstMove) }));
