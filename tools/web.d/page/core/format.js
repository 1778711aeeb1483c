// Numbers as text, the same in every view. Pure functions without a browser.

const kMinus = '−';

/** A number with its sign: "+0.35", "−1.20", "0.00". */
export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? kMinus : '+') + text;
}

/** A part of 1 as a percentage: 0.613 is "61 %". */
export function percent(part, digits = 0) {
  return `${(100 * part).toFixed(digits)} %`;
}

/** A whole number with commas between the thousands: "19,400". */
export function integer(value) {
  const digits = String(Math.abs(Math.round(value)));
  const text = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return Math.round(value) < 0 ? kMinus + text : text;
}

/** A count with its noun, which takes an "s" unless the count is 1: "1 hand", "1,200 hands". */
export function counted(value, noun) {
  return `${integer(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A large count in three digits: "948 k", "1.23 M". */
export function count(value) {
  for (const [size, unit] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${unit}`;
  }
  return String(value);
}

/** A size in bytes: "1.5 MB". */
export function bytes(value) {
  return value < 1000 ? `${value} B` : `${count(value)}B`;
}

/** A clock: "5:03", below ten seconds "0:09.3". Never negative. */
export function clock(milliseconds) {
  const time = Math.max(0, milliseconds);
  if (time < 10000) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(time / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A span of time in words: "2 h 5 min", "12 s". */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
  return `${Math.floor(whole / 86400)} d ${Math.floor(whole / 3600) % 24} h`;
}

/** A moment (seconds since 1970, UTC) as local date and time: "2026-11-29 04:36". */
export function moment(unixSeconds) {
  const date = new Date(1000 * unixSeconds);
  const two = (n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `
    + `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A name of the engine's features in words: "knight_mobility" is "knight mobility". */
export function words(name) {
  return name.replaceAll('_', ' ');
}
