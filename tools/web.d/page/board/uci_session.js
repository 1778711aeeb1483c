// A chess engine over UCI. The options of a session are sent when they change, never while the
// engine searches.

import { EngineSession } from './engine_session.js';
import { parseBestMove, parseInfo, parseOption, positionCommand } from './uci.js';

export class UciSession extends EngineSession {
  /** Options that the engine has, by name. */
  options = new Map();
  #wanted = new Map([['UCI_ShowWDL', 'true']]);
  #sent = new Map();
  #report = null;
  #message = '';

  /** Sets an option for the jobs that start afterwards. */
  setOption(name, value) {
    this.#wanted.set(name, String(value));
  }

  reset() {
    this.#sent.clear();
    this.options.clear();
  }

  begin(job) {
    this.#sendOptions();
    this.#report = { lines: [] };
    this.#message = '';
    this.socket.send(positionCommand(job.line.start, job.line.moves));
    this.socket.send(goCommand(job.limits));
  }

  interrupt() {
    this.socket.send('stop');
  }

  receive(line) {
    const info = parseInfo(line);
    if (info) return this.#take(info);
    const best = parseBestMove(line);
    if (best) return this.done(best.move, best.move || !this.#message ? null : this.#message);
    if (line === 'uciok') return this.becomeReady();
    if (line.startsWith('info string ')) this.#message = line.slice('info string '.length);
    const option = parseOption(line);
    if (option) this.options.set(option.name, option);
    return undefined;
  }

  #sendOptions() {
    for (const [name, value] of this.#wanted) {
      if (!this.options.has(name) || this.#sent.get(name) === value) continue;
      this.socket.send(`setoption name ${name} value ${value}`);
      this.#sent.set(name, value);
    }
  }

  #take(info) {
    if (!this.job || !info.pv.length) return;
    const { multipv, depth, score, wdl, pv, nodes, nps } = info;
    const lines = this.#report.lines.filter((line) => line.order !== multipv - 1);
    lines.push({ order: multipv - 1, depth, score, wdl, pv });
    lines.sort((a, b) => a.order - b.order);
    this.#report = { depth, nodes, nps, lines };
    this.report(this.#report);
  }
}

function goCommand(limits) {
  if (!limits) return 'go infinite';
  if (limits.moveMs) return `go movetime ${limits.moveMs}`;
  const { left, increment } = limits;
  const time = (side) => Math.max(1, Math.round(left[side]));
  return `go wtime ${time('white')} btime ${time('black')} winc ${increment} binc ${increment}`;
}
