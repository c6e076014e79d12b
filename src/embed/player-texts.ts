import { PROBLEM_WORDS } from '../preview/preview-state.ts';

/** The texts of a player. Names in braces are replaced. */
export const PLAYER_TEXTS = {
  ...PROBLEM_WORDS,
  player: 'Player',
  play: 'Play',
  pause: 'Pause',
  replay: 'Play again',
  position: 'Position',
  positionOf: '{time} of {duration}',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  captions: 'Captions',
  chapter: 'Chapter',
  fullscreen: 'Full screen',
  leaveFullscreen: 'Leave full screen',
  loading: 'Loading',
  queued: 'Waiting to be rendered',
  rendering: 'Being rendered: {percent} %',
};

/** The texts of a player, to replace with those of another language. */
export type PlayerTexts = Partial<Record<keyof typeof PLAYER_TEXTS, string>>;

/** Returns a text with its values. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

/** Formats seconds as `1:05` or `1:02:05`. */
export function formatPlayerTime(seconds: number): string {
  const whole = Math.floor(Number.isFinite(seconds) ? seconds : 0);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
