// Geometry of a board of stones: names of squares and their places in the drawing. Pure functions
// without a browser.

/** Side of a cell in the units of the drawing. */
export const kCell = 10;
export const kTop = 0.5;

/** Letter of a column, from 0. */
export function columnLetter(column) {
  return String.fromCharCode(97 + column);
}

/**
 * Geometry of a board: names of squares by screen column and row, and back. `rowOneOnTop` is the
 * usual diagram of Reversi.
 */
export function makeGrid({ columns, rows, rowOneOnTop, flipped }) {
  const file = (column) => (flipped ? columns - 1 - column : column);
  const upwards = Boolean(rowOneOnTop) === Boolean(flipped);
  const rank = (row) => (upwards ? rows - row : row + 1);
  const margin = 0.45 * columns;  // room for the coordinates, which grow with the board
  const x = (column) => margin + kCell * column;
  const y = (row) => kTop + kCell * row;
  const places = new Map();
  const cells = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const square = `${columnLetter(file(column))}${rank(row)}`;
      const place = { square, column, row, x: x(column + 0.5), y: y(row + 0.5) };
      places.set(square, place);
      cells.push(place);
    }
  }
  return { columns, rows, cells, places, file, rank, margin, x, y };
}

/** The heat map of an answer of `heat`: from square to probability. */
export function heatMap({ columns, probability }) {
  const square = (index) => columnLetter(index % columns) + (Math.floor(index / columns) + 1);
  return new Map(probability.map((part, index) => [square(index), part]));
}
