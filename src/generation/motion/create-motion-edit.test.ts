import { describe, expect, it } from 'vitest';
import type { VideoOptions } from '../../create/model.ts';
import { type Clip, parseEdit } from '../../edit/index.ts';
import { coverVideo, fitInVideo } from './cover-video.ts';
import { createMotionEdit } from './create-motion-edit.ts';

const WIDE = { width: 1024, height: 576 };
const TALL = { width: 576, height: 1024 };

function editOf(options: Partial<VideoOptions> = {}, image = WIDE) {
  return createMotionEdit(
    image,
    { type: 'image-to-video', imageUrl: 'https://example.com/image.png', ...options },
    'https://example.com/image.png',
  );
}

/** Returns the numbers of the picture at the start and at the end. */
function endsOf(options: Partial<VideoOptions> = {}, image = WIDE) {
  const clip = editOf(options, image).timeline.tracks[0]?.clips[0] ?? expect.fail('There is no clip.');
  const { scale, x, y, angle } = numbersOf(clip);
  const ends = (values: number[]) => [values[0] ?? NaN, values.at(-1) ?? NaN];
  return { scale: ends(scale), x: ends(x), y: ends(y), angle: ends(angle) };
}

function numbersOf({ scale, offset, transform }: Clip) {
  const values = (value: Clip['scale']) =>
    typeof value === 'object' ? value.flatMap(({ from = 0, to = 0 }) => [from, to]) : [value ?? NaN];
  const angle = values(transform?.rotate?.angle);
  return { scale: values(scale), x: values(offset?.x), y: values(offset?.y), angle };
}

/** Returns how far apart the two ends of a movement are. */
const between = ([from = NaN, to = NaN]: number[]) => to - from;

describe('the edit of a generated video', () => {
  it('is valid and makes a silent mp4 of 4 s', () => {
    const edit = editOf({ prompt: 'zoom in, pan left, tilt up, rotate' });
    expect(parseEdit(edit)).toMatchObject({ ok: true });
    expect(edit.timeline.tracks).toMatchObject([{ clips: [{ start: 0, length: 4 }] }]);
    expect(edit.output).toEqual({ format: 'mp4', size: WIDE, fps: 25, quality: 'veryhigh', mute: true });
  });

  it('is the same each time', () => {
    expect(editOf({ motion: 90 })).toEqual(editOf({ motion: 90 }));
  });

  it('moves from the first frame to the last', () => {
    for (const guidanceScale of [0, 1.8]) {
      const scale = editOf({ guidanceScale }).timeline.tracks[0]?.clips[0]?.scale;
      const tweens = Array.isArray(scale) ? scale : [];
      expect(tweens).toHaveLength(guidanceScale === 0 ? 1 : 99);
      const { start = NaN, length = NaN } = tweens.at(-1) ?? {};
      expect(start + length).toBeCloseTo(3.96, 9);
    }
  });
});

describe('the move', () => {
  it('pushes in and drifts to the right over a wide image, and up over another', () => {
    const wide = endsOf();
    expect(wide.scale[0]).toBeCloseTo(1, 4);
    expect(wide.scale[1]).toBeCloseTo(1.2, 2);
    expect(wide.x).toEqual([0, expect.closeTo(-0.03, 3)]);
    expect([wide.y, wide.angle]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const tall = endsOf({}, TALL);
    expect([tall.x, tall.y]).toEqual([
      [0, 0],
      [0, expect.closeTo(-0.03, 3)],
    ]);
  });

  it.each([
    ['pan left', 'x', 0.3],
    ['pan right', 'x', -0.3],
    ['tilt up', 'y', -0.3],
    ['tilt down', 'y', 0.3],
    ['zoom in', 'scale', 0.4],
    ['zoom out', 'scale', -0.4],
    ['rotate', 'angle', 10],
    ['rotate left', 'angle', -10],
  ] as const)('of "%s" changes %s by %d at most', (prompt, part, distance) => {
    const most = endsOf({ prompt, motion: 255 });
    expect(between(most[part])).toBeCloseTo(distance, 3);
    const still = (['scale', 'x', 'y', 'angle'] as const).filter((name) => between(most[name]) === 0);
    expect(still).toHaveLength(3);
  });

  it('is as far as its motion', () => {
    for (const motion of [1, 127, 255]) {
      expect(between(endsOf({ prompt: 'pan left', motion }).x)).toBeCloseTo((0.3 * motion) / 255, 5);
      expect(between(endsOf({ prompt: 'rotate', motion }).angle)).toBeCloseTo((10 * motion) / 255, 5);
    }
  });

  it('leaves out what the prompt forbids', () => {
    expect(between(endsOf({ prompt: 'do not zoom' }).scale)).toBe(0);
    expect(between(endsOf({ prompt: 'do not zoom' }).x)).toBeLessThan(0);
    expect(between(endsOf({ prompt: 'do not pan' }).x)).toBe(0);
    expect(between(endsOf({ prompt: 'do not pan' }).scale)).toBeGreaterThan(0);
    const still = endsOf({ prompt: 'static camera' });
    expect(Object.values(still).map(between)).toEqual([0, 0, 0, 0]);
  });

  it('uses what an aspect ratio cuts off before it enlarges the picture', () => {
    // The whole height of the image is visible, and its width is cut.
    const { scale } = endsOf({ prompt: 'pan left', motion: 255, aspectRatio: '9:16' });
    expect(fitInVideo(WIDE, { width: 324, height: 576 }).height * (scale[0] ?? 0)).toBeCloseTo(576, 0);
  });
});

describe('the picture', () => {
  const prompts = [
    '',
    'zoom out',
    'pan left',
    'tilt down',
    'rotate',
    'zoom out, rotate left, pan right, tilt up',
  ];
  const images = [WIDE, TALL, { width: 1001, height: 667 }, { width: 5, height: 3000 }];

  it.each(prompts)('always covers the video with the prompt "%s"', (prompt) => {
    for (const image of images) {
      for (const aspectRatio of [undefined, '1:1', '9:21', '21:9'] as const) {
        const edit = editOf({ prompt, motion: 255, aspectRatio }, image);
        const { size = expect.fail('There is no size.') } = edit.output;
        const numbers = numbersOf(edit.timeline.tracks[0]?.clips[0] ?? expect.fail('There is no clip.'));
        const at = (values: number[], index: number) => values[index] ?? values[0] ?? NaN;
        for (let index = 0; index < 198; index++) {
          const [x, y, angle] = [numbers.x, numbers.y, numbers.angle].map((values) => at(values, index));
          const pose = { zoom: 1, x: x ?? NaN, y: y ?? NaN, angle: angle ?? NaN };
          const needed = coverVideo(fitInVideo(image, size), size, pose);
          expect(at(numbers.scale, index) / needed).toBeGreaterThan(0.999999);
        }
      }
    }
  });
});
