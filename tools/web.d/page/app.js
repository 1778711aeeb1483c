// Shell of the page: takes the token, opens the JSON connection, draws header and navigation, and
// loads the view that the hash names. A view is a component with the props {socket, hello, route};
// `route` is {name, parts, query}: "#/match/a/3?x=1" is {name: 'match', parts: ['a', '3'],
// query: URLSearchParams}.

import { html, render, useState, useEffect, classes, Button, Dialog, Loading, useStored }
  from './core/ui.js';
import { JsonSocket } from './core/socket.js';

const kViews = {
  chess: { text: 'Chess', load: board },
  connect6: { text: 'Connect-6', load: board },
  reversi: { text: 'Reversi', load: board },
  poker: {
    text: 'Poker', load: async () => (await import('./poker/table_view.js')).PokerTableView,
  },
  range: { parent: 'poker', load: async () => (await import('./poker/range_view.js')).RangeView },
  hands: {
    parent: 'poker',
    load: async () => (await import('./poker/hands_review.js')).HandsReviewView,
  },
  matches: {
    text: 'Matches', load: async () => (await import('./matches/matches_view.js')).MatchesView,
  },
  match: {
    parent: 'matches', load: async () => (await import('./matches/match_view.js')).MatchView,
  },
  learn: { text: 'Learning', load: async () => (await import('./learn/learn_view.js')).LearnView },
  server: {
    text: 'Server', load: async () => (await import('./server/server_view.js')).ServerView,
  },
};

async function board() {
  return (await import('./board/board_view.js')).BoardView;
}

/** Moves the token from the address to the storage of this tab; true if there was one. */
function takeToken() {
  const match = /^#token=([0-9A-Za-z]+)/.exec(location.hash);
  if (match) {
    sessionStorage.setItem('trivium.token', match[1]);
    history.replaceState(null, '', '#/chess');
  }
  return Boolean(match);
}

/** A part of an address as text; an invalid escape stays as it is. */
function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

function readRoute() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, ...parts] = path.split('/').map(decoded);
  return { name: name in kViews ? name : 'chess', parts, query: new URLSearchParams(query) };
}

function useRoute() {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const listen = () => (takeToken() ? location.reload() : setRoute(readRoute()));
    window.addEventListener('hashchange', listen);
    return () => window.removeEventListener('hashchange', listen);
  }, []);
  return route;
}

function useSocketState(socket) {
  const [state, setState] = useState(socket.state);
  useEffect(() => {
    setState(socket.state);
    return socket.onState(setState);
  }, [socket]);
  return state;
}

/** Answer of `hello`, asked again whenever the connection opens; the old one stays meanwhile. */
function useHello(socket, state) {
  const [hello, setHello] = useState(null);
  useEffect(() => {
    if (state === 'open') socket.request('hello').then(setHello, () => {});
  }, [socket, state]);
  return hello;
}

/** The component of a view, once its module has arrived; {view, error}. */
function useView(name) {
  const [loaded, setLoaded] = useState({});
  const load = kViews[name].load;
  useEffect(() => {
    let current = true;
    load().then((view) => current && setLoaded({ load, view }),
      (error) => current && setLoaded({ load, error }));
    return () => { current = false; };
  }, [load]);
  return loaded.load === load ? loaded : {};
}

const kStateTexts = {
  connecting: 'connecting', open: 'connected', closed: 'connection lost', refused: 'refused',
};

function ConnectionDot({ state }) {
  return html`<span class=${classes('connection', `connection-${state}`)} role="status">
    <span class="dot" aria-hidden="true"></span>${kStateTexts[state]}</span>`;
}

const kThemes = { auto: ['◐', 'light'], light: ['☀', 'dark'], dark: ['☾', 'auto'] };

function ThemeButton() {
  const [theme, setTheme] = useStored('theme', 'auto');
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const show = () => {
      const own = system.matches ? 'dark' : 'light';
      document.documentElement.dataset.theme = theme === 'auto' ? own : theme;
    };
    show();
    system.addEventListener('change', show);
    return () => system.removeEventListener('change', show);
  }, [theme]);
  const [sign, next] = kThemes[theme] ?? kThemes.auto;
  return html`<${Button} label=${`Colors: ${theme}`} onClick=${() => setTheme(next)}>${sign}<//>`;
}

function Navigation({ route }) {
  const current = kViews[route.name].parent ?? route.name;
  return html`<nav aria-label="Views" class="views">${Object.entries(kViews)
    .filter(([, view]) => view.text)
    .map(([name, view]) => html`<a key=${name} href=${`#/${name}`}
      aria-current=${name === current ? 'page' : undefined}>${view.text}</a>`)}</nav>`;
}

const kKeys = [
  ['← →', 'one move back, one move on'], ['Home End', 'first position, last position'],
  ['u', 'take back'], ['n', 'new game'], ['f', 'turn the board'], ['a', 'analysis on or off'],
  ['g', 'let the engine move now'],
  ['Arrow keys, Enter', 'on the board: choose a square or a point, play there'],
  ['Escape', 'on the board: give up the move that was begun'],
];

function Help({ hello, onClose }) {
  return html`<${Dialog} title="Help" onClose=${onClose}>
    <p>Play by dragging or by two clicks. Analysis runs while it is your turn; “Why” shows what the
      evaluation consists of. “Position” takes a FEN, PGN, SGF or a list of moves.</p>
    <table class="table"><caption>Keys</caption><tbody>${kKeys.map(([key, text]) => html`
      <tr><th scope="row"><kbd>${key}</kbd></th><td>${text}</td></tr>`)}</tbody></table>
    <p class="muted">Trivium ${hello?.version ?? ''}. The server plays by its own rules and its own
      weights; the page asks no other computer.</p><//>`;
}

function Header({ route, state, hello }) {
  const [help, setHelp] = useState(false);
  return html`<header class="top"><a class="brand" href="#/chess">Trivium</a>
    <${Navigation} route=${route} />
    <div class="top-right"><${ConnectionDot} state=${state} /><${ThemeButton} />
      <${Button} label="Help" onClick=${() => setHelp(true)}>?<//></div>
    ${help && html`<${Help} hello=${hello} onClose=${() => setHelp(false)} />`}</header>`;
}

function Refused({ socket }) {
  return html`<p class="error" role="alert">The server refused the connection: ${socket.message}.
    Open the address that <code>trivium play</code> prints.</p>`;
}

function View({ socket, hello, route }) {
  const { view, error } = useView(route.name);
  if (error) {
    return html`<p class="error" role="alert">The view was not loaded: ${error.message}</p>`;
  }
  if (!view || !hello) return html`<${Loading} />`;
  return html`<${view} key=${route.name} socket=${socket} hello=${hello} route=${route} />`;
}

function App({ socket }) {
  const route = useRoute();
  const state = useSocketState(socket);
  const hello = useHello(socket, state);
  const title = kViews[kViews[route.name].parent ?? route.name].text;
  useEffect(() => { document.title = `${title} · Trivium`; }, [title]);
  return html`<${Header} route=${route} state=${state} hello=${hello} />
    <main class="content"><h1 class="visually-hidden">${title}</h1>
      ${state === 'refused' && html`<${Refused} socket=${socket} />`}
      ${(state !== 'refused' || hello)
        && html`<${View} socket=${socket} hello=${hello} route=${route} />`}</main>`;
}

takeToken();
render(html`<${App} socket=${new JsonSocket()} />`, document.getElementById('app'));
