// Shows the games of a one-file page: a list to choose from, a board drawn as SVG with its moves,
// and hands of poker. The data are the JSON of the element #data; single_page.h describes them.
// Texts of the data reach the page as text only, never as markup.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = 40;
  const MARGIN = 24;
  const GLYPHS = { K: "\u265A", Q: "\u265B", R: "\u265C", B: "\u265D", N: "\u265E", P: "\u265F" };
  const SUITS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
  const STREETS = ["Before the flop", "Flop", "Turn", "River"];

  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value !== false && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }
  const html = (name, attributes = {}, ...children) =>
    filled(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) =>
    filled(document.createElementNS(SVG, name), attributes, children);

  // Applies "e2 e4wP" to a map from square to piece and returns the squares.
  function apply(pieces, changes) {
    const squares = [];
    for (const change of changes.split(" ").filter(Boolean)) {
      const [, square, piece] = /^([a-z]\d+)(.*)$/.exec(change);
      if (piece) pieces.set(square, piece);
      else pieces.delete(square);
      squares.push(square);
    }
    return squares;
  }

  // Returns the pieces after `count` moves and the squares that the last of them changed.
  function positionAfter(board, count) {
    const pieces = new Map();
    apply(pieces, board.start);
    let last = [];
    for (const [, changes] of board.moves.slice(0, count)) last = apply(pieces, changes);
    return { pieces, last };
  }

  // Returns the middle of a square in pixels.
  function placeOf(board, square) {
    const column = square.charCodeAt(0) - "a".charCodeAt(0);
    const row = Number(square.slice(1)) - 1;
    return [MARGIN + CELL * (column + 0.5),
            MARGIN + CELL * ((board.top ? row : board.rows - 1 - row) + 0.5)];
  }

  function background(board) {
    const parts = [];
    const [width, height] = [CELL * board.columns, CELL * board.rows];
    if (board.game === "chess") {
      for (let row = 0; row !== board.rows; ++row) {
        for (let column = 0; column !== board.columns; ++column) {
          parts.push(svg("rect", {
            x: MARGIN + CELL * column, y: MARGIN + CELL * row, width: CELL, height: CELL,
            class: (row + column) % 2 === 0 ? "square-light" : "square-dark" }));
        }
      }
      return parts;
    }
    const felt = board.game === "reversi";
    parts.push(svg("rect", { x: MARGIN, y: MARGIN, width, height, class: felt ? "felt" : "wood" }));
    // Discs lie in squares, stones on the crossings of lines.
    const inset = felt ? 0 : CELL / 2;
    const count = felt ? board.columns + 1 : board.columns;
    let path = "";
    for (let line = 0; line !== count; ++line) {
      const at = MARGIN + inset + CELL * line;
      path += `M${at} ${MARGIN + inset}V${MARGIN + height - inset}`;
      path += `M${MARGIN + inset} ${at}H${MARGIN + width - inset}`;
    }
    parts.push(svg("path", { d: path, class: felt ? "felt-grid" : "grid" }));
    return parts;
  }

  function labels(board) {
    const parts = [];
    // A board of many squares is drawn smaller.
    const name = board.columns > 10 ? "label large" : "label";
    for (let column = 0; column !== board.columns; ++column) {
      parts.push(svg("text", { x: MARGIN + CELL * (column + 0.5), y: MARGIN - 8, class: name },
        String.fromCharCode("a".charCodeAt(0) + column)));
    }
    for (let row = 0; row !== board.rows; ++row) {
      const [, y] = placeOf(board, `a${row + 1}`);
      parts.push(svg("text", { x: MARGIN / 2, y: y + 4, class: name }, String(row + 1)));
    }
    return parts;
  }

  function pieceAt(x, y, piece) {
    const color = piece[0] === "w" ? "white" : "black";
    if (piece.length === 1) return svg("circle", { cx: x, cy: y, r: CELL * 0.44, class: color });
    return svg("text", { x, y: y + 12, class: `piece ${color}` }, GLYPHS[piece[1]] + "\uFE0E");
  }

  function boardPicture(board, count) {
    const { pieces, last } = positionAfter(board, count);
    const text = count === 0 ? "start position" : `position after move ${count}, ${
      board.moves[count - 1][0]}`;
    const picture = svg("svg", {
      viewBox: `0 0 ${2 * MARGIN + CELL * board.columns} ${2 * MARGIN + CELL * board.rows}`,
      role: "img", "aria-label": `Board: ${text}` }, ...background(board), ...labels(board));
    for (const [square, piece] of pieces) picture.append(pieceAt(...placeOf(board, square), piece));
    for (const square of last) {
      const [x, y] = placeOf(board, square);
      picture.append(svg("rect", {
        x: x - CELL / 2 + 1, y: y - CELL / 2 + 1, width: CELL - 2, height: CELL - 2,
        class: "last" }));
    }
    return picture;
  }

  const button = (text, label, onclick) =>
    html("button", { type: "button", "aria-label": label, title: label, onclick }, text);

  // A row of buttons and a slider that choose a number in [0, maximum].
  function stepper(maximum, unit, show) {
    let now = 0;
    let timer = 0;
    const slider = html("input", {
      type: "range", min: 0, max: maximum, value: 0, "aria-label": unit,
      oninput: () => go(Number(slider.value)) });
    const play = button("\u25B6", "Play", () => (timer ? stop() : start()));
    function stop() {
      clearInterval(timer);
      timer = 0;
      play.textContent = "\u25B6";
    }
    function start() {
      if (now === maximum) go(0);
      play.textContent = "\u25A0";
      timer = setInterval(() => {
        // The game may have left the page.
        if (now === maximum || !slider.isConnected) stop();
        else go(now + 1);
      }, 700);
    }
    function go(number) {
      now = Math.max(0, Math.min(maximum, number));
      slider.value = String(now);
      show(now);
    }
    const keys = {
      ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0),
      End: () => go(maximum) };
    const onkeydown = (event) => {
      if (event.target === slider || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    };
    const controls = html("div", { class: "controls" },
      button("|\u25C0", "First", () => go(0)), button("\u25C0", "Back", () => go(now - 1)), play,
      button("\u25B6\u25B6", "Forward", () => go(now + 1)),
      button("\u25B6|", "Last", () => go(maximum)), slider);
    return { controls, onkeydown, go };
  }

  function boardGame(game) {
    const { board } = game;
    const picture = html("div");
    const detail = html("div", { "aria-live": "polite" });
    const rows = board.moves.map(([text], index) => {
      const mark = (game.marks || [])[index] || "";
      const note = [(game.notes || [])[index], mark].filter(Boolean).join(", ");
      return html("li", {}, html("span", { class: "note" }, `${index + 1}.`),
        html("button", { type: "button", class: mark, onclick: () => steps.go(index + 1) }, text),
        html("span", { class: `note ${mark}` }, note));
    });
    const list = html("ol", { class: "moves", "aria-label": "Moves" }, ...rows);
    const steps = stepper(board.moves.length, "Move", (count) => {
      picture.replaceChildren(boardPicture(board, count));
      rows.forEach((row, index) => {
        const move = row.querySelector("button");
        if (index + 1 === count) move.setAttribute("aria-current", "step");
        else move.removeAttribute("aria-current");
      });
      if (count) {
        const row = rows[count - 1];
        list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
      const lines = count ? (game.details || [])[count - 1] || [] : [];
      detail.replaceChildren(...lines.map((line) => html("p", { class: "note" }, line)));
    });
    const whole = html("div", { class: "replay", tabindex: 0, onkeydown: steps.onkeydown },
      html("div", {}, picture, steps.controls, detail), list);
    steps.go(0);
    return whole;
  }

  function cards(text) {
    const parts = (text.match(/../g) || []).map((card) => html("span", {
      class: card[1] === "h" || card[1] === "d" ? "red" : "" },
      `${card[0]}${SUITS[card[1]] || card[1]} `));
    return html("span", { class: "cards" }, ...parts);
  }

  // Returns the actions of a round in words. `raised`: there is a bet to call.
  function actionWords(text, raised) {
    const actions = text.match(/f|c|r\d*/g) || [];
    return actions.map((action, index) => {
      if (action === "f") return "fold";
      if (action !== "c") {
        raised = true;
        return action === "r" ? "raise" : `raise to ${action.slice(1)}`;
      }
      return raised && !(raised === "blinds" && index !== 0 && index + 1 === actions.length)
        ? "call" : "check";
    }).join(", ");
  }

  // Returns the picture of a STATE line of the ACPC protocol.
  function handPicture(hand) {
    const [, number, betting, dealt, won, names] = hand.state.split(":");
    const [holes, ...board] = dealt.split("/");
    const players = names.split("|").map((name, seat) => html("tr", {},
      html("th", { scope: "row" }, name), html("td", {}, cards(holes.split("|")[seat] || "")),
      html("td", {}, won.split("|")[seat])));
    const rounds = betting.split("/").map((actions, round) => html("tr", {},
      html("th", { scope: "row" }, STREETS[round] || `Round ${round + 1}`),
      html("td", {}, round ? cards(board[round - 1] || "") : ""),
      html("td", {}, actionWords(actions, round === 0 ? "blinds" : false))));
    const table = (head, body) => html("table", {},
      html("thead", {}, html("tr", {}, ...head.map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...body));
    return html("div", {}, html("p", {}, `Hand ${Number(number) + 1}`),
      table(["Player", "Cards", "Chips won"], players),
      table(["Round", "Board", "Actions"], rounds), html("p", { class: "note" }, hand.note || ""));
  }

  function pokerGame(game) {
    const picture = html("div", { "aria-live": "polite" });
    if (!game.hands || !game.hands.length) return html("p", {}, "There is nothing to replay.");
    const steps = stepper(game.hands.length - 1, "Hand", (index) =>
      picture.replaceChildren(handPicture(game.hands[index])));
    const whole = html("div", { class: "replay", tabindex: 0, onkeydown: steps.onkeydown },
      html("div", {}, picture, steps.controls));
    steps.go(0);
    return whole;
  }

  function gameView(game) {
    const heading = game.number
      ? html("h3", {}, `Game ${game.number}: ${game.seats.join(" \u2013 ")} ${game.result}`) : "";
    return html("div", {}, heading, html("p", { class: "note" }, game.reason || ""),
      game.board ? boardGame(game) : pokerGame(game));
  }

  // Table of all games with a filter; `show` receives the chosen game.
  function gameList(games, show) {
    const rows = games.map((game) => html("tr", {},
      html("th", { scope: "row" }, button(String(game.number), `Show game ${game.number}`,
        () => choose(game))),
      html("td", {}, game.seats.join(" \u2013 ")), html("td", {}, game.result),
      html("td", { class: game.fault ? "no" : "" }, game.reason || "")));
    function choose(game) {
      rows.forEach((row, index) => {
        if (games[index] === game) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      });
      show(game);
    }
    const word = html("input", { type: "search", oninput: filter });
    const faults = html("input", { type: "checkbox", onchange: filter });
    function filter() {
      rows.forEach((row, index) => {
        const text = row.textContent.toLowerCase();
        row.hidden = !text.includes(word.value.toLowerCase()) ||
          (faults.checked && !games[index].fault);
      });
    }
    const head = ["Game", "Players", "Result", "End"].map((text) =>
      html("th", { scope: "col" }, text));
    const list = html("div", {},
      html("div", { class: "filter" }, html("label", {}, "Search ", word),
        html("label", {}, faults, " only games with faults")),
      html("div", { class: "scroll games", tabindex: 0, role: "region", "aria-label": "Games" },
        html("table", {}, html("thead", {}, html("tr", {}, ...head)),
          html("tbody", {}, ...rows))));
    return { list, choose };
  }

  const { games } = JSON.parse(document.getElementById("data").textContent);
  const place = document.getElementById("replay");
  if (!place || !games.length) return;
  const shown = html("div");
  const show = (game) => shown.replaceChildren(gameView(game));
  if (games.length === 1) {
    place.append(shown);
    show(games[0]);
    return;
  }
  const { list, choose } = gameList(games, show);
  place.append(list, shown);
  choose(games[0]);
})();
