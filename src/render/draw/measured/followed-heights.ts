import type { FollowedSound } from './followed-sound.ts';

/** The level in dB at which nothing is drawn. */
const LOWEST = -54;
/** Decibels from there to the full height. */
const RANGE = 44;

/** How heights follow levels. */
interface Following {
  /** Number of heights. */
  readonly count: number;
  /** Seconds from nothing to the full height, at most. */
  readonly attack: number;
  /** Seconds from the full height to nothing, at most. */
  readonly decay: number;
}

/**
 * Heights that follow the levels of a sound, no faster than an attack and a decay allow. Those of a frame depend only on the
 * levels in the seconds of both before it. They are therefore the same wherever one begins to draw.
 */
export class FollowedHeights {
  private readonly sound: FollowedSound | undefined;
  private readonly following: Following;
  /** The levels of the frames of the timeline that are needed. */
  private readonly levels = new Map<number, readonly number[]>();

  /** @param sound silence if absent. */
  constructor(sound: FollowedSound | undefined, following: Following) {
    this.sound = sound;
    this.following = following;
  }

  /** Measures what a frame needs. @param frame counted from the start of the clip. */
  async load(frame: number): Promise<void> {
    const { sound, following } = this;
    if (!sound) return;
    const { first, last } = this.spanOf(frame);
    for (const known of this.levels.keys()) if (known < first || known > last) this.levels.delete(known);
    const part = { fields: sound.fields, count: following.count };
    for (let at = first; at <= last; at++)
      if (!this.levels.has(at)) this.levels.set(at, await sound.levels.levelsAt(at, part));
  }

  /**
   * Returns the heights of a frame that is loaded, each from 0 to 1.
   *
   * @param gain decibels that are added to the levels.
   */
  heightsAt(frame: number, gain: number): number[] {
    const { sound, following } = this;
    const { count, attack, decay } = following;
    if (!sound) return Array.from({ length: count }, () => 0);
    const { last } = this.spanOf(frame);
    const [rise, fall] = [attack, decay].map((seconds) =>
      seconds === 0 ? Infinity : 1 / (seconds * sound.rate),
    );
    return Array.from({ length: count }, (_, band) => {
      const heightOf = (at: number): number => this.heightOf(at, band, gain);
      const held = (at: number): number => heldAt(at, heightOf, fall ?? Infinity);
      return raisedAt(last, held, rise ?? Infinity);
    });
  }

  private heightOf(at: number, band: number, gain: number): number {
    const level = this.levels.get(at)?.[band];
    if (level === undefined) return 0;
    return Math.min(1, Math.max(0, (level + gain - LOWEST) / RANGE));
  }

  private spanOf(frame: number): { readonly first: number; readonly last: number } {
    const { from = 0, rate = 1 } = this.sound ?? {};
    const { attack, decay } = this.following;
    const last = from + frame;
    return { first: Math.max(0, last - Math.ceil((attack + decay) * rate) - 1), last };
  }
}

/** Returns the highest of the heights before, each lowered by how long ago it was. @param fall height per frame. */
function heldAt(at: number, heightOf: (at: number) => number, fall: number): number {
  let held = heightOf(at);
  for (let ago = 1; ago * fall < 1 - held; ago++) held = Math.max(held, heightOf(at - ago) - ago * fall);
  return held;
}

/** Returns the lowest of the heights before, each raised by how long ago it was. @param rise height per frame. */
function raisedAt(at: number, heightOf: (at: number) => number, rise: number): number {
  let raised = heightOf(at);
  for (let ago = 1; ago * rise < raised; ago++) raised = Math.min(raised, heightOf(at - ago) + ago * rise);
  return raised;
}
