// Reader of what an engine writes over GTP: answers, and the lines of lz-analyze while it runs.
// Pure functions without a browser.

/**
 * Collects lines to answers. An answer begins with "=" or "?" and ends with an empty line; lines
 * that begin with "info" are the reports of a running analysis.
 */
export class GtpReader {
  #lines = null;

  /** Takes a line. Returns {info: moves}, {answer: {ok, text}}, or null. */
  push(line) {
    if (line.startsWith('info ')) return { info: parseAnalysis(line) };
    if (this.#lines === null) {
      if (!/^[=?]/.test(line)) return null;
      this.#lines = [line];
    } else if (line !== '') {
      this.#lines.push(line);
    } else {
      return { answer: this.#take() };
    }
    return null;
  }

  #take() {
    const lines = this.#lines;
    this.#lines = null;
    const first = lines[0].replace(/^[=?]\d*\s?/, '');
    return { ok: lines[0][0] === '=', text: [first, ...lines.slice(1)].join('\n').trim() };
  }
}

/**
 * Reads a line of lz-analyze or kata-analyze: [{move, visits, winrate, prior, order, pv}]. Win
 * rates and priors are in [0, 1], for the side to move.
 */
export function parseAnalysis(line) {
  return line.split(/\binfo (?=move )/).slice(1).map(parseMove);
}

function parseMove(text) {
  const words = text.trim().split(/\s+/);
  const move = { pv: [], order: 0 };
  for (let i = 0; i < words.length; i += 2) {
    if (words[i] === 'pv') {
      move.pv = words.slice(i + 1);
      break;
    }
    move[words[i]] = words[i] === 'move' ? words[i + 1] : readNumber(words[i], words[i + 1]);
  }
  return move;
}

/** Shares are whole numbers up to 10000 for lz- commands and have a point for kata- commands. */
function readNumber(name, text) {
  const share = name === 'winrate' || name === 'prior' || name === 'lcb';
  return share && !text.includes('.') ? Number(text) / 10000 : Number(text);
}

/** The move of "play K10", the last line of lz-genmove_analyze; null for other text. */
export function playedMove(text) {
  return /(?:^|\n)play (\S+)/.exec(text)?.[1] ?? null;
}

/** Names of columns in GTP: letters without I. "k10" of a record is "L10" in GTP. */
const kGtpLetters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const kRecordLetters = 'abcdefghijklmnopqrstuvwxyz';

export function recordToGtp(square) {
  return kGtpLetters[kRecordLetters.indexOf(square[0])] + square.slice(1);
}

export function gtpToRecord(vertex) {
  return kRecordLetters[kGtpLetters.indexOf(vertex[0].toUpperCase())] + vertex.slice(1);
}
