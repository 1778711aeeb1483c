// Clocks of a game: pure functions over {side: milliseconds} and the moment when the running side
// began. Every call gets the present time, so that tests need no waiting.

/** Time controls that the page offers: [key, text, base in seconds, increment in seconds]. */
export const kControls = [
  ['none', 'no clock'], ['1+0', '1 min', 60, 0], ['3+2', '3 min + 2 s', 180, 2],
  ['5+0', '5 min', 300, 0], ['10+5', '10 min + 5 s', 600, 5], ['30+0', '30 min', 1800, 0],
];

/** New clocks for two sides; null for the control "none". */
export function newClocks(key, sides) {
  const control = kControls.find(([name]) => name === key);
  if (!control || control.length < 4) return null;
  const left = Object.fromEntries(sides.map((side) => [side, 1000 * control[2]]));
  return { left, increment: 1000 * control[3], running: null, since: 0 };
}

/** Time left of `side` in milliseconds; 0 or less means that it has lost on time. */
export function remaining(clocks, side, now) {
  return clocks.left[side] - (clocks.running === side ? now - clocks.since : 0);
}

/** Ends the turn of `side` with its increment and lets `next` run. */
export function press(clocks, side, next, now) {
  const rest = remaining(clocks, side, now);
  const gained = rest > 0 && clocks.running === side ? clocks.increment : 0;
  return { ...clocks, left: { ...clocks.left, [side]: rest + gained }, running: next, since: now };
}

/** Stops the clocks. */
export function stopClocks(clocks, now) {
  if (!clocks.running) return clocks;
  const side = clocks.running;
  const left = { ...clocks.left, [side]: remaining(clocks, side, now) };
  return { ...clocks, left, running: null };
}

/** The side whose time is over, or null. */
export function fallen(clocks, now) {
  return Object.keys(clocks.left).find((side) => remaining(clocks, side, now) <= 0) ?? null;
}
