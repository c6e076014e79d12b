import { KinoraPlayer } from './player-element.ts';

export { KinoraPlayer } from './player-element.ts';
export { PreviewFault, type PreviewSource } from '../preview/preview-source.ts';
export type { TokenSource } from './element-base.ts';
export type { PlayerPhase, PlayerState } from './playable-view.ts';
export type { PlayerTexts } from './player-texts.ts';
export type { TimedText } from './text-tracks.ts';

declare global {
  interface HTMLElementTagNameMap {
    'kinora-player': KinoraPlayer;
  }
}

// A page may load this twice, and a server has no elements.
if ('customElements' in globalThis && !customElements.get('kinora-player'))
  customElements.define('kinora-player', KinoraPlayer);
