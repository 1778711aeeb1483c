// Settings of a game on the board: sides, clocks, strength, style, analysis.

import { html, Select, Slider } from '../core/ui.js';
import { kControls } from './clocks.js';

export const kDefaults = {
  person: null, control: 'none', moveMs: 1000, elo: 0, style: '', lines: 3, analysis: true,
};

const kMoveTimes = [100, 200, 500, 1000, 2000, 3000, 5000, 10000, 20000, 30000, 60000];

function TimeSlider({ settings, onChange }) {
  const index = Math.max(0, kMoveTimes.findIndex((time) => time >= settings.moveMs));
  return html`<${Slider} label="Time for a move" value=${index} min=${0}
    max=${kMoveTimes.length - 1} text=${`${kMoveTimes[index] / 1000} s`}
    disabled=${settings.control !== 'none'}
    onChange=${(next) => onChange({ moveMs: kMoveTimes[next] })} />`;
}

/** Elo up to the maximum of the engine; the right end is its full strength. */
function StrengthSlider({ settings, range, onChange }) {
  const { min, max } = range;
  const value = settings.elo && settings.elo < max ? Math.max(min, settings.elo) : max;
  return html`<${Slider} label="Strength" value=${value} min=${min} max=${max}
    text=${value >= max ? 'full' : `Elo ${value}`} disabled=${Boolean(settings.style)}
    onChange=${(elo) => onChange({ elo: elo >= max ? 0 : elo })} />`;
}

/** `range` is {min, max} of UCI_Elo, or null where the engine has no such option. */
export function Controls({ adapter, settings, onChange, range, styles }) {
  const { sides, sideNames } = adapter;
  const people = [...sides.map((side) => [side, sideNames[side]]), ['both', 'both sides'],
    ['none', 'nothing: the engine plays']];
  return html`<div class="stack">
    <${Select} label="You play" value=${settings.person} options=${people}
      onChange=${(person) => onChange({ person })} />
    <${Select} label="Clock (from the next game)" value=${settings.control}
      options=${kControls.map(([key, text]) => [key, text])}
      onChange=${(control) => onChange({ control })} />
    <${TimeSlider} settings=${settings} onChange=${onChange} />
    ${adapter.hasStrength && range && html`<${StrengthSlider} settings=${settings} range=${range}
      onChange=${onChange} />`}
    ${adapter.hasStrength && html`<${Select} label="Style" value=${settings.style}
      options=${[['', 'the engine itself'], ...styles.map(({ name }) => [name, name])]}
      onChange=${(style) => onChange({ style })} />`}
    <${Slider} label="Lines" value=${settings.lines} min=${1} max=${5}
      onChange=${(lines) => onChange({ lines })} />
  </div>`;
}
