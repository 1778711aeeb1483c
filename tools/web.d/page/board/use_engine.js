// Hooks of the board view that join the page and the engine: the position of a line, the session
// of a game, and the job that the engine has now.

import { useEffect, useMemo, useRef, useState, useRequest } from '../core/ui.js';

const kReportEveryMs = 150;

/** Answer of `position` after `moves`; {result, fresh, error}. */
export function usePosition(socket, adapter, start, moves) {
  return useRequest(socket, 'position', moves && { game: adapter.game, start, moves });
}

/** One engine session while the view lives. */
export function useSession(adapter, hello) {
  const session = useMemo(() => {
    const game = hello.games.find((one) => one.game === adapter.game);
    return game ? adapter.createSession(game.first_lines) : null;
  }, [adapter]);
  useEffect(() => () => session?.close(), [session]);
  return session;
}

/** False while the tab is hidden, so that nobody's processor is kept busy unseen. */
export function useVisible() {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const listen = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return visible;
}

/** Passes on the last of the values that arrive in quick succession. */
function throttled(deliver) {
  let timer = null;
  let latest;
  const flush = () => { timer = null; deliver(latest); };
  return {
    push: (value) => {
      latest = value;
      timer ??= setTimeout(flush, kReportEveryMs);
    },
    flush: () => { if (timer) { clearTimeout(timer); flush(); } },
    cancel: () => clearTimeout(timer),
  };
}

/**
 * Keeps the engine at one job: {kind: "think" | "analyze", line, turn, settings, limits}, or none.
 * Starts it again when `key` changes. Returns {report, error}, both for this key.
 */
export function useJob(session, adapter, job, key, handlers) {
  const [state, setState] = useState({});
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (!session || !job) return undefined;
    adapter.applySettings(session, job.settings);
    const reports = throttled((report) => {
      setState({ key, report });
      latest.current.onReport(report, job);
    });
    const end = session.run({
      line: job.line, turn: job.turn, limits: job.limits,
      onReport: reports.push,
      onMove: (move) => { reports.flush(); latest.current.onMove(move, job); },
      onError: (error) => setState({ key, error }),
    });
    const timer = job.endAfterMs ? setTimeout(end, job.endAfterMs) : null;
    return () => { clearTimeout(timer); reports.cancel(); end(); };
  }, [session, key]);
  return state.key === key ? state : {};
}
