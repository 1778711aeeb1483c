// A tournament that is followed live: its report and its games, asked again while the journal
// grows.

import { useEffect, useRef, useRequest, useState, useSubscription } from '../core/ui.js';
import { firstMissing, mergeGames, readRow } from './games.js';

const kPage = 500;
/** Games of a longer tournament are not listed; its report still counts all. */
const kMaxGames = 20000;
const kPauseMs = 1000;

/** The latest `value`, but changed at most once in `kPauseMs`. */
function useSeldom(value) {
  const [seldom, setSeldom] = useState(value);
  const latest = useRef(value);
  const timer = useRef(null);
  latest.current = value;
  useEffect(() => {
    if (timer.current !== null || seldom === value) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setSeldom(latest.current);
    }, kPauseMs);
  }, [value, seldom]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return seldom;
}

/** Reads all games from the first missing one on, page by page. */
async function readGames(socket, name, known, signal) {
  let games = known;
  let after = firstMissing(known);
  while (after < kMaxGames) {
    const answer = await socket.request('journal_games', { name, after, count: kPage }, { signal });
    games = mergeGames(games, answer.games.map(readRow));
    if (answer.games.length < kPage) break;
    after = answer.games.at(-1).number + 1;
  }
  return games;
}

function useGames(socket, name, growth) {
  const [games, setGames] = useState([]);
  const [error, setError] = useState(null);
  const known = useRef({ name, games: [] });
  useEffect(() => {
    if (known.current.name !== name) known.current = { name, games: [] };
    const abort = new AbortController();
    readGames(socket, name, known.current.games, abort.signal).then((read) => {
      known.current = { name, games: read };
      setGames(read);
      setError(null);
    }, (failure) => abort.signal.aborted || setError(failure));
    return () => abort.abort();
  }, [socket, name, growth]);
  return { games, error };
}

/**
 * Follows the journal `name`: {status, games, running, error}. `running` has the games that are
 * being played; they and the number of games that are planned follow each move.
 */
export function useTournament(socket, name) {
  const [news, setNews] = useState({});
  useSubscription(socket, { topic: 'journal', name }, setNews);
  const growth = useSeldom(news.games_total);
  const { result, error, reload } = useRequest(socket, 'journal', { name });
  useEffect(() => {
    if (growth !== undefined) reload();
  }, [growth]);
  const list = useGames(socket, name, growth);
  const now = 'running' in news ? news : result;
  return { status: result && { ...result, games_planned: now.games_planned }, games: list.games,
    error: error ?? list.error, running: now?.running ?? [] };
}
