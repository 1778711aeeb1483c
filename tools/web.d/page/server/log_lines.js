// Lines of the server's log (JSON objects) as parts for reading. A pure function, so that node can
// test it.

/** {time, level, event, rest}; a line that is no JSON object is an event without time. */
export function logParts(line) {
  try {
    const { time = '', level = 'info', event = '', ...rest } = typeof line === 'string'
      ? JSON.parse(line) : line;
    const facts = Object.entries(rest).map(([key, value]) => `${key}=${factText(value)}`);
    return { time, level, event, rest: facts.join(' ') };
  } catch {
    return { time: '', level: 'info', event: String(line), rest: '' };
  }
}

function factText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
