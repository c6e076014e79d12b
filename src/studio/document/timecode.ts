import { frameShownAt, secondsOfFrames } from './frame-grid.ts';

/** Writes a second as `00:01:02:12`: hours, minutes, seconds and frames. @param rate frames per second. */
export function writeTimecode(second: number, rate: number): string {
  const frames = frameShownAt(second, rate);
  const base = Math.round(rate);
  const seconds = Math.floor(frames / base);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60, frames % base]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** Two to four whole numbers, as a timecode without its first parts. */
const TIMECODE = /^(?:\d+[:;]){1,3}\d+$/;
/** Seconds with a fraction, perhaps after minutes and hours. */
const CLOCK = /^(?:\d+:){0,2}(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;

/**
 * Reads a typed time: a timecode, of which the first parts may be missing (`2:12` is 2 seconds and 12 frames), or
 * seconds (`62.5`, `1:02.5`).
 *
 * @returns seconds. Undefined if the text is no time.
 */
export function readTimecode(typed: string, rate: number): number | undefined {
  const text = typed.trim();
  const parts = text.split(/[:;]/).map((part) => Number(part.replace(',', '.')));
  const sum = (list: readonly number[]): number => list.reduce((total, part) => 60 * total + part, 0);
  if (TIMECODE.test(text))
    return secondsOfFrames(sum(parts.slice(0, -1)) * Math.round(rate) + (parts.at(-1) ?? 0), rate);
  return CLOCK.test(text) ? sum(parts) : undefined;
}
