import { describe, expect, it } from 'vitest';
import { FollowedHeights } from './followed-heights.ts';

const RATE = 25;
/** A level that is drawn at the full height. */
const FULL = 0;
const SILENT = -120;

/** Returns the heights of a band, whose level is full in some frames of the timeline. */
async function follow(
  isFull: (frame: number) => boolean,
  { attack, decay }: { readonly attack: number; readonly decay: number },
  frames: readonly number[],
  from = 0,
): Promise<number[]> {
  const levels = {
    levelsAt: (frame: number) => Promise.resolve([isFull(frame) ? FULL : SILENT]),
  };
  const heights = new FollowedHeights({ levels, from, rate: RATE }, { count: 1, attack, decay });
  const found: number[] = [];
  for (const frame of frames) {
    await heights.load(frame);
    found.push(heights.heightsAt(frame, 0)[0] ?? NaN);
  }
  return found;
}

describe('heights', () => {
  it('follow at once without attack and decay', async () => {
    expect(await follow((frame) => frame === 10, { attack: 0, decay: 0 }, [9, 10, 11])).toEqual([0, 1, 0]);
  });

  it('fall in the time of the decay', async () => {
    const fallen = await follow((frame) => frame <= 10, { attack: 0, decay: 0.4 }, [10, 15, 20, 21]);
    [1, 0.5, 0, 0].forEach((height, index) => expect(fallen[index]).toBeCloseTo(height, 9));
  });

  it('rise in the time of the attack', async () => {
    const risen = await follow((frame) => frame >= 10, { attack: 0.4, decay: 0 }, [9, 10, 14, 19, 20]);
    [0, 0.1, 0.5, 1, 1].forEach((height, index) => expect(risen[index]).toBeCloseTo(height, 9));
  });

  it('are the same wherever one begins, and in whatever order', async () => {
    const isFull = (frame: number): boolean => (frame * frame) % 7 < 2;
    const following = { attack: 0.1, decay: 0.6 };
    const frames = Array.from({ length: 60 }, (_, frame) => frame);
    const all = await follow(isFull, following, frames);
    expect(await follow(isFull, following, frames.toReversed())).toEqual(all.toReversed());
    expect(await follow(isFull, following, [3], 40)).toEqual([all[43]]);
  });

  it('are those of silence without a sound', () => {
    expect(new FollowedHeights(undefined, { count: 3, attack: 0, decay: 0 }).heightsAt(5, 60)).toEqual([
      0, 0, 0,
    ]);
  });
});
