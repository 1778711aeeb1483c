// Lists of games that arrive in pages and out of order, filters, and the facts of one game. Pure
// functions, so that node can test them. Games are numbered from 0 in journals; users see them
// numbered from 1, as trivium-match prints them.

import { counted, integer, signed } from '../core/format.js';

/** The number of a game for users. */
export function shownNumber(number) {
  return number + 1;
}

/**
 * A row of the server's list with what the views need besides: `result` ("1-0", or the chips of the
 * first player of a block of poker) and `fault` (its kind, or "").
 */
export function readRow(row) {
  const fault = row.fault === true ? row.ending : row.fault || '';
  return { ...row, fault, result: row.result ?? resultOf(row) };
}

function resultOf({ points, moves }) {
  if (moves === undefined) return `${signed(points[0], 0)} chips`;
  if (points[0] === points[1]) return '1/2-1/2';
  return points[0] > points[1] ? '1-0' : '0-1';
}

/** A whole game of the server: a row with moves, values as numbers, faults and a record. */
export function readGame(game) {
  const kind = game.game ?? (game.log === undefined ? '' : 'poker');
  const row = readRow({ ...game, moves: kind === 'poker' ? undefined : game.moves });
  const evidence = game.evidence ?? [];
  const faults = game.faults
    ?? (row.fault ? [{ kind: row.fault, reason: game.reason, evidence }] : []);
  const values = (game.values ?? []).map(valueOf);
  return { ...row, game: kind, moves: game.moves ?? [], faults, values,
    record: game.record ?? game.log ?? '' };
}

/** "A 2, B 1": moves of each seat that were late only by the machine; "" if there were none. */
export function excusedText({ seats, excused = [] }) {
  return seats.map((name, seat) => [name, excused[seat]]).filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`).join(', ');
}

/** {"hundredths": 35} -> 0.35; a mate and a missing value are gaps. */
function valueOf(value) {
  if (value === null || typeof value !== 'object') return value;
  return 'hundredths' in value ? value.hundredths / 100 : null;
}

/** Adds `fresh` games to `old` ones, sorted by number; a game that comes again replaces itself. */
export function mergeGames(old, fresh) {
  const byNumber = new Map([...old, ...fresh].map((game) => [game.number, game]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Number of the first game that is missing: games end in another order than they begin. */
export function firstMissing(games) {
  const gap = games.findIndex((game, index) => game.number !== index);
  return gap < 0 ? games.length : gap;
}

/** Games that pass a filter: "all", "losses" of `name`, "draws" or "faults". */
export function filterGames(games, filter, name = '') {
  return games.filter((game) => {
    if (name && !game.seats.includes(name)) return false;
    if (filter === 'faults') return Boolean(game.fault);
    if (filter === 'draws') return game.result === '1/2-1/2';
    if (filter === 'losses') return lostBy(game, name);
    return true;
  });
}

function lostBy(game, name) {
  const loser = { '1-0': 1, '0-1': 0 }[game.result];
  return loser !== undefined && (!name || game.seats[loser] === name);
}

/** "3 of 120 games" while a tournament runs, else "120 games"; a sequential test may end early. */
export function playedText({ games, games_planned: planned, sprt }) {
  if (!(planned > games)) return counted(games, 'game');
  return `${integer(games)} of ${sprt ? 'at most ' : ''}${counted(planned, 'game')}`;
}

/** A fault as {title, lines}: a text, or an object with its engine, kind, reason and evidence. */
export function faultFacts(fault) {
  if (typeof fault === 'string') return { title: fault, lines: [] };
  const title = [fault.engine, fault.kind, fault.reason ?? fault.text].filter(Boolean).join(': ');
  const evidence = fault.evidence ?? fault.lines ?? [];
  const lines = Array.isArray(evidence) ? evidence : [String(evidence)];
  return { title: title || 'fault', lines };
}

/** Series of a graph with the numbers of each seat: moves of seat 0, of seat 1, from move 1 on. */
export function seriesBySeat(seats, numbers) {
  return seats.map((label, seat) => {
    const places = [...numbers.keys()].filter((index) => index % 2 === seat);
    return { label, x: places.map((index) => index + 1), y: places.map((index) => numbers[index]) };
  });
}

/** Number of the position to show after a step: inside [0, last]. */
export function stepTo(ply, key, last) {
  const targets = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
  return key in targets ? Math.min(last, Math.max(0, targets[key])) : null;
}
