// An engine of Connect-6 or Reversi over GTP. The session keeps the moves that the engine's board
// holds, takes back what differs from the line of a job, and plays the rest.
//
// `rules` translates between the page's notation and GTP:
//   setup(start)       commands that put up the start of a game
//   vertices(line)     [{color, vertex}], the stones or discs of the line in order
//   movesFrom(vertices, line)  the vertices that follow the line as moves of the page
//   stonesLeft(line)   number of stones of the turn that follows the line
//   stonesPerTurn      number of stones that share the time of a turn

import { EngineSession } from './engine_session.js';
import { GtpReader, playedMove } from './gtp.js';

const kReportInterval = 30;  // hundredths of a second

export class GtpSession extends EngineSession {
  #reader = new GtpReader();
  #commands = [];
  #start = null;
  #played = [];

  constructor(firstLines, rules, socket) {
    super(firstLines, socket);
    this.rules = rules;
  }

  reset() {
    for (const command of this.#commands) command.resolve({ ok: false, text: 'connection lost' });
    this.#reader = new GtpReader();
    this.#start = null;
    this.#played = [];
    this.#commands = this.firstLines.map(() => ({ resolve: () => {} }));
    this.#commands.at(-1).resolve = () => this.becomeReady();
  }

  receive(line) {
    const event = this.#reader.push(line);
    if (event?.info) this.#commands[0]?.onInfo?.(event.info);
    if (event?.answer) this.#commands.shift()?.resolve(event.answer);
  }

  interrupt() {
    this.#command('stop');
  }

  async begin(job) {
    try {
      await this.#synchronize(job.line);
      const move = job.canceled ? null : await this.#search(job);
      this.#end(job, move);
    } catch (error) {
      this.#start = null;
      this.#end(job, null, error.message);
    }
  }

  /** A job that a lost connection has repeated must not be ended by its first attempt. */
  #end(job, move, error) {
    if (this.job === job && error !== 'connection lost') this.done(move, error);
  }

  #command(text, onInfo) {
    return new Promise((resolve) => {
      this.#commands.push({ resolve, onInfo });
      this.socket.send(text);
    });
  }

  async #must(text, onInfo) {
    const { ok, text: answer } = await this.#command(text, onInfo);
    if (!ok) throw new Error(`${text}: ${answer}`);
    return answer;
  }

  async #synchronize(line) {
    if (this.#start !== line.start) {
      for (const command of this.rules.setup(line.start)) await this.#must(command);
      this.#start = line.start;
      this.#played = [];
    }
    const wanted = this.rules.vertices(line);
    let same = 0;
    while (same < wanted.length && wanted[same].vertex === this.#played[same]) ++same;
    for (; this.#played.length > same; this.#played.pop()) await this.#must('undo');
    await Promise.all(wanted.slice(same).map(({ color, vertex }) => {
      this.#played.push(vertex);
      return this.#must(`play ${color} ${vertex}`);
    }));
  }

  async #search(job) {
    const color = job.turn[0];
    const onInfo = (moves) => this.#report(moves, job.line);
    if (!job.limits) {
      await this.#must(`lz-analyze ${color} ${kReportInterval}`, onInfo);
      return null;
    }
    for (const command of this.#timeCommands(job.limits)) await this.#must(command);
    const found = [];
    for (let left = this.rules.stonesLeft(job.line); left > 0 && !job.canceled; --left) {
      const first = found.length === 0;
      const answer = first
        ? playedMove(await this.#must(`lz-genmove_analyze ${color} ${kReportInterval}`, onInfo))
        : await this.#must(`genmove ${color}`);
      if (!answer) break;
      const vertex = answer.toUpperCase();
      found.push(vertex);
      this.#played.push(vertex);
    }
    return this.rules.movesFrom(found, job.line)[0] ?? null;
  }

  #timeCommands({ moveMs, left }) {
    const seconds = (ms) => Math.max(1, Math.round(ms / 1000));
    if (moveMs) return [`time_settings 0 ${seconds(moveMs)} ${this.rules.stonesPerTurn}`];
    return [`time_settings ${Math.max(...Object.values(left).map(seconds))} 0 0`,
      ...Object.keys(left).map((side) => `time_left ${side[0]} ${seconds(left[side])} 0`)];
  }

  #report(moves, line) {
    const lines = moves.map(({ order, winrate, prior, pv }) => ({
      order, winrate, prior, pv: this.rules.movesFrom(pv.map((v) => v.toUpperCase()), line),
    }));
    lines.sort((a, b) => a.order - b.order);
    this.report({ nodes: moves[0]?.visits, lines });
  }
}
