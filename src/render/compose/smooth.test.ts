import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { type Plane, planesOf } from '../av/video/video-frame.ts';
import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { sceneAt } from '../scene/scene.ts';
import { projectPoint } from '../scene/homography.ts';
import { projectionOf } from '../scene/perspective.ts';
import { resolveMotion } from '../resolve/movement/motion-path.ts';
import { resolvePerspective } from '../resolve/movement/perspective.ts';
import { visualClip, timelineOf } from '../scene/visual-clip.fixture.ts';
import { writePng } from '../stills/still.ts';
import { Composer } from './composer.ts';

/** A photo that is larger than the output of 800x600, with a white disc on black, off the centre. */
const PHOTO = { width: 1200, height: 900 };
const DISC = { x: 800, y: 300, radius: 30 };
const FRAMES = 60;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-smooth-'));
  const data = new Uint8Array(PHOTO.width * PHOTO.height * 4).fill(255);
  for (let y = 0; y < PHOTO.height; y++) {
    for (let x = 0; x < PHOTO.width; x++) {
      const away = Math.hypot(x + 0.5 - DISC.x, y + 0.5 - DISC.y);
      const brightness = 255 * Math.min(1, Math.max(0, DISC.radius + 0.5 - away));
      data.fill(brightness, (y * PHOTO.width + x) * 4, (y * PHOTO.width + x) * 4 + 3);
    }
  }
  await writePng({ ...PHOTO, data }, join(folder, 'disc.png'));
});

afterAll(() => rm(folder, { recursive: true }));

interface Point {
  readonly x: number;
  readonly y: number;
}

function timelineWith(effect: NonNullable<VisualClip['effect']>): ResolvedTimeline {
  const visual = {
    kind: 'still',
    media: { kind: 'still', path: join(folder, 'disc.png'), ...PHOTO },
  } as const;
  return timelineOf([visualClip({ visual, effect, to: FRAMES })]);
}

/** Returns the centre of the disc in every frame: in the composed frames, and by the numbers of the scene. */
async function trackDisc(
  motion: Parameters<typeof visualClip>[0],
): Promise<{ found: Point[]; expected: Point[] }> {
  const visual = {
    kind: 'still',
    media: { kind: 'still', path: join(folder, 'disc.png'), ...PHOTO },
  } as const;
  const timeline = timelineOf([visualClip({ visual, ...motion, to: FRAMES })]);
  using composer = new Composer(timeline, false);
  const [found, expected]: [Point[], Point[]] = [[], []];
  for (let frame = 0; frame < FRAMES; frame++) {
    using composed = (await composer.composeFrame(frame)).frame;
    found.push(centre(planesOf(composed)));
    const [layer] = sceneAt(timeline, frame);
    if (!layer) continue;
    const { whole } = layer.placement;
    const x = whole.x + (DISC.x / PHOTO.width) * whole.width;
    const y = whole.y + (DISC.y / PHOTO.height) * whole.height;
    expected.push(projectPoint(projectionOf(layer), { x, y }));
  }
  return { found, expected };
}

/** Returns the centre of the light pixels. */
function centre({ y: { data, stride }, width, height }: ReturnType<typeof planesOf>): Point {
  let [sum, x, y] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const brightness = Math.max(0, (data[row * stride + column] ?? 0) - 20);
      sum += brightness;
      x += brightness * (column + 0.5);
      y += brightness * (row + 0.5);
    }
  }
  return { x: x / sum, y: y / sum };
}

const ALONG = resolveMotion({ path: 'M 380 330 Q 410 310 440 300', rotate: true }, FRAMES / 25);
const TURNING = {
  ...resolvePerspective({ turn: 1, fieldOfView: 20 }).perspective,
  turn: [{ from: 0, to: 40, start: toSeconds(0), end: toSeconds(3), curve: 'linear' as const }],
} as NonNullable<VisualClip['perspective']>;

test.each([
  ['a slow zoom', { effect: 'zoomInSlow' }],
  ['a slow slide', { effect: 'slideLeftSlow' }],
  ['a path', { scale: 0.7, ...ALONG }],
  ['a turn in space', { perspective: TURNING }],
] as const)('%s moves without jitter', async (_, motion) => {
  const { found, expected } = await trackDisc(motion);
  const jerks = found.slice(2).flatMap((point, index) => {
    const [before, first] = [found[index + 1], found[index]];
    if (!before || !first) return [];
    return [Math.hypot(point.x - 2 * before.x + first.x, point.y - 2 * before.y + first.y)];
  });
  const root = Math.sqrt(jerks.reduce((sum, jerk) => sum + jerk * jerk, 0) / jerks.length);
  expect(jerks).toHaveLength(FRAMES - 2);
  // In pixels per frame, per frame.
  expect(root).toBeLessThan(0.02);
  const off = found.map(({ x, y }, index) =>
    Math.hypot(x - (expected[index]?.x ?? NaN), y - (expected[index]?.y ?? NaN)),
  );
  expect(Math.max(...off)).toBeLessThan(0.1);
  // Makes sure that it moves at all.
  expect(Math.hypot((found[0]?.x ?? 0) - (found.at(-1)?.x ?? 0), 0)).toBeGreaterThan(10);
});

/** Returns the rows of a plane without their padding. */
function rowsOf({ data, stride }: Plane, width: number, height: number): Uint8Array[] {
  return Array.from({ length: height }, (_, row) => data.subarray(row * stride, row * stride + width));
}

/** Returns a timeline with the photo slightly turned, moving in from beyond the right edge. */
function turnedTimeline(): ResolvedTimeline {
  const visual = {
    kind: 'still',
    media: { kind: 'still', path: join(folder, 'disc.png'), ...PHOTO },
  } as const;
  const offset = [
    { from: 0.9, to: 0.1, start: toSeconds(0), end: toSeconds(FRAMES / 25), curve: 'linear' },
  ] as const;
  const clip = visualClip({ visual, angle: 2, offset: { x: offset, y: 0 }, to: FRAMES });
  return { ...timelineOf([clip]), background: '#ffffff' };
}

test.each([
  ['grows', () => timelineWith('zoomInFast')],
  ['is turned and moves in', turnedTimeline],
])('a frame of a clip that %s does not depend on the frames composed before it', async (_, timelineTo) => {
  const timeline = timelineTo();
  const render = async (frames: readonly number[]): Promise<Buffer[]> => {
    using composer = new Composer(timeline, false);
    const planes: Buffer[] = [];
    for (const frame of frames) {
      using composed = (await composer.composeFrame(frame)).frame;
      const { y, u, v, width, height } = planesOf(composed);
      planes.push(
        Buffer.concat([
          ...rowsOf(y, width, height),
          ...rowsOf(u, width / 2, height / 2),
          ...rowsOf(v, width / 2, height / 2),
        ]),
      );
    }
    return planes;
  };
  const [alone] = await render([20]);
  const [, after, , again] = await render([29, 20, 3, 20]);
  expect([after?.equals(alone ?? after), again?.equals(alone ?? again)]).toEqual([true, true]);
});
