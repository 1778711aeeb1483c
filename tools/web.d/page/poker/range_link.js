// The address of the range view: game, one or two policies, the actions so far and the board, as
// the query of "#/range". Pure functions, so that node can test them.

import { isBetting, parseBoard } from './hands.js';

/** Games of `poker` (of `hello`) that have ranges of at least one policy. */
export function gamesWithRanges(poker) {
  return poker.games.filter((name) => poker.ranges[name]?.length > 0);
}

/** The address of these ranges. `board` is a text or a list of cards. */
export function rangeLink({ game, policies, history = '', board = '' }) {
  const cards = typeof board === 'string' ? board : board.join('');
  const query = new URLSearchParams({ game, policy: policies[0] || '' });
  if (policies[1]) query.set('other', policies[1]);
  if (history) query.set('history', history);
  if (cards) query.set('board', cards);
  return `#/range?${query}`;
}

/**
 * Reads an address; what is missing or unknown becomes the first choice of `poker` (of `hello`).
 * Returns {game, policies: [name, name or ""], history, board: [cards]}, or null if the server has
 * no game with ranges.
 */
export function readRange(query, poker) {
  const games = gamesWithRanges(poker);
  if (games.length === 0) return null;
  const game = games.includes(query.get('game')) ? query.get('game') : games[0];
  const names = poker.ranges[game];
  const known = (name, otherwise) => (names.includes(name) ? name : otherwise);
  const history = query.get('history') || '';
  return { game, policies: [known(query.get('policy'), names[0]), known(query.get('other'), '')],
    history: isBetting(history) ? history : '', board: parseBoard(query.get('board') || '') || [] };
}

/** Number of players of a game: "limit3" has three. */
export function playersOf(game) {
  const number = /(\d+)$/.exec(game);
  return number ? Number(number[1]) : 2;
}
