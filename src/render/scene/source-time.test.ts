import { describe, expect, it } from 'vitest';
import { toRate, toSeconds, toSpeed } from '../../base/time.ts';
import { toAnimatedNumber } from '../resolve/animated-number.ts';
import type { SpeedRamp } from '../resolve/speed-ramp.ts';
import type { VideoVisual } from '../resolve/timeline.ts';
import { sourceMomentOf } from './source-time.ts';
import { videoVisual } from './visual-clip.fixture.ts';

const RATE = toRate(25);

function video(given: Partial<VideoVisual> = {}, duration?: number): VideoVisual {
  const visual = videoVisual({ width: 16, height: 9 }, 16, 9);
  if (visual.kind !== 'video') throw new Error('no video');
  const track = { ...visual.track, ...(duration !== undefined && { duration: toSeconds(duration) }) };
  return { ...visual, track, ...given };
}

/** Returns the moment at a clip second as decimal numbers. */
function momentAt(visual: VideoVisual, time: number) {
  const moment = sourceMomentOf(visual, toSeconds(time), RATE);
  return {
    time: moment.time.valueOf(),
    lead: moment.lead.valueOf(),
    tail: moment.tail.valueOf(),
    ...(moment.restart && { restart: moment.restart.at.valueOf() }),
  };
}

it('counts from the trim and lets frames be half an output frame early', () => {
  expect(momentAt(video({ trim: toSeconds(0.517) }), 2)).toEqual({ time: 2.517, lead: 0.02, tail: 0.08 });
});

it('measures output frames in seconds of the source', () => {
  expect(momentAt(video({ speed: toSpeed(2) }), 3)).toEqual({ time: 6, lead: 0.04, tail: 0.16 });
  expect(momentAt(video({ speed: toSpeed(0.5) }), 3)).toEqual({ time: 1.5, lead: 0.01, tail: 0.04 });
});

it('shows no frame early at speed 0', () => {
  expect(momentAt(video({ trim: toSeconds(1.5), speed: toSpeed(0) }), 3)).toEqual({
    time: 1.5,
    lead: 0,
    tail: 0.08,
  });
});

it('says when the source begins again, except in its last round', () => {
  const twice = video({ playCount: 2 }, 3);
  expect(momentAt(twice, 1)).toMatchObject({ time: 1, restart: 3 });
  expect(momentAt(twice, 4)).toEqual({ time: 1, lead: 0.02, tail: 0.08 });
  expect(momentAt(twice, 9)).toEqual({ time: 3, lead: 0.02, tail: 0.08 });
  expect(momentAt(video({ playCount: Infinity }, 3), 3000.5)).toMatchObject({ time: 0.5, restart: 3 });
  // A part of 2 s that begins at second 1.
  const part = { trim: toSeconds(1), repeatFrom: toSeconds(1), playCount: Infinity };
  expect([0.5, 2, 5.5].map((time) => momentAt(video(part, 3), time).time)).toEqual([1.5, 1, 2.5]);
});

it('lets no frame be early if both frames around the moment are blended', () => {
  const moment = sourceMomentOf(video({ blends: true }), toSeconds(0.5), RATE);
  expect([moment.blends, moment.lead.valueOf()]).toEqual([true, 0]);
});

it('plays the parts of a source in a row, also in a loop, and shows nothing after them', () => {
  const pairs = [
    [1, 2, 0],
    [4, 4.5, 1],
  ];
  const [first, second] = pairs.map(([from = 0, to = 0, at = 0]) => {
    return { from: toSeconds(from), to: toSeconds(to), at: toSeconds(at) };
  });
  if (!first || !second) throw new Error('no parts');
  const parts = [first, second] as const;
  const times = [0, 0.96, 1, 1.4, 1.5].map((time) => momentAt(video({ parts }, 9), time).time);
  expect(times.slice(0, 4)).toEqual([1, 1.96, 4, 4.4]);
  expect(times[4]).toBeGreaterThan(10);
  const looped = video({ parts, playCount: Infinity }, 9);
  expect([1.4, 1.5, 2.6, 301.25].map((time) => momentAt(looped, time).time)).toEqual([4.4, 1, 4.1, 4.25]);
});

it('keeps the last frame while the sound goes on, and begins again after it', () => {
  const talk = { fileEnd: toSeconds(3.5) };
  expect(momentAt(video(talk, 2), 3)).toMatchObject({ time: 3, tail: 1.58 });
  const moment = momentAt(video({ ...talk, playCount: Infinity, repeatFrom: toSeconds(1) }, 2), 3);
  expect(moment).toMatchObject({ time: 3, restart: 3.5 });
  expect(momentAt(video({ ...talk, playCount: Infinity, repeatFrom: toSeconds(1) }, 2), 4)).toMatchObject({
    time: 1.5,
  });
});

describe('a speed that changes', () => {
  const rampOf = (...tweens: Parameters<typeof toAnimatedNumber>[0] & object[]) =>
    ({ ramp: toAnimatedNumber(tweens, 1) as SpeedRamp }) as const;

  it('plays the trim and the integral of the speed, as exact as the speed of the moment', () => {
    const faster = video({ trim: toSeconds(5), ...rampOf({ from: 1, to: 3, length: 2 }) });
    expect(momentAt(faster, 1)).toEqual({ time: 6.5, lead: 0.04, tail: 0.16 });
    expect(momentAt(faster, 3)).toEqual({ time: 12, lead: 0.06, tail: 0.24 });
  });

  it('plays backwards below 0, and shows nothing before the beginning of the file', () => {
    const back = video({ trim: toSeconds(2), ...rampOf({ from: -2, to: -2 }) }, 3);
    expect(momentAt(back, 0.5)).toEqual({ time: 1, lead: 0.04, tail: 0.16 });
    expect(sourceMomentOf(back, toSeconds(0.5), RATE).isBackward).toBe(true);
    expect(momentAt(back, 1.5).time).toBeGreaterThan(3);
  });

  it('plays backwards through a loop', () => {
    const back = video({ ...rampOf({ from: -1, to: -1 }), playCount: Infinity }, 3);
    expect([0, 1, 4, 7.5].map((time) => momentAt(back, time).time)).toEqual([0, 2, 2, 1.5]);
  });

  it('blends frames only where it is slow', () => {
    const visual = video({ blends: true, ...rampOf({ from: 0.5, to: 3, length: 2 }) });
    expect([0, 1.9].map((time) => sourceMomentOf(visual, toSeconds(time), RATE).blends)).toEqual([
      true,
      undefined,
    ]);
  });
});
