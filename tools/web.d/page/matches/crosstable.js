// Rows of the standings and of the crosstable, from the object that `trivium-match status --json`
// prints. Pure functions, so that node can test them.

import { signed } from '../core/format.js';

/** True if the tournament is one of poker: its engines have hands instead of games. */
export function isPoker(status) {
  return status.engines.some((engine) => 'hands' in engine);
}

/** "12.0 ± 3.1" from a value and its standard error (95 % interval); "–" without a value. */
export function withError(value, error, digits = 1) {
  if (!Number.isFinite(value)) return '–';
  if (!Number.isFinite(error)) return signed(value, digits);
  return `${signed(value, digits)} ± ${(1.96 * error).toFixed(digits)}`;
}

/** An estimate {value, low, high} as text: "+34.9 (−89.2 to +159.0)"; infinite ends as ∞. */
export function estimateText(estimate, digits = 1) {
  if (!estimate) return '–';
  const { value, low, high } = estimate;
  const lowText = low === null ? '−∞' : signed(low, digits);
  const highText = high === null ? '∞' : signed(high, digits);
  const middle = value === null ? unboundedText(low, high) : signed(value, digits);
  return `${middle} (${lowText} to ${highText})`;
}

function unboundedText(low, high) {
  if (low === null && high === null) return '–';
  return high === null ? '∞' : '−∞';
}

/** "3 time loss, 1 crash" from {"time loss": 3, "crash": 1}; "" if there are none. */
export function faultsText(faults) {
  return Object.entries(faults || {}).filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** Microseconds as text: "12 ms", "1.50 s"; "–" if there is no value. */
export function microsecondsText(time) {
  if (!Number.isFinite(time)) return '–';
  if (Math.abs(time) < 1e6) return `${(time / 1000).toFixed(Math.abs(time) < 1e4 ? 1 : 0)} ms`;
  return `${(time / 1e6).toFixed(2)} s`;
}

/** Rows of the standings: texts ready to print, in order of rank. */
export function standingsRows(status) {
  return status.engines.map((engine) => ({
    rank: engine.rank,
    name: engine.name,
    faults: faultsText(engine.faults),
    leastTime: microsecondsText(engine.least_time_left_us),
    excused: engine.excused_late_moves || 0,
    ...(isPoker(status) ? pokerRow(engine, aivatOf(status, engine.name)) : boardRow(engine)),
  }));
}

function boardRow(engine) {
  const share = engine.games > 0 ? `${(100 * engine.points / engine.games).toFixed(1)} %` : '–';
  return { games: engine.games, wins: engine.wins, draws: engine.draws, losses: engine.losses,
    points: engine.points.toFixed(1), share,
    elo: withError(engine.elo, engine.elo_standard_error, 0) };
}

function pokerRow(engine, aivat) {
  const winnings = (figure) => (figure ? withError(figure.mean, figure.standard_error, 0) : '–');
  return { hands: engine.hands, winnings: winnings(engine.mbb_per_hand),
    allIn: winnings(engine.mbb_per_hand_all_in_expectation),
    aivat: winnings(aivat && aivat.mbb_per_hand_aivat) };
}

function aivatOf(status, name) {
  return status.aivat ? status.aivat.engines.find((engine) => engine.name === name) : null;
}

function turned(pairing) {
  const pairs = pairing.pairs ? [...pairing.pairs].reverse() : undefined;
  const turn = ({ value, low, high }) => ({ value: negative(value), low: negative(high),
    high: negative(low) });
  return { ...pairing, first: pairing.second, second: pairing.first, pairs,
    wins: pairing.losses, losses: pairing.wins,
    elo: pairing.elo && turn(pairing.elo),
    normalised_elo: pairing.normalised_elo && turn(pairing.normalised_elo),
    likelihood_of_superiority: 1 - pairing.likelihood_of_superiority,
    mbb_per_hand: pairing.mbb_per_hand
      && { ...pairing.mbb_per_hand, mean: negative(pairing.mbb_per_hand.mean) } };
}

function negative(value) {
  return value === null || value === undefined ? value : 0 - value;
}

/** The pairing of two engines from the view of `first`, or null if they have not met. */
export function pairingOf(status, first, second) {
  for (const pairing of status.pairings || []) {
    if (pairing.first === first && pairing.second === second) return pairing;
    if (pairing.first === second && pairing.second === first) return turned(pairing);
  }
  return null;
}

/**
 * The crosstable: rows and columns in order of rank. A cell is null on the diagonal and where the
 * engines have not met, else {text, title, score} with a score in [0, 1] for colors (null: none).
 */
export function crosstable(status) {
  const names = status.engines.map((engine) => engine.name);
  const poker = isPoker(status);
  const rows = names.map((name) => names.map((other) => {
    const pairing = name === other ? null : pairingOf(status, name, other);
    if (!pairing) return null;
    return poker ? pokerCell(pairing) : boardCell(pairing);
  }));
  return { names, rows };
}

function boardCell(pairing) {
  const games = pairing.wins + pairing.draws + pairing.losses;
  const points = pairing.wins + pairing.draws / 2;
  return {
    text: `${points} / ${games}`,
    title: `${pairing.first} against ${pairing.second}: won ${pairing.wins}, drawn `
      + `${pairing.draws}, lost ${pairing.losses}; Elo ${estimateText(pairing.elo, 0)}`,
    score: games > 0 ? points / games : null,
  };
}

function pokerCell(pairing) {
  const { mean, standard_error: error } = pairing.mbb_per_hand;
  return {
    text: signed(mean, 0),
    title: `${pairing.first} against ${pairing.second}: ${withError(mean, error, 0)} thousandths `
      + `of a big blind per hand, ${pairing.hands} hands`,
    score: Number.isFinite(mean) && mean !== 0 ? (mean > 0 ? 1 : 0) : null,
  };
}

/** Figures of one pairing as rows [name, text] of a table. */
export function pairingFigures(pairing) {
  if (!pairing.pairs) {
    const { mean, standard_error: error } = pairing.mbb_per_hand;
    return [['hands', String(pairing.hands)], ['deals', String(pairing.deals)],
      ['winnings, in mbb per hand', withError(mean, error, 1)]];
  }
  const games = pairing.wins + pairing.draws + pairing.losses;
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  return [
    ['games', `${games}: won ${pairing.wins}, drawn ${pairing.draws}, lost ${pairing.losses}`],
    ['Elo', estimateText(pairing.elo)],
    ['normalized Elo', estimateText(pairing.normalised_elo)],
    ['likelihood of superiority', percent(pairing.likelihood_of_superiority)],
    ['draws', games > 0 ? percent(pairing.draws / games) : '–'],
    ['pairs with 0, ½, 1, 1½, 2 points', pairing.pairs.join(', ')],
  ];
}

/** The state of a sequential test as one sentence. */
export function sprtText(sprt) {
  const unit = sprt.model === 'logistic' ? 'Elo' : 'normalized Elo';
  const verdict = { H0: 'H0 accepted', H1: 'H1 accepted' }[sprt.verdict] || 'undecided';
  const [llr, lower, upper] = [sprt.llr, sprt.lower, sprt.upper].map((one) => one.toFixed(2));
  return `LLR ${llr} between ${lower} and ${upper}: ${verdict} (${unit} ${sprt.elo0} against `
    + `${sprt.elo1}, alpha ${sprt.alpha}, beta ${sprt.beta})`;
}
