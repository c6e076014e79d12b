import { ratio, type Seconds } from '../../base/time.ts';

/** What the times of a document are counted in. */
export interface TtmlClock {
  /** Frames in a second. */
  readonly frames: Seconds;
  /** Parts of a frame. */
  readonly subframes: Seconds;
  /** Ticks in a second. */
  readonly ticks: Seconds;
}

/** Finds an attribute by its name without a prefix. */
export type Attribute = (name: string) => string | undefined;

/** The clock that the attributes of the root tell (TTML 2, 7.2). */
export function clockOf(attribute: Attribute): TtmlClock {
  const rate = positive(attribute('frameRate'));
  const [numerator = '1', denominator = '1'] = (attribute('frameRateMultiplier') ?? '')
    .trim()
    .split(/[\s:]+/);
  const factor = positive(numerator)?.div(positive(denominator) ?? ratio(1, 1)) ?? ratio(1, 1);
  const frames = (rate ?? ratio(30, 1)).mul(factor);
  const subframes = positive(attribute('subFrameRate')) ?? ratio(1, 1);
  const ticks = positive(attribute('tickRate')) ?? (rate ? frames.mul(subframes) : ratio(1, 1));
  return { frames, subframes, ticks };
}

/** As the standard has them, and as people write them: without hours, with fewer digits, with a comma. Frames need the hours. */
const CLOCK =
  /^(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9})|(?<=^\d+:\d+:\d+):(\d{1,4})(?:\.(\d{1,4}))?)?$/;
const OFFSET = /^(\d{1,12})(?:\.(\d{1,9}))?(h|ms|m|s|f|t)$/;

/** A time of TTML, such as `00:01:02.5`, `00:01:02:12` or `62.5s`; undefined when it is none. */
export function ttmlTime(text: string, clock: TtmlClock): Seconds | undefined {
  return clockTime(CLOCK.exec(text.trim()), clock) ?? offsetTime(OFFSET.exec(text.trim()), clock);
}

function clockTime(found: RegExpExecArray | null, { frames, subframes }: TtmlClock): Seconds | undefined {
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction, frame = '0', part = '0'] = found;
  if (Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const whole = ratio(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), 1);
  if (fraction !== undefined) return whole.add(decimal('0', fraction));
  return whole.add(ratio(Number(part), 1).div(subframes).add(Number(frame)).div(frames));
}

function offsetTime(found: RegExpExecArray | null, { frames, ticks }: TtmlClock): Seconds | undefined {
  if (!found) return undefined;
  const [, whole = '', fraction = '', unit = ''] = found;
  const count = decimal(whole, fraction);
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

function decimal(whole: string, fraction: string): Seconds {
  return ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

function positive(text: string | undefined): Seconds | undefined {
  const [, whole = '', fraction = ''] = /^\s*(\d{1,9})(?:\.(\d{1,9}))?\s*$/.exec(text ?? '') ?? [];
  const value = whole === '' ? undefined : decimal(whole, fraction);
  return value?.gt(0) === true ? value : undefined;
}
