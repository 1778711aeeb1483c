// Reads hands of ACPC logs ("STATE:0:cc/...:AsKd|7h7c/...:10|-10:A|B") for replay. Pure functions.
import { bettingRounds, parseBoard } from './hands.js';

/** One hand of a log line, or null if the line has none. */
export function parseState(line) {
  const parts = line.trim().split(':');
  if (parts[0] !== 'STATE' || parts.length < 6) return null;
  const [holdings, ...boards] = parts[3].split('/');
  const cards = holdings.split('|').map((text) => parseBoard(text) || []);
  return {
    number: Number(parts[1]),
    betting: parts[2],
    cards,
    boards: boards.map((text) => parseBoard(text) || []),
    winnings: parts[4].split('|').map(Number),
    players: parts[5].split('|'),
  };
}

/** All hands of a log. */
export function parseLog(text) {
  return text.split('\n').map(parseState).filter((hand) => hand !== null);
}

/** Places of a hand to step through: [{round, action (null: cards are dealt), board}]. */
export function handSteps(hand) {
  const steps = [];
  bettingRounds(hand.betting).forEach((round, number) => {
    const board = hand.boards.slice(0, number).flat();
    steps.push({ round: number, action: null, board });
    for (const action of round) steps.push({ round: number, action, board });
  });
  return steps;
}

/** The betting text up to and including step `index` of handSteps(). */
export function bettingUntil(steps, index) {
  return steps.slice(0, index + 1)
    .map((step) => step.action ?? (step.round > 0 ? '/' : '')).join('');
}
