import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaFolder, renderEdit } from '../../../test/media/render-edit.ts';
import { toSeconds, ZERO } from '../../base/time.ts';
import { SmallFrames } from '../av/video/small-frames.ts';
import { VideoReader } from '../av/video/video-reader.ts';
import type { VideoTrack } from '../media/media.ts';
import { SUBJECT_PARTS, type SubjectTrack } from '../media/subject-track.ts';
import { probe } from '../probe/probe.ts';
import { findFaces } from './find-faces.ts';
import { findSubjects } from './find-subjects.ts';
import { drawHead } from './head.fixture.ts';
import { searchedSizeOf } from './small-picture.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

/** The head goes from the left to the right within the first shot, and is at a third of the width in the second one. */
const WALK = {
  from: -0.3,
  to: 0.3,
  start: 0.6,
  length: 1.8,
  interpolation: 'bezier',
  easing: 'easeInOutSine',
};
const HEAD = { asset: { type: 'svg', src: drawHead(220) }, position: 'bottom', fit: 'none' } as const;
const wall = (start: number, length: number, color: string): object => {
  const fill = { color };
  return {
    asset: { type: 'shape', shape: 'rectangle', rectangle: { width: 640, height: 360 }, fill },
    start,
    length,
  };
};
const TALK = {
  timeline: {
    tracks: [
      { clips: [wall(0, 3, '#7f97a8'), wall(3, 1, '#3d2b4f')] },
      {
        clips: [
          { ...HEAD, start: 0, length: 3, offset: { x: [WALK] } },
          { ...HEAD, start: 3, length: 1, offset: { x: -0.2 } },
        ],
      },
    ],
  },
  output: { format: 'mp4', size: { width: 640, height: 360 }, fps: 12 },
};
const FOLLOWED = (src: string): object => ({
  timeline: { tracks: [{ clips: [{ asset: { type: 'video', src }, start: 0, length: 4, fit: 'follow' }] }] },
  output: { format: 'mp4', size: { width: 204, height: 360 }, fps: 12 },
});
const DISC = {
  timeline: {
    background: '#203040',
    tracks: [
      {
        clips: [
          {
            asset: { type: 'shape', shape: 'circle', circle: { radius: 20 }, fill: { color: '#ffcc00' } },
            start: 0,
            length: 1,
            offset: { x: [{ from: 0.1, to: 0.4, start: 0, length: 1 }] },
          },
        ],
      },
    ],
  },
  output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
};

beforeAll(async () => {
  media = await createMediaFolder();
  await renderEdit(TALK, media.path('talk.mp4'));
});
afterAll(() => media[Symbol.asyncDispose]());

async function trackOf(name: string): Promise<VideoTrack> {
  const file = await probe(media.path(name));
  if (file.kind !== 'av' || !file.video) throw new Error(`${name} is no video.`);
  return file.video;
}

async function search(name: string): Promise<SubjectTrack | undefined> {
  return findSubjects(await trackOf(name), () => true);
}

/** Returns where the face is in each frame, 0 to 1. */
async function placesOfFace(name: string): Promise<number[]> {
  const track = await trackOf(name);
  const size = searchedSizeOf(track);
  using reader = await VideoReader.open(track.location);
  using small = new SmallFrames(track, size, 'rgba');
  const places: number[] = [];
  for await (const { frame } of reader.framesBetween(ZERO, toSeconds(60))) {
    const [face] = await findFaces({ ...(await small.read(frame)), ...size });
    if (face) places.push(face[0] / SUBJECT_PARTS);
  }
  return places;
}

describe('the subjects of a video', () => {
  it('are its faces, and its shots begin with the first frame after a cut', async () => {
    const { shots } = (await search('talk.mp4')) ?? { shots: [] };
    expect(shots.map(({ from, after }) => [from, after])).toEqual([
      [0, 0],
      [3_000_000, 2_916_666],
    ]);
    expect(shots.map(({ samples }) => samples.length)).toEqual([15, 5]);
    expect(shots.flatMap(({ samples }) => samples.map((sample) => sample?.kind))).toEqual(
      Array(20).fill('face'),
    );
    const middles = [0, 14].map((sample) => (shots[0]?.samples[sample]?.boxes[0]?.[0] ?? 0) / SUBJECT_PARTS);
    expect(middles).toEqual([expect.closeTo(0.2, 1), expect.closeTo(0.8, 1)]);
  });

  it('are what moves if nobody is there', async () => {
    await renderEdit(DISC, media.path('disc.mp4'));
    const samples = (await search('disc.mp4'))?.shots[0]?.samples ?? [];
    expect(samples.map((sample) => sample?.kind)).toEqual([
      'detail',
      'movement',
      'movement',
      'movement',
      'movement',
    ]);
    const places = samples.map((sample) => (sample?.boxes[0]?.[0] ?? 0) / SUBJECT_PARTS);
    // A movement is where it was in the last fifth of a second, in the mean.
    expect(places).toEqual([0.6, 0.63, 0.69, 0.75, 0.81].map((place): unknown => expect.closeTo(place, 2)));
  });

  it('are not known if the search ends early', async () => {
    let frames = 0;
    expect(await findSubjects(await trackOf('talk.mp4'), () => ++frames < 5)).toBeUndefined();
  });
});

it('keeps a face that walks within the middle third of 95 % of the frames', async () => {
  const { warnings } = await renderEdit(FOLLOWED(media.path('talk.mp4')), media.path('followed.mp4'));
  expect(warnings).toEqual([]);
  const places = await placesOfFace('followed.mp4');
  expect(places.length).toBeGreaterThanOrEqual(47);
  const inside = places.filter((place) => Math.abs(place - 0.5) <= 1 / 6);
  expect(inside.length / places.length).toBeGreaterThanOrEqual(0.95);
});
