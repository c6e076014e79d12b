import { fromRatio, type Seconds } from '../../base/time.ts';

/** The units of the times of a document. */
export interface TtmlClock {
  /** Frames per second. */
  readonly frames: Seconds;
  /** Subframes per frame. */
  readonly subframes: Seconds;
  /** Ticks per second. */
  readonly ticks: Seconds;
}

/** Returns the value of an attribute by its name without a prefix. */
export type FindAttribute = (name: string) => string | undefined;

/** Reads the clock from the attributes of the root element (TTML 2, section 7.2). */
export function readTtmlClock(attribute: FindAttribute): TtmlClock {
  const rate = parsePositive(attribute('frameRate'));
  const [numerator = '1', denominator = '1'] = (attribute('frameRateMultiplier') ?? '')
    .trim()
    .split(/[\s:]+/);
  const factor =
    parsePositive(numerator)?.div(parsePositive(denominator) ?? fromRatio(1, 1)) ?? fromRatio(1, 1);
  const frames = (rate ?? fromRatio(30, 1)).mul(factor);
  const subframes = parsePositive(attribute('subFrameRate')) ?? fromRatio(1, 1);
  const ticks = parsePositive(attribute('tickRate')) ?? (rate ? frames.mul(subframes) : fromRatio(1, 1));
  return { frames, subframes, ticks };
}

/**
 * A clock time as in the standard, or in common variants: without hours, with fewer digits, or with a comma.
 * Frames are only valid in a time with hours.
 */
const CLOCK =
  /^(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9})|(?<=^\d+:\d+:\d+):(\d{1,4})(?:\.(\d{1,4}))?)?$/;
const OFFSET = /^(\d{1,12})(?:\.(\d{1,9}))?(h|ms|m|s|f|t)$/;

/**
 * Parses a time of TTML, such as `00:01:02.5`, `00:01:02:12` or `62.5s`. Returns `undefined` if the time is
 * invalid.
 */
export function parseTtmlTime(text: string, clock: TtmlClock): Seconds | undefined {
  return toClockTime(CLOCK.exec(text.trim()), clock) ?? toOffsetTime(OFFSET.exec(text.trim()), clock);
}

function toClockTime(found: RegExpExecArray | null, { frames, subframes }: TtmlClock): Seconds | undefined {
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction, frame = '0', part = '0'] = found;
  if (Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const whole = fromRatio(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), 1);
  if (fraction !== undefined) return whole.add(parseDecimal('0', fraction));
  return whole.add(fromRatio(Number(part), 1).div(subframes).add(Number(frame)).div(frames));
}

function toOffsetTime(found: RegExpExecArray | null, { frames, ticks }: TtmlClock): Seconds | undefined {
  if (!found) return undefined;
  const [, whole = '', fraction = '', unit = ''] = found;
  const count = parseDecimal(whole, fraction);
  const units: Readonly<Record<string, () => Seconds>> = {
    h: () => count.mul(3600),
    m: () => count.mul(60),
    s: () => count,
    ms: () => count.div(1000),
    f: () => count.div(frames),
    t: () => count.div(ticks),
  };
  return units[unit]?.();
}

function parseDecimal(whole: string, fraction: string): Seconds {
  return fromRatio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

function parsePositive(text: string | undefined): Seconds | undefined {
  const [, whole = '', fraction = ''] = /^\s*(\d{1,9})(?:\.(\d{1,9}))?\s*$/.exec(text ?? '') ?? [];
  const value = whole === '' ? undefined : parseDecimal(whole, fraction);
  return value?.gt(0) === true ? value : undefined;
}
