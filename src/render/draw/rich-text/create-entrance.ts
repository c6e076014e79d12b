import type { UnitKind } from '../../text-layout/text-units.ts';
import {
  createGatherEntrance,
  createSlideEntrance,
  createTypewriterEntrance,
  createWaveEntrance,
} from './whole-text-entrances.ts';
import { easeOutCubic, easeOutQuad } from '../easing-curves.ts';
import { type Entrance, type EntranceInput, MAX_CLIP_SHARE, type TextAnimation } from './entrance.ts';
import {
  createEvenSchedule,
  createStaggeredEntrance,
  createStaggeredSchedule,
} from './staggered-entrance.ts';

const CHARACTERS_PER_SECOND = 30;
const MIN_DURATION = 0.3;
/** Distances that units travel when they enter, in font sizes. */
const SLIDE_DISTANCE = 2;
const SHIFT_DISTANCE = 0.6;
const ASCEND_DISTANCE = 0.4;

/** Returns the kind of unit that an animation moves. */
export function unitKindOf({ preset, style }: TextAnimation): UnitKind {
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
 * Returns the duration of an animation in seconds. The duration is limited to {@link MAX_CLIP_SHARE} of the
 * clip.
 *
 * @param input the duration in the edit. If undefined, the length of the text decides.
 */
export function entranceDurationOf(
  input: number | undefined,
  characterCount: number,
  clipDuration: number,
): number {
  return Math.min(
    input ?? Math.max(MIN_DURATION, characterCount / CHARACTERS_PER_SECOND),
    MAX_CLIP_SHARE * clipDuration,
  );
}

/** Creates the entrance of a text (the table of contract 2.15). */
export function createEntrance(animation: TextAnimation, input: EntranceInput): Entrance {
  const {
    preset,
    style,
    direction = preset === 'ascend' || preset === 'movingLetters' ? 'up' : 'left',
  } = animation;
  const duration = entranceDurationOf(animation.duration, input.characterCount, input.clipDuration);
  const staggered = createStaggeredSchedule(duration, input);
  switch (preset) {
    case 'fadeIn':
      if (!style) return createGatherEntrance(duration, input);
      return createStaggeredEntrance({ ...staggered, distance: 0, direction, ease: easeOutQuad }, input);
    case 'slideIn':
      if (!style) return createSlideEntrance(duration, direction, input);
      return createStaggeredEntrance(
        { ...staggered, distance: SLIDE_DISTANCE, direction, ease: easeOutQuad },
        input,
      );
    case 'shift':
      return createStaggeredEntrance(
        { ...staggered, distance: SHIFT_DISTANCE, direction, ease: easeOutCubic },
        input,
      );
    case 'ascend': {
      const upright = direction === 'down' ? 'down' : 'up';
      const even = createEvenSchedule(duration, input);
      return createStaggeredEntrance(
        { ...even, distance: ASCEND_DISTANCE, direction: upright, ease: easeOutCubic },
        input,
      );
    }
    case 'typewriter':
      return createTypewriterEntrance(duration, input);
    case 'movingLetters':
      return createWaveEntrance(direction, input);
  }
}
