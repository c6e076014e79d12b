import { describe, expect, it } from 'vitest';
import type { Transition } from '../../edit/index.ts';
import { fadesOf } from './fades.ts';

describe('the fades of a clip', () => {
  it.each<[string, Transition | undefined, number, [number, number]]>([
    ['are none without a transition', undefined, 5, [0, 0]],
    ['are none for none', { in: 'none', out: 'none' }, 5, [0, 0]],
    ['last 1 s', { in: 'fade', out: 'fade' }, 5, [1, 1]],
    ['last 2 s when slow', { in: 'fadeSlow', out: 'fadeSlow' }, 5, [2, 2]],
    ['last half a second when fast', { in: 'fadeFast', out: 'fadeFast' }, 5, [0.5, 0.5]],
    ['may be at one end only', { out: 'fadeSlow' }, 5, [0, 2]],
    ['are as long as a clip that is shorter', { in: 'fade' }, 0.4, [0.4, 0]],
    ['are as long as a clip that is shorter, at its end', { out: 'fadeSlow' }, 0.4, [0, 0.4]],
    ['share a clip that is shorter than one of them', { in: 'fade', out: 'fade' }, 0.4, [0.2, 0.2]],
    ['share a clip that is shorter than the two', { in: 'fade', out: 'fade' }, 1.5, [0.75, 0.75]],
    ['leave a short one its length', { in: 'fadeFast', out: 'fadeSlow' }, 2, [0.5, 1]],
    ['are none in a clip of no length', { in: 'fade', out: 'fade' }, 0, [0, 0]],
  ])('%s', (_, transition, length, [fadeIn, fadeOut]) => {
    expect(fadesOf(transition, length)).toEqual({ fadeIn, fadeOut });
  });
});
