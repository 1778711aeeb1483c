// A box that scrolls when its content is too wide or too high, also by the keyboard.

import { classes, html } from './ui.js';

/** `label` names the box for screen readers; `kind` adds a class. */
export function ScrollBox({ label, kind, children }) {
  return html`<div class=${classes('wide', kind)} role="group" aria-label=${label} tabindex="0"
    >${children}</div>`;
}
