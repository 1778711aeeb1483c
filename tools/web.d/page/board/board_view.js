// The view of every board game: one frame, one adapter per game (chess.js, connect6.js,
// reversi.js). A further game joins with an adapter in kAdapters, methods of the server, and an
// entry in app.js. An adapter has the names and texts of its game, a component Board, and the
// functions that differ: createSession, applySettings, extend, explain, positionText, firstNumber.

import { html, useEffect, useMemo, useState, useKeys, useRequest, useStored, Button, ErrorText,
  Loading, Panel, Tabs } from '../core/ui.js';
import { chess } from './chess.js';
import { connect6 } from './connect6.js';
import { reversi } from './reversi.js';
import { AnalysisPanel } from './analysis_panel.js';
import { ClockRow } from './clock_row.js';
import { Controls, kDefaults } from './controls.js';
import { EvaluationBar } from './evaluation_bar.js';
import { EvaluationGraph } from './evaluation_graph.js';
import { expectation, scoreText, seenBy } from './evaluation.js';
import { atEnd, movesToTakeBack, shownMoves } from './game_line.js';
import { heatMap } from './grid.js';
import { MapPanel } from './map_panel.js';
import { MoveList } from './move_list.js';
import { PositionDialog } from './position_dialog.js';
import { ReviewPanel } from './review_panel.js';
import { useJob, usePosition, useSession, useVisible } from './use_engine.js';
import { lineActions, useClocks, useEvaluations, useLine } from './use_game.js';
import { WhyPanel } from './why_panel.js';

const kAdapters = { chess, connect6, reversi };

/** An analysis ends by itself, sooner where the server permits only one search at a time. */
const kAnalysisMs = 120000;
const kShortAnalysisMs = 3000;

function other(side) {
  return side === 'white' ? 'black' : 'white';
}

/**
 * The settings of a game; the person plays the first side unless they choose otherwise. A style
 * that the server no longer lists is none.
 */
function useSettings(adapter, styles) {
  const [stored, setStored] = useStored(`settings.${adapter.game}`, {});
  const style = styles.some(({ name }) => name === stored.style) ? stored.style : '';
  const settings = { ...kDefaults, person: adapter.sides[0], ...stored, style };
  return [settings, (change) => setStored({ ...settings, ...change })];
}

function isPersons(settings, side) {
  return settings.person === 'both' || settings.person === side;
}

/** What the engine should do now; null for nothing. `forced` lets it move once for the person. */
function chooseJob({ adapter, line, position, settings, clocks, forced, ended, hidden, searches }) {
  if (!position || position.over || ended) return null;
  const base = { turn: position.turn, settings,
    line: { start: line.start, moves: shownMoves(line) } };
  const engines = !isPersons(settings, position.turn) && atEnd(line);
  if (forced || engines) {
    const limits = clocks ? { left: clocks.left, increment: clocks.increment }
      : { moveMs: settings.moveMs };
    return { ...base, kind: 'think', limits };
  }
  if (!settings.analysis || hidden) return null;
  return { ...base, kind: 'analyze', limits: null,
    endAfterMs: searches > 1 ? kAnalysisMs : kShortAnalysisMs };
}

function jobKey(job, session) {
  if (!job) return '';
  const { kind, line, settings } = job;
  const { lines, elo, style, moveMs } = settings;
  const own = kind === 'think' ? [elo, style, moveMs] : [];
  return JSON.stringify([kind, line, lines, own, Boolean(session)]);
}

function statusText({ job, error, ended, position, adapter }) {
  if (error) return error;
  if (ended) return ended;
  if (position.over) return `${position.result} ${position.reason}`.trim();
  if (job?.kind === 'think') return 'The engine thinks.';
  const side = adapter.sideNames[position.turn];
  return job ? `${side} to move; the engine analyzes.` : `${side} to move.`;
}

/** The board with its preview: the moves of a variation that the pointer is on. */
function BoardArea({ adapter, position, preview, previewPosition, ...rest }) {
  const shown = previewPosition ?? position;
  return html`<${adapter.Board} ...${rest} position=${shown}
    preview=${previewPosition ? preview : []} input=${rest.input && !previewPosition} />`;
}

