// The chess board: wraps cm-chessboard as a component. It keeps to the content security policy by
// setting styles from script where cm-chessboard writes style attributes, and draws coordinates of
// its own.

import { html, useRef, useEffect, useId } from '../core/ui.js';
import { Chessboard, INPUT_EVENT_TYPE, COLOR } from '/vendor/cm-chessboard/src/Chessboard.js';
import { Svg } from '/vendor/cm-chessboard/src/lib/Svg.js';
import { VisualMoveInput } from '/vendor/cm-chessboard/src/view/VisualMoveInput.js';
import { Arrows, ARROW_TYPE } from '/vendor/cm-chessboard/src/extensions/arrows/Arrows.js';
import { Markers, MARKER_TYPE } from '/vendor/cm-chessboard/src/extensions/markers/Markers.js';
import { Accessibility }
  from '/vendor/cm-chessboard/src/extensions/accessibility/Accessibility.js';
import { PromotionDialog }
  from '/vendor/cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js';

const kAssets = '/vendor/cm-chessboard/assets/';

// The content security policy forbids style attributes that arrive as text.
VisualMoveInput.prototype.createDraggablePiece = function createDraggablePiece(piece) {
  const { view } = this;
  const svg = Svg.createSvg(document.body);
  svg.setAttribute('class', 'cm-chessboard-draggable-piece');
  svg.setAttribute('width', view.squareWidth);
  svg.setAttribute('height', view.squareHeight);
  const use = Svg.addElement(svg, 'use', { href: `#${piece}` });
  const scale = svg.createSVGTransform();
  const factor = view.squareHeight / view.chessboard.props.style.pieces.tileSize;
  scale.setScale(factor, factor);
  use.transform.baseVal.appendItem(scale);
  this.draggablePiece = svg;
};
VisualMoveInput.prototype.moveDraggablePiece = function moveDraggablePiece(x, y) {
  const { style } = this.draggablePiece;
  style.left = `${x - this.view.squareWidth / 2}px`;
  style.top = `${y - this.view.squareHeight / 2}px`;
};

const kProps = {
  assetsUrl: kAssets,
  style: {
    cssClass: 'trivium', showCoordinates: false, animationDuration: 150,
    pieces: { file: 'pieces/standard.svg', tileSize: 40 },
  },
  extensions: [
    { class: Markers, props: { autoMarkers: MARKER_TYPE.frame } },
    { class: Arrows, props: { offsetTo: 0.2 } },
    { class: PromotionDialog, props: { language: 'en' } },
    { class: Accessibility, props: {
      language: 'en', brailleNotationInAlt: false, movePieceForm: false, boardAsTable: false,
      piecesAsList: false, keyboardMoveInput: true,
    } },
  ],
};

/** Board field of the FEN of an answer of `position`. */
function boardField(position) {
  return position.fen.split(' ')[0];
}

function isPromotion(legal, from, to) {
  return legal.some((move) => move.length === 5 && move.startsWith(from + to));
}

/** Handler of cm-chessboard's events; `now()` returns the present props of the component. */
function inputHandler(now) {
  return (event) => {
    const { position, onMove } = now();
    const { legal } = position;
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
      const moves = legal.filter((move) => move.startsWith(event.squareFrom));
      const targets = moves.map((move) => ({ to: move.slice(2, 4), promotion: move[4] }));
      event.chessboard.addLegalMovesMarkers(targets);
      return moves.length > 0;
    }
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled
        || event.type === INPUT_EVENT_TYPE.moveInputFinished) {
      event.chessboard.removeLegalMovesMarkers();
      return true;
    }
    if (event.type !== INPUT_EVENT_TYPE.validateMoveInput) return true;
    event.chessboard.removeLegalMovesMarkers();
    const { squareFrom: from, squareTo: to, chessboard } = event;
    if (isPromotion(legal, from, to)) {
      choosePromotion(chessboard, position, from, to, onMove);
      return true;
    }
    const known = legal.includes(from + to);
    if (known) onMove(from + to);
    return known;
  };
}

function choosePromotion(chessboard, position, from, to, onMove) {
  const color = position.turn === 'white' ? COLOR.white : COLOR.black;
  chessboard.showPromotionDialog(to, color, (choice) => {
    if (choice?.piece) onMove(from + to + choice.piece[1]);
    else chessboard.setPosition(boardField(position), true);
  });
}

function drawMarks(board, position, highlights) {
  board.removeMarkers();
  for (const square of position.last) board.addMarker(MARKER_TYPE.square, square);
  for (const square of highlights) board.addMarker(MARKER_TYPE.framePrimary, square);
  if (position.check) {
    const king = position.turn === 'white' ? 'wK' : 'bK';
    const square = position.squares.find(({ piece }) => piece === king)?.square;
    if (square) board.addMarker(MARKER_TYPE.circleDanger, square);
  }
}

function drawArrows(board, arrows) {
  board.removeArrows();
  arrows.forEach((move, index) => {
    const type = index === 0 ? ARROW_TYPE.success : ARROW_TYPE.secondary;
    board.addArrow(type, move.slice(0, 2), move.slice(2, 4));
  });
}

function Coordinates({ flipped }) {
  const files = [...'abcdefgh'];
  const ranks = [...'87654321'];
  const [shownFiles, shownRanks] = flipped ? [files.reverse(), ranks.reverse()] : [files, ranks];
  return html`<div class="chess-ranks" aria-hidden="true">${shownRanks.map((rank) => html`
      <span>${rank}</span>`)}</div>
    <div class="chess-files" aria-hidden="true">${shownFiles.map((file) => html`
      <span>${file}</span>`)}</div>`;
}

/**
 * The board of a `position` answer. `input` is true while the side to move may play; `onMove` gets
 * the move in UCI notation. `arrows` are moves, the first one the best.
 */
export function ChessBoard({ position, flipped, input, onMove, arrows = [], highlights = [],
  label }) {
  const context = useRef(null);
  const board = useRef(null);
  const now = useRef(null);
  const help = useId('chess-help');
  now.current = { position, onMove };
  useEffect(() => {
    board.current = new Chessboard(context.current, { ...kProps, position: boardField(position),
      orientation: flipped ? COLOR.black : COLOR.white });
    const { svg } = board.current.view;
    svg.setAttribute('aria-describedby', help);
    return () => {
      board.current.destroy();
      board.current = null;
    };
  }, []);
  useEffect(() => board.current.view.svg.setAttribute('aria-label', label), [label]);
  useEffect(() => {
    board.current.setPosition(boardField(position), true);
    drawMarks(board.current, position, highlights);
  }, [position, JSON.stringify(highlights)]);
  useEffect(() => drawArrows(board.current, arrows), [JSON.stringify(arrows)]);
  useEffect(() => {
    const wanted = flipped ? COLOR.black : COLOR.white;
    if (board.current.getOrientation() !== wanted) board.current.setOrientation(wanted);
  }, [flipped]);
  useEffect(() => {
    if (!input) return undefined;
    const color = position.turn === 'white' ? COLOR.white : COLOR.black;
    board.current.enableMoveInput(inputHandler(() => now.current), color);
    // At the end of the component the board is destroyed before this.
    return () => {
      board.current?.cancelMoveInput();
      board.current?.disableMoveInput();
    };
  }, [input, position]);
  return html`<div class="chess-board"><div ref=${context} class="chess-context"></div>
    <${Coordinates} flipped=${flipped} />
    <span id=${help} class="visually-hidden">Arrow keys move the cursor, Enter chooses a piece and
      then its square, Escape gives up.</span></div>`;
}
