import { signal } from '@preact/signals';

/** What a person has chosen for playing. */
export interface PlayerSettings {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** True if the marked part, or the whole, is played again and again. */
  readonly isLooping: boolean;
}

const STORED = 'kinora.player';
const STANDARD: PlayerSettings = { volume: 1, isMuted: false, isLooping: false };

/** The present settings. They are kept in the browser. */
export const playerSettings = signal(readSettings());

/** Changes settings. */
export function changePlayer(change: Partial<PlayerSettings>): void {
  playerSettings.value = { ...playerSettings.value, ...change };
  localStorage.setItem(STORED, JSON.stringify(playerSettings.value));
}

function readSettings(): PlayerSettings {
  // Only this file writes there.
  const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<PlayerSettings>;
  return { ...STANDARD, ...stored };
}
