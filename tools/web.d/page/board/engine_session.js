// A session with an engine that runs one job at a time: analysis until it is canceled, or the
// choice of a move. A new job ends the one before it. UciSession and GtpSession speak the
// protocols.
//
// A job is {line, turn, limits, onReport, onMove, onError}: `line` as in game_line.js (all of its
// moves), `turn` the side to move, `limits` null for analysis, else {moveMs} or {left, increment}
// of the clocks. A report is {depth, nodes, nps, lines: [{order, score, wdl, winrate, prior, pv}]}
// with scores for `turn` and moves in the page's notation.

import { EngineSocket } from '../core/socket.js';

export class EngineSession {
  #current = null;
  #next = null;
  #interrupted = false;
  #ready = false;

  constructor(firstLines, socket = new EngineSocket(firstLines)) {
    this.firstLines = firstLines;
    this.socket = socket;
    socket.onLine((line) => this.receive(line));
    socket.onState((state) => this.#stateChanged(state));
  }

  /** Starts a job as soon as the one before has ended. Returns a function that cancels it. */
  run(job) {
    const entry = { ...job, canceled: false };
    if (this.#current) {
      this.#current.canceled = true;
      this.#next = entry;
      this.#interruptOnce();
    } else {
      this.#start(entry);
    }
    return () => this.#cancel(entry);
  }

  close() {
    this.socket.close();
  }

  // For the protocols: `begin(job)`, `interrupt()`, `reset()` and `receive(line)` are theirs.

  get job() {
    return this.#current;
  }

  /** The session may begin jobs from now on. */
  becomeReady() {
    this.#ready = true;
    const entry = this.#current;
    if (entry) this.#start(entry);
  }

  report(report) {
    if (this.#current && !this.#current.canceled) this.#current.onReport?.(report);
  }

  /** Ends the running job, with its move if there is one. */
  done(move, error) {
    const entry = this.#current;
    this.#current = null;
    if (entry && !entry.canceled) {
      if (error) entry.onError?.(error);
      else if (entry.limits) entry.onMove?.(move);
    }
    const next = this.#next;
    this.#next = null;
    if (next && !this.#current) this.#start(next);
  }

  #start(entry) {
    this.#current = entry;
    this.#interrupted = false;
    if (this.#ready) this.begin(entry);
    else if (this.socket.state === 'refused') this.done(null, this.socket.message);
  }

  #cancel(entry) {
    entry.canceled = true;
    if (this.#next === entry) this.#next = null;
    else if (this.#current === entry) this.#interruptOnce();
  }

  #interruptOnce() {
    if (!this.#ready) {
      this.done(null);
    } else if (!this.#interrupted) {
      this.#interrupted = true;
      this.interrupt();
    }
  }

  #stateChanged(state) {
    if (state === 'open') this.reset();
    else this.#ready = false;
    if (state === 'refused') this.done(null, this.socket.message);
    if (state === 'closed' && this.#current?.canceled) this.done(null);
  }
}
