// The states of the page that the tests in a browser examine one by one, and ways into them that
// other tests take too.

import { axe, open, show, tab, until } from './browser_tools.mjs';

export async function deal(page) {
  await show(page, 'poker');
  await page.getByRole('combobox', { name: 'Policy of the opponent' }).selectOption('rule');
  await page.getByRole('button', { name: 'Deal' }).click();
  await page.getByRole('button', { name: /Leave the table/ }).waitFor();
}

/** Asks for the strategy's mix when it is the person's turn; plays on where the hand is over. */
export async function askWhy(page) {
  const ask = page.getByRole('button', { name: /What would the strategy do/ });
  const next = page.getByRole('button', { name: /next hand/i });
  await until(async () => {
    if (await next.isVisible() && await next.isEnabled()) await next.click();
    return ask.isEnabled();
  }, 'a decision of the person');
  await ask.click();
  await page.getByText('Equity of your cards').waitFor();
}

/** Reviews one hand of a log. */
export async function reviewHands(page) {
  await show(page, 'hands');
  await page.getByRole('combobox', { name: 'Strategy' }).selectOption('rule');
  await page.getByRole('combobox', { name: 'Playouts' }).selectOption('100');
  await page.getByLabel(/^STATE lines/).fill(
    'STATE:15:cc/cc/cc/rf:2c7d|AsKs/QsJsTs/3h/4d:10|-10:Villain|Hero');
  await page.getByLabel(/^Player/).fill('Hero');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByText(/4 decisions in 1 hand,/).waitFor();
}

/** Every state of the page that is examined: its name, and how to get there. */
export const kStates = {
  chess: (page) => show(page, 'chess?moves=e2e4,e7e5,g1f3'),
  'chess, Why': (page) => tab(page, 'Why', '.why-term'),
  'chess, features': async (page) => {
    await page.locator('.why-term').first().click();
    await page.locator('.why-features table').waitFor();
  },
  'chess, Review': async (page) => {
    await show(page, 'chess?moves=f2f3,e7e5,g2g4,d8h4');
    await tab(page, 'Review', '[role=tabpanel] select');
    await page.getByRole('combobox', { name: 'Search' }).selectOption('10000');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.locator('[role=tabpanel] table').waitFor();
  },
  'chess, Game': (page) => tab(page, 'Game', '[role=tabpanel] select'),
  'chess, Position': async (page) => {
    await page.getByRole('button', { name: 'Position …' }).click();
    await page.locator('dialog[open]').waitFor();
  },
  help: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.locator('dialog[open]').waitFor();
  },
  'Connect-6': async (page) => {
    await page.keyboard.press('Escape');
    await show(page, 'connect6?moves=j10,k10 k11');
    await page.locator('.grid-points').waitFor();
  },
  'Connect-6, Why': (page) => tab(page, 'Why', '.why-term'),
  'Connect-6, heat map': showHeat,
  Reversi: async (page) => {
    await show(page, 'reversi?moves=d3,c3');
    await page.locator('.grid-cells').waitFor();
  },
  'Reversi, Why': (page) => tab(page, 'Why', '.why-term'),
  'Reversi, heat map': showHeat,
  poker: (page) => show(page, 'poker'),
  'poker table': deal,
  'poker, strategy': askWhy,
  ranges: async (page) => {
    await show(page, 'range?game=nolimit&policy=rule');
    await page.locator('[data-name="72o"]').waitFor();
  },
  'ranges on the flop': async (page) => {
    await show(page, 'range?game=limit&policy=rule&other=cfr&history=cc/&board=KhTd2c');
    await page.locator('[data-name="72o"]').nth(1).waitFor();
  },
  hands: (page) => show(page, 'hands'),
  'hands, reviewed': reviewHands,
  matches: async (page) => {
    await show(page, 'matches');
    await page.getByRole('link', { name: 'live.db' }).waitFor();
  },
  match: (page) => show(page, 'match/live.db'),
  'match, crosstable': (page) => tab(page, 'Crosstable', '.crosstable'),
  'match, boards': (page) => tab(page, 'Boards', '.mini-game svg'),
  'match, games': (page) => tab(page, 'Games', '[role=tabpanel] tbody tr'),
  'match, faults': (page) => tab(page, 'Faults and delays', '[role=tabpanel] table'),
  replay: async (page) => {
    await show(page, 'match/live.db/1');
    await page.getByRole('heading', { name: 'Game 1', exact: true }).waitFor();
    await page.locator('.grid-cells').first().waitFor();
  },
  learning: async (page) => {
    await show(page, 'learn/run');
    await page.locator('.graph canvas').waitFor();
  },
  server: async (page) => {
    await show(page, 'server');
    await page.getByText('Listeners').waitFor();
  },
};

/** What axe finds on the page as it is, as texts. */
async function accessibilityFaults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run({ preload: false }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

/** Looks at every state in a browser with these options; returns what is wrong. */
export async function examine(browser, server, options) {
  const page = await open(browser, server, options);
  const faults = [];
  for (const [name, enter] of Object.entries(kStates)) {
    try {
      await enter(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > options.viewport.width) faults.push(`${name}: ${wide} pixels wide`);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
    } catch (error) {
      faults.push(`${name}: ${error.message.slice(0, 200)}`);
    }
  }
  // axe itself breaks the content security policy.
  faults.push(...page.faults.filter((fault) => !fault.includes('Content Security Policy')));
  await page.context().close();
  return faults;
}

export async function showHeat(page) {
  await page.getByRole('tab', { name: 'Likely moves' }).click();
  await page.getByRole('checkbox', { name: /Heat map/ }).check();
  await page.locator('[data-heat]').first().waitFor({ state: 'attached' });
}
