import type { Seconds } from '../../base/time.ts';
import { SubtitleError } from './subtitle-error.ts';
import { parseTimestamp } from './parse-timestamp.ts';

/** The times of a cue. */
export interface CueTimes {
  readonly from: Seconds;
  readonly to: Seconds;
}

/** The arrow between two times in all its common forms: `-->`, `->`, `—>`, `=>`, `→`. */
const ARROW = /[-\u2010-\u2015\u2212=]{1,4}\s?>|\u2192/;
/** A valid or malformed time, followed by an arrow. */
const TIME_AND_ARROW = new RegExp(String.raw`^\s*\d\S{0,9}:\S{0,9}\s*(?:${ARROW.source})\s*\d`);

/** Splits a text into lines at LF, CRLF or CR. */
export function splitLines(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

/** True if a line is blank. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** True if a line contains the standard arrow `-->`. Other arrows may be part of the text of a cue. */
export function hasArrow(line: string | undefined): boolean {
  return line?.includes('-->') ?? false;
}

/**
 * True if a line has valid times with the standard arrow. Such a line starts a new cue, even if it directly
 * follows the text of another cue.
 */
export function isTimesLine(line: string | undefined): boolean {
  return hasArrow(line) && parseCueTimes(line) !== undefined;
}

/** True if a line looks like the times of a cue, with any arrow. Use this only where times are expected. */
export function looksLikeTimesLine(line: string | undefined): boolean {
  return hasArrow(line) || TIME_AND_ARROW.test(line ?? '');
}

/**
 * Parses the times of a line, ignoring anything after the times. Returns `undefined` if the line has no
 * times.
 */
export function parseCueTimes(line: string | undefined): CueTimes | undefined {
  const found = line === undefined ? undefined : splitAtArrow(line);
  const [from, to] = [parseTimestamp(found?.from ?? ''), parseTimestamp(found?.to ?? '')];
  return from && to && { from, to };
}

/**
 * Parses the times of a line that must contain times. The end may be before the start.
 *
 * @param number Number of the line, from 1.
 * @throws {SubtitleError} If the line has no valid times.
 */
export function requireCueTimes(line: string, number: number): CueTimes {
  const { from, to } = splitAtArrow(line);
  return { from: requireTimestamp(from, number), to: requireTimestamp(to, number) };
}

/** Returns the words after the times of a line: settings, or screen coordinates. */
export function settingsOf(line: string): string[] {
  return splitAtArrow(line).settings.split(/\s+/).filter(Boolean);
}

function requireTimestamp(text: string, number: number): Seconds {
  const time = parseTimestamp(text);
  if (time) return time;
  throw new SubtitleError(number, `${JSON.stringify(text.slice(0, 40))} is not a time such as 00:01:02.500`);
}

/** Splits a line at its arrow and after its second time. */
function splitAtArrow(line: string): Readonly<Record<'from' | 'to' | 'settings', string>> {
  const { 0: arrow = '', index: at = 0 } = ARROW.exec(line) ?? {};
  const after = line.slice(at + arrow.length).trim();
  // Some files have a space before the fraction of a time.
  const [to = ''] = /^\S+?(?=\s+[A-Za-z])|^[\d:.,]+\s?[.,]\s?\d+(?=\s|$)|^\S*/.exec(after) ?? [];
  return { from: line.slice(0, at).trim(), to, settings: after.slice(to.length) };
}
