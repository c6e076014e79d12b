import { KinoraPlayer } from './player-element.ts';

export { KinoraPlayer } from './player-element.ts';
export type { TokenSource } from './access.ts';
export type { PlayerPhase, PlayerState } from './playback.ts';
export type { PlayerTexts } from './player-texts.ts';
export type { TimedText } from './text-tracks.ts';

declare global {
  interface HTMLElementTagNameMap {
    'kinora-player': KinoraPlayer;
  }
}

// There are no elements on a server, and a page may load this twice.
if (globalThis.customElements && !customElements.get('kinora-player'))
  customElements.define('kinora-player', KinoraPlayer);
