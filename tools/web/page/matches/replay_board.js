import { html } from '/core/ui.js';
export function ReplayBoard({ position }) { return html`<p>${position.game}</p>`; }
