// Parser of what a chess engine writes over UCI. Pure functions without a browser.

const kNumbers = new Set(['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'hashfull', 'time',
  'tbhits', 'currmovenumber']);

/**
 * Reads an "info" line. Returns null for other lines and for "info string". `score` is
 * {cp} or {mate}, with `bound` "lower" or "upper" where the line states one; `wdl` is
 * [wins, draws, losses] per mille of the side to move.
 */
export function parseInfo(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info' || words[1] === 'string') return null;
  const info = { multipv: 1, pv: [] };
  for (let i = 1; i < words.length; ++i) {
    const word = words[i];
    if (kNumbers.has(word)) info[word] = Number(words[++i]);
    else if (word === 'wdl') info.wdl = words.slice(i + 1, (i += 3) + 1).map(Number);
    else if (word === 'score') i = readScore(words, i, info);
    else if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    }
  }
  return info;
}

/** Reads "score cp 12 lowerbound" at `at`; returns the place of the last word read. */
function readScore(words, at, info) {
  info.score = { [words[at + 1]]: Number(words[at + 2]) };
  const bound = /^(lower|upper)bound$/.exec(words[at + 3] ?? '');
  if (!bound) return at + 2;
  info.score.bound = bound[1];
  return at + 3;
}

/** Reads a "bestmove" line: {move, ponder}; `move` is null where there is none. */
export function parseBestMove(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'bestmove') return null;
  const move = /^[a-h]/.test(words[1] ?? '') ? words[1] : null;
  return { move, ponder: words[2] === 'ponder' ? words[3] : null };
}

/** Reads an "option" line: {name, type, default, min, max}. */
export function parseOption(line) {
  const match = /^option name (.+?) type (\S+)(.*)$/.exec(line.trim());
  if (!match) return null;
  const option = { name: match[1], type: match[2] };
  const value = /\bdefault ((?:(?! min | max | var ).)*)/.exec(match[3]);
  if (value) option.default = value[1].trim();
  for (const key of ['min', 'max']) {
    const number = new RegExp(`\\b${key} (-?\\d+)`).exec(match[3]);
    if (number) option[key] = Number(number[1]);
  }
  return option;
}

/** The position command for a start ("" or a FEN) and moves. */
export function positionCommand(start, moves) {
  const from = start ? `fen ${start}` : 'startpos';
  return `position ${from}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
}