function Buttons({ actions, line, position, canPass, onNew, onBack, onFlip, onEngine,
  onPosition }) {
  return html`<div class="row board-buttons">
    <${Button} label="First position" onClick=${() => actions.jump(0)} disabled=${!line.at}>|◀<//>
    <${Button} label="One move back" onClick=${() => actions.step(-1)} disabled=${!line.at}>◀<//>
    <${Button} label="One move on" onClick=${() => actions.step(1)} disabled=${atEnd(line)}>▶<//>
    <${Button} label="Last position" onClick=${actions.end} disabled=${atEnd(line)}>▶|<//>
    <${Button} onClick=${onNew}>New game<//>
    <${Button} onClick=${onBack} disabled=${!line.at}>Take back<//>
    <${Button} onClick=${onEngine} disabled=${position.over}>Engine moves<//>
    ${canPass && html`<${Button} kind="main" onClick=${() => actions.play('pass')}>Pass<//>`}
    <${Button} onClick=${onFlip}>Flip<//>
    <${Button} onClick=${onPosition}>Position …<//></div>`;
}

function useBoardKeys({ actions, onNew, onBack, onFlip, onEngine, onAnalysis }) {
  useKeys((event) => {
    const run = {
      ArrowLeft: () => actions.step(-1), ArrowRight: () => actions.step(1),
      Home: () => actions.jump(0), End: actions.end, u: onBack, n: onNew, f: onFlip,
      g: onEngine, a: onAnalysis,
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/** Heat map of the position shown, while something needs it: {heat, map, error}. */
function useHeat(socket, adapter, line, wanted) {
  const params = { game: adapter.game, start: line.start, moves: shownMoves(line) };
  const { result, fresh, error } = useRequest(socket, 'heat', wanted ? params : null);
  const map = useMemo(() => (result && fresh ? heatMap(result) : null), [result, fresh]);
  return { heat: map && result, map, error };
}

/** State of the view that no other part needs to know how it changes. */
function useBoardState() {
  const [flipped, setFlipped] = useState(false);
  const [tab, setTab] = useState('moves');
  const [dialog, setDialog] = useState(false);
  const [preview, setPreview] = useState(null);
  const [ghosts, setGhosts] = useState([]);
  const [highlights, setHighlights] = useState([]);
  const [heatShown, setHeatShown] = useState(false);
  const [forced, setForced] = useState(false);
  const [ended, setEnded] = useState(null);
  return { flipped, setFlipped, tab, setTab, dialog, setDialog, preview, setPreview, ghosts,
    setGhosts, highlights, setHighlights, heatShown, setHeatShown, forced, setForced, ended,
    setEnded };
}

/** Adds the best line of a report to the evaluations, for the first side. */
function recordEvaluation(evaluations, adapter, report, job) {
  const best = report.lines[0];
  if (!best) return;
  const seen = seenBy(best, job.turn, adapter.sides[0]);
  const chance = expectation(seen);
  if (chance === null) return;
  evaluations.set(job.line.start, job.line.moves, { chance, text: scoreText(seen) });
}

function useBoard({ socket, hello, route, adapter }) {
  const ui = useBoardState();
  const [settings, changeSettings] = useSettings(adapter, hello.styles ?? []);
  const [line, setLine] = useLine(adapter, route);
  const actions = lineActions(adapter, setLine);
  const shown = useMemo(() => shownMoves(line), [line]);
  const { result: position, fresh, error } = usePosition(socket, adapter, line.start, shown);
  const whole = usePosition(socket, adapter, line.start, atEnd(line) ? null : line.moves);
  const full = atEnd(line) ? position : whole.result;
  const evaluations = useEvaluations(line);
  const clock = useClocks(adapter, (side) => ui.setEnded(
    `${adapter.sideNames[side]}'s time is over.`));
  const session = useSession(adapter, hello);
  const hidden = !useVisible();
  const job = chooseJob({ adapter, line, position: fresh ? position : null, settings,
    clocks: clock.clocks, forced: ui.forced, ended: ui.ended, hidden,
    searches: hello.limits?.searches ?? 1 });
  const play = (move) => {
    ui.setForced(false);
    if (!move) return;
    clock.moved(position.turn, other(position.turn));
    actions.play(move);
  };
  const engine = useJob(session, adapter, job, jobKey(job, session), {
    onReport: (report, of) => recordEvaluation(evaluations, adapter, report, of),
    onMove: play,
  });
  useEffect(() => { if (position?.over && fresh) clock.halt(); }, [position, fresh]);
  useEffect(() => {
    ui.setPreview(null);
    ui.setGhosts([]);
    ui.setHighlights([]);
    ui.setForced(false);
  }, [line]);
  return { ui, settings, changeSettings, line, actions, shown, position, fresh, error, full,
    evaluations, clock, session, job, play, engine };
}

/** Actions of the buttons and keys, which concern more than the line. */
function boardActions(board, adapter) {
  const { ui, settings, changeSettings, line, actions, clock, position } = board;
  const turnOf = (moves) => turnAfter(adapter, position, line.at - moves);
  return {
    actions,
    onNew: () => {
      actions.reset();
      ui.setEnded(null);
      ui.setForced(false);
      clock.begin(settings.control);
    },
    onBack: () => {
      ui.setEnded(null);
      ui.setForced(false);
      clock.halt();
      actions.back(movesToTakeBack(line, settings.person, turnOf));
    },
    onFlip: () => ui.setFlipped(!ui.flipped),
    onEngine: () => { if (!position.over && !ui.ended) ui.setForced(true); },
    onAnalysis: () => changeSettings({ analysis: !settings.analysis }),
  };
}

/** Side to move `back` moves before the position shown; sides alternate, as a pass is a move. */
function turnAfter(adapter, position, back) {
  return back % 2 === 0 ? position.turn : other(position.turn);
}

function Sides({ board, adapter, bottom, part }) {
  const { settings, clock, position } = board;
  const side = part === 'bottom' ? bottom : other(bottom);
  return html`<${ClockRow} side=${side} name=${adapter.sideNames[side]}
    player=${isPersons(settings, side) ? 'you' : 'Trivium'} clocks=${clock.clocks}
    toMove=${position.turn === side && !position.over} score=${position.score?.[side]} />`;
}

function tabsOf(adapter) {
  return [['moves', 'Moves'], ['why', 'Why'], ...(adapter.hasMap ? [['map', 'Likely moves']] : []),
    ['review', 'Review'], ['game', 'Game']];
}

function TabContent({ socket, hello, adapter, board, heat }) {
  const { ui, settings, line, full, evaluations, actions } = board;
  const common = { socket, adapter, line, onPreview: ui.setPreview, onPlay: actions.playAll };
  switch (ui.tab) {
    case 'why':
      return html`<${WhyPanel} ...${common} style=${settings.style}
        onHighlight=${ui.setHighlights} />`;
    case 'map':
      return html`<${MapPanel} ...${common} ...${heat} shown=${ui.heatShown}
        onShown=${ui.setHeatShown} onGhosts=${ui.setGhosts} />`;
    case 'review':
      return html`<${ReviewPanel} ...${common} record=${full?.record} onJump=${actions.jump}
        evaluations=${evaluations} styles=${adapter.game === 'chess' ? hello.styles : []} />`;
    case 'game':
      return html`<${Controls} adapter=${adapter} settings=${settings}
        onChange=${board.changeSettings} range=${board.session?.options?.get('UCI_Elo')}
        styles=${hello.styles ?? []} />`;
    default:
      return html`<${MoveList} adapter=${adapter} line=${line} notation=${full?.notation ?? []}
        evaluationAt=${(n) => evaluations.list[n]} onJump=${actions.jump} />`;
  }
}

function LeftColumn({ socket, adapter, board, heat, bottom }) {
  const { ui, settings, line, position, engine, job, evaluations, actions } = board;
  const preview = usePosition(socket, adapter, line.start,
    ui.preview && [...board.shown, ...ui.preview]);
  const input = isPersons(settings, position.turn) && !position.over && !ui.ended && board.fresh
    && !ui.forced;
  const best = engine.report?.lines[0];
  const arrows = settings.analysis && !ui.preview && job?.kind === 'analyze'
    ? (engine.report?.lines ?? []).map(({ pv }) => pv[0]) : [];
  const flipped = adapter.turnsBoard ? bottom === 'black' : ui.flipped;
  const ghosts = ui.ghosts.map((square) => ({ square, piece: position.turn[0] }));
  return html`<div class="stack">
    <${Sides} board=${board} adapter=${adapter} bottom=${bottom} part="top" />
    <div class="board-row">
      ${settings.analysis && html`<${EvaluationBar} line=${best} turn=${position.turn}
        bottom=${bottom} sideNames=${adapter.sideNames} />`}
      <div class="board-box"><${BoardArea} adapter=${adapter} position=${position}
        preview=${ui.preview} previewPosition=${ui.preview && preview.fresh ? preview.result : null}
        input=${input} onMove=${board.play} flipped=${flipped}
        arrows=${arrows} highlights=${ui.highlights} ghosts=${ghosts}
        heat=${ui.heatShown && !ui.preview ? heat.map : null} /></div></div>
    <${Sides} board=${board} adapter=${adapter} bottom=${bottom} part="bottom" />
    ${settings.analysis && line.moves.length > 0 && html`<${EvaluationGraph}
      evaluations=${evaluations.list} at=${line.at} onJump=${actions.jump}
      side=${adapter.sideNames[adapter.sides[0]]} />`}</div>`;
}

function RightColumn({ socket, hello, adapter, board, heat, commands }) {
  const { ui, settings, line, position, engine, job, actions } = board;
  const status = statusText({ job, error: engine.error, ended: ui.ended, position, adapter });
  const canPass = position.legal?.[0] === 'pass' && isPersons(settings, position.turn);
  return html`<div class="stack">
    <${Buttons} ...${commands} line=${line} position=${position} canPass=${canPass}
      onPosition=${() => ui.setDialog(true)} />
    <${AnalysisPanel} socket=${socket} adapter=${adapter} line=${line}
      report=${board.fresh ? engine.report : null} turn=${position.turn} status=${status}
      lines=${settings.lines} visible=${settings.analysis} onVisible=${commands.onAnalysis}
      onPreview=${ui.setPreview} onPlay=${actions.playAll} />
    <${Panel}><${Tabs} label="Game" tabs=${tabsOf(adapter)} current=${ui.tab}
      onChange=${ui.setTab}><${TabContent} socket=${socket} hello=${hello} adapter=${adapter}
      board=${board} heat=${heat} /><//><//></div>`;
}

export function BoardView({ socket, hello, route }) {
  const adapter = kAdapters[route.name];
  const board = useBoard({ socket, hello, route, adapter });
  const { ui, settings, line, position } = board;
  const heat = useHeat(socket, adapter, line, adapter.hasMap && (ui.heatShown || ui.tab === 'map'));
  const commands = boardActions(board, adapter);
  useBoardKeys(commands);
  // The line of an address may be illegal; a lost connection must not hide the game.
  const unknown = board.error && (!position || board.error.code.startsWith('bad_'));
  if (unknown) {
    return html`<${ErrorText} error=${board.error} />
      <${Button} onClick=${commands.onNew}>New game<//>`;
  }
  if (!position) return html`<${Loading} />`;
  const usual = adapter.sides.includes(settings.person) ? settings.person : adapter.sides[0];
  const bottom = ui.flipped ? other(usual) : usual;
  return html`<div class="columns columns-wide-left board-view">
    <${LeftColumn} socket=${socket} adapter=${adapter} board=${board} heat=${heat}
      bottom=${bottom} />
    <${RightColumn} socket=${socket} hello=${hello} adapter=${adapter} board=${board} heat=${heat}
      commands=${commands} />
    ${ui.dialog && html`<${PositionDialog} socket=${socket} adapter=${adapter} line=${line}
      position=${position} record=${board.full?.record ?? ''}
      onLoad=${(loaded) => { board.actions.load(loaded); ui.setDialog(false); }}
      onClose=${() => ui.setDialog(false)} />`}</div>`;
}
