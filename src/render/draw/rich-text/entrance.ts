import type { UnitKind } from '../../fonts/units.ts';
import { gathering, sliding, swinging, typing } from './at-once.ts';
import { easeOutCubic, easeOutQuad } from './curves.ts';
import { type Animation, type Entering, type Entrance, MOST_OF_CLIP } from './moment.ts';
import { atEvenTimes, oneAfterOther, oneByOne } from './one-by-one.ts';

const CHARACTERS_PER_SECOND = 30;
const SHORTEST = 0.3;
/** From where units come, in sizes. */
const SLIDE = 2;
const SHIFT = 0.6;
const ASCENT = 0.4;

/** What moves as one in an animation. */
export function unitKindOf({ preset, style }: Animation): UnitKind {
  switch (preset) {
    case 'fadeIn':
    case 'shift':
    case 'typewriter':
      return style ?? 'character';
    case 'slideIn':
      return style ?? 'line';
    case 'ascend':
      return 'word';
    case 'movingLetters':
      return 'character';
  }
}

/**
 * The seconds of an animation, no more than the clip has for it.
 *
 * @param given by the edit; absent: by the length of the text.
 */
export function durationOf(given: number | undefined, characters: number, clip: number): number {
  return Math.min(given ?? Math.max(SHORTEST, characters / CHARACTERS_PER_SECOND), MOST_OF_CLIP * clip);
}

/** How a text comes in (the table of contract 2.15). */
export function entranceOf(animation: Animation, given: Entering): Entrance {
  const {
    preset,
    style,
    direction = preset === 'ascend' || preset === 'movingLetters' ? 'up' : 'left',
  } = animation;
  const duration = durationOf(animation.duration, given.characters, given.clip);
  const staggered = oneAfterOther(duration, given);
  switch (preset) {
    case 'fadeIn':
      if (!style) return gathering(duration, given);
      return oneByOne({ ...staggered, distance: 0, direction, ease: easeOutQuad }, given);
    case 'slideIn':
      if (!style) return sliding(duration, direction, given);
      return oneByOne({ ...staggered, distance: SLIDE, direction, ease: easeOutQuad }, given);
    case 'shift':
      return oneByOne({ ...staggered, distance: SHIFT, direction, ease: easeOutCubic }, given);
    case 'ascend': {
      const upright = direction === 'down' ? 'down' : 'up';
      const even = atEvenTimes(duration, given);
      return oneByOne({ ...even, distance: ASCENT, direction: upright, ease: easeOutCubic }, given);
    }
    case 'typewriter':
      return typing(duration, given);
    case 'movingLetters':
      return swinging(direction, given);
  }
}
