import type { Seconds } from '../../base/time.ts';
import { SubtitleError } from './subtitle-error.ts';
import { parseTimestamp } from './parse-timestamp.ts';

/** The line of a cue that tells its times. */
export interface CueTimes {
  readonly from: Seconds;
  readonly to: Seconds;
}

/** Between two times, as people write it: `-->`, `->`, `—>`, `=>`, `→`. */
const ARROW = /[-\u2010-\u2015\u2212=]{1,4}\s?>|\u2192/;
/** A time, or what should be one, and such an arrow. */
const TIME_AND_ARROW = new RegExp(String.raw`^\s*\d\S{0,9}:\S{0,9}\s*(?:${ARROW.source})\s*\d`);

/** The lines of a text, however they end. */
export function splitLines(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

/** Whether a line is blank. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Whether a line has the arrow of the standards: what is in the text of a cue may only look like times. */
export function hasArrow(line: string | undefined): boolean {
  return line?.includes('-->') ?? false;
}

/** Whether a line tells times wherever it stands, also inside of a text. */
export function isTimesLine(line: string | undefined): boolean {
  return hasArrow(line) && parseCueTimes(line) !== undefined;
}

/** Whether a line should be one of times where one can stand, whatever its arrow. */
export function looksLikeTimesLine(line: string | undefined): boolean {
  return hasArrow(line) || TIME_AND_ARROW.test(line ?? '');
}

/** The times that a line tells, whatever stands after them; undefined where it tells none. */
export function parseCueTimes(line: string | undefined): CueTimes | undefined {
  const found = line === undefined ? undefined : splitAtArrow(line);
  const [from, to] = [parseTimestamp(found?.from ?? ''), parseTimestamp(found?.to ?? '')];
  return from && to && { from, to };
}

/** As {@link parseCueTimes}. @throws {SubtitleError} when they are no times, or the end is before the start. @param number of the line, from 1. */
export function requireCueTimes(line: string, number: number): CueTimes {
  const { from, to } = splitAtArrow(line);
  const [begins, ends] = [requireTimestamp(from, number), requireTimestamp(to, number)];
  if (ends.gte(begins)) return { from: begins, to: ends };
  throw new SubtitleError(number, `the caption ends at ${to}, before it begins at ${from}`);
}

function requireTimestamp(text: string, number: number): Seconds {
  const time = parseTimestamp(text);
  if (time) return time;
  throw new SubtitleError(number, `${JSON.stringify(text.slice(0, 40))} is not a time such as 00:01:02.500`);
}

/** Both sides of the arrow. What follows the second after a space is settings, or places on the screen. */
function splitAtArrow(line: string): { readonly from: string; readonly to: string } {
  const { 0: arrow = '', index: at = 0 } = ARROW.exec(line) ?? {};
  const after = line.slice(at + arrow.length).trim();
  // A space may also stand before the fraction.
  const [to = ''] = /^\S+?(?=\s+[A-Za-z])|^[\d:.,]+\s?[.,]\s?\d+(?=\s|$)|^\S*/.exec(after) ?? [];
  return { from: line.slice(0, at).trim(), to };
}
