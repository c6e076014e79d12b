/** The style of a player. Pages change it by the properties `--kinora-*` and by `::part()`. */
export const PLAYER_STYLE = `
:host {
  --accent: var(--kinora-accent, #f5b544);
  --text: var(--kinora-text, #fff);
  --panel: var(--kinora-panel, rgb(16 20 28 / 88%));
  display: block;
  position: relative;
  aspect-ratio: 16 / 9;
  overflow: hidden;
  border-radius: var(--kinora-radius, 0);
  background: var(--kinora-background, #000);
  color: var(--text);
  font: 14px/1.4 var(--kinora-font, system-ui, sans-serif);
  container-type: inline-size;
}
:host([hidden]), [hidden] { display: none !important; }
:host(:fullscreen) { aspect-ratio: auto; border-radius: 0; }
.player, .view, .poster { position: absolute; inset: 0; width: 100%; height: 100%; }
.view > * { display: block; width: 100%; height: 100%; }
.view > *, .poster { object-fit: contain; }
.poster { background: var(--kinora-background, #000); pointer-events: none; }
.idle { cursor: none; }

.controls {
  position: absolute;
  inset: auto 0 0;
  padding: 24px 8px 4px;
  background: linear-gradient(transparent, var(--panel) 40%);
  transition: opacity 0.2s;
}
.row { display: flex; align-items: center; min-width: 0; }
.space { flex: 1; }
.time { margin: 0 8px; font-variant-numeric: tabular-nums; white-space: nowrap; }
button, select { font: inherit; color: inherit; border: 0; border-radius: 6px; background: none; cursor: pointer; }
button { display: grid; place-items: center; flex: none; width: 44px; height: 44px; padding: 0; }
button:hover, select:hover { background: color-mix(in srgb, var(--text) 18%, transparent); }
button[aria-pressed='true'] svg { fill: var(--accent); }
svg { width: 24px; height: 24px; fill: currentColor; }
select { max-width: 12em; min-height: 44px; min-width: 44px; padding: 0 8px; text-overflow: ellipsis; }
option { color: #fff; background: #10141c; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }

.seek { position: relative; padding: 0 4px; }
input { appearance: none; display: block; height: 44px; margin: 0; background: none; cursor: pointer; }
.position { width: 100%; height: 28px; }
.volume { width: 80px; margin-right: 8px; }
input::-webkit-slider-runnable-track {
  height: 4px; border-radius: 2px;
  background: linear-gradient(90deg, var(--accent) var(--value, 0%), color-mix(in srgb, var(--text) 40%, transparent) 0);
}
input::-moz-range-track { height: 4px; border-radius: 2px; background: color-mix(in srgb, var(--text) 40%, transparent); }
input::-moz-range-progress { height: 4px; border-radius: 2px; background: var(--accent); }
input::-webkit-slider-thumb {
  appearance: none; width: 14px; height: 14px; margin-top: -5px; border-radius: 50%; background: var(--accent);
}
input::-moz-range-thumb { width: 14px; height: 14px; border: 0; border-radius: 50%; background: var(--accent); }
.ticks i { position: absolute; top: 8px; width: 2px; height: 12px; background: var(--text); pointer-events: none; }
.ticks { position: absolute; inset: 0 11px; pointer-events: none; }

.status, .captions { position: absolute; pointer-events: none; }
.status { inset: 8px 8px auto; display: flex; flex-direction: column; align-items: start; gap: 6px; }
.status > * { max-width: 40em; padding: 6px 10px; border-radius: 6px; background: var(--panel); }
.status.alone { inset: 0; align-items: center; justify-content: center; text-align: center; padding: 16px; }
.status progress { width: min(16em, 60%); height: 8px; padding: 0; accent-color: var(--accent); }
.captions { inset: auto 5% 12px; text-align: center; font-size: var(--kinora-caption-size, clamp(14px, 3.4cqw, 32px)); }
.captions span { display: inline-block; padding: 0 0.4em; background: rgb(0 0 0 / 75%); color: #fff; white-space: pre-line; }
/* Screen readers still find them. Controls with the focus of a keyboard stay. */
.idle .status, .idle:not(:has(:focus-visible)) .controls { opacity: 0; }
.player:is(:not(.idle), :has(:focus-visible)):has(.controls:not([hidden])) .captions { bottom: 96px; }

@container (width < 480px) {
  .controls { padding: 12px 4px 0; }
  .position { height: 20px; }
  button { width: 40px; height: 36px; }
  select { min-height: 36px; }
  .ticks i { top: 4px; }
  .player:is(:not(.idle), :has(:focus-visible)):has(.controls:not([hidden])) .captions { bottom: 64px; }
  .volume { display: none; }
  .time { margin: 0 2px; }
  select { max-width: 6em; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
@media (forced-colors: active) {
  .controls, .status > * { background: Canvas; color: CanvasText; border: 1px solid CanvasText; }
  svg { fill: ButtonText; }
  button { border: 1px solid ButtonText; }
  button[aria-pressed='true'] svg { fill: Highlight; }
  input { appearance: auto; forced-color-adjust: none; accent-color: Highlight; }
  input::-webkit-slider-thumb { background: Highlight; }
  .ticks i { background: CanvasText; }
  :focus-visible { outline-color: Highlight; }
}
`;
