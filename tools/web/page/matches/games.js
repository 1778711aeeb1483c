// Lists of games that arrive in pages and out of order, filters, and the facts of one game. Pure
// functions, so that node can test them.

/** Adds `fresh` games to `old` ones, sorted by number; a game that comes again replaces itself. */
export function mergeGames(old, fresh) {
  const byNumber = new Map([...old, ...fresh].map((game) => [game.number, game]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Number of the last game before the first gap: games end in another order than they begin. */
export function lastWithoutGap(games) {
  let number = 0;
  for (const game of games) {
    if (game.number !== number + 1) break;
    number = game.number;
  }
  return number;
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
