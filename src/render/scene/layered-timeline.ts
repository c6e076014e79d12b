import Fraction from 'fraction.js';
import type { Span } from '../../base/time.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import type { Rect } from './placement.ts';

/**
 * A timeline for a page that plays it (issue 44). A page has no files, so it gets the ids of layer files instead: where
 * the timeline has the path of a picture or the file of a video or sound, it has an id.
 */
export interface LayeredTimeline {
  readonly timeline: ResolvedTimeline;
  /**
   * The pictures of each clip that the engine draws for the page, by the field of the clip, also of those in groups. The
   * looks are in the order of their frames.
   */
  readonly looks: Readonly<Record<string, readonly LayerLook[]>>;
  readonly sound: SoundGains;
  /** Frames of the timeline that only the engine can draw, in order. */
  readonly engine: readonly Span[];
}

/** The appearance of a clip from one of its frames on, until its next look. */
export interface LayerLook {
  /** The first frame, counted from the start of the clip. */
  readonly from: number;
  /** The pictures to draw, the lowest first. Nothing is visible if there are none. */
  readonly parts: readonly LookPart[];
}

/** A picture, and where it is on its clip. */
export interface LookPart {
  /** The id of a picture that may hold several parts. */
  readonly file: string;
  /** The part of that picture, in its pixels. */
  readonly source: Rect;
  /**
   * The place in fractions of `placement.whole` of the layer. A shadow may lie outside of it, and shows there unless the
   * clip hides its overflow.
   */
  readonly box: Rect;
}

/** The gains of a mix that the engine has to listen for. Volumes and fades are in the audio clips. */
export interface SoundGains {
  /** Linear gain of the whole mix, before the limiter. */
  readonly gain: number;
  /** Maximum true peak of the mix in dBTP, to which the limiter lowers it. */
  readonly ceiling: number;
  /** The samples of the timeline in which the voices of a ducked clip are heard, by the field of that clip. */
  readonly ducks: Readonly<Record<string, readonly { readonly from: number; readonly to: number }[]>>;
}

/** The name of an exact number in JSON. No asset has a field of this name. */
const RATIO = '$ratio';

/** Number that stands for an endless repetition. JSON has no `Infinity`. */
const ENDLESS = '1/0';

/** Converts a timeline to plain JSON for {@link readTimeline}. */
export function writeTimeline(layered: LayeredTimeline): unknown {
  return writeExact(layered);
}

/** Converts the result of {@link writeTimeline} back. It must come from an engine of the same version. */
export function readTimeline(written: unknown): LayeredTimeline {
  // The cast is safe: only the engine writes timelines.
  return readExact(written) as LayeredTimeline;
}

/** Converts exact numbers, at any depth of a value, to plain JSON for {@link readExact}. */
export function writeExact(value: unknown): unknown {
  if (value === Infinity) return { [RATIO]: ENDLESS };
  if (value instanceof Fraction) return { [RATIO]: value.toFraction() };
  if (Array.isArray(value)) return value.map(writeExact);
  return typeof value === 'object' && value !== null ? mapFields(value, writeExact) : value;
}

/** Converts the result of {@link writeExact} back. */
export function readExact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readExact);
  if (typeof value !== 'object' || value === null) return value;
  const ratio = RATIO in value ? value[RATIO] : undefined;
  if (typeof ratio !== 'string') return mapFields(value, readExact);
  return ratio === ENDLESS ? Infinity : new Fraction(ratio);
}

function mapFields(value: object, map: (field: unknown) => unknown): object {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, map(field)]));
}
