import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { Clip } from '../../../edit/index.ts';
import type { MeasuredMedia } from '../../media/measured-media.ts';
import type { SubjectTrack } from '../../media/subject-track.ts';
import { describeSegment } from '../../segments/describe-segment.ts';
import { layerAt } from '../../scene/scene.ts';
import { dryRun } from '../dry-run.ts';
import { clip, editOf, mediaOf, videoTrack } from '../edit.fixture.ts';
import { resolve } from '../resolve.ts';

/** Two shots of a face: at a quarter of the width for two seconds, then at three quarters. */
const SUBJECTS: SubjectTrack = {
  shots: [0.25, 0.75].map((x, index) => ({
    from: 2e6 * index,
    after: 1.96e6 * index,
    samples: Array.from({ length: 10 }, () => ({ kind: 'face', boxes: [[10_000 * x, 4000, 1000, 2000]] })),
  })),
};
const NOTHING: SubjectTrack = { shots: [{ from: 0, after: 0, samples: [null, null] }] };
const track = { ...videoTrack(4), width: 1600, height: 900 };

function timelineOf(given: Partial<Clip>, subjects: SubjectTrack = SUBJECTS) {
  const media = mediaOf({ talk: { kind: 'av', video: track, subjects } });
  const asset = { type: 'video', src: 'talk' } as const;
  const edit = editOf([[clip({ asset, length: 4, fit: 'follow', ...given })]]);
  return resolve(
    { ...edit, output: { format: 'mp4', size: { width: 360, height: 640 } } },
    media,
    'interface',
  );
}

/** Returns where the middle of the window is, in fractions of the width of the picture, in a frame. */
function middleAt(timeline: ReturnType<typeof timelineOf>, frame: number): number {
  const [shown] = timeline.visualClips;
  const { whole } = layerAt(shown!, frame, timeline).placement;
  return (180 - whole.x) / whole.width;
}

describe('a clip that follows a subject', () => {
  it('shows the face of each shot, from its first frame on', () => {
    const timeline = timelineOf({});
    expect([0, 49, 50, 99].map((frame) => middleAt(timeline, frame))).toEqual(
      [0.25, 0.25, 0.75, 0.75].map((place): unknown => expect.closeTo(place, 3)),
    );
    expect(timeline.warnings).toEqual([]);
    expect(timeline.visualClips[0]?.fit).toBe('crop');
  });

  it('counts seconds of its source', () => {
    const asset = { type: 'video', src: 'talk', trim: 1, speed: 2 } as const;
    const timeline = timelineOf({ asset, length: 1 });
    expect([0, 12, 13, 24].map((frame) => middleAt(timeline, frame).toFixed(2))).toEqual([
      '0.25',
      '0.25',
      '0.75',
      '0.75',
    ]);
  });

  it('fills the box of the clip, and keeps the face in the middle of a zoom', () => {
    const timeline = timelineOf({ effect: 'zoomIn', width: 180 });
    expect(middleAt(timeline, 30)).toBeCloseTo(0.25, 3);
    expect(middleAt(timeline, 70)).toBeCloseTo(0.75, 3);
  });

  it('stays in the middle, with a warning, if there is nothing to follow or nothing is cut off', () => {
    const textsOf = (...given: Parameters<typeof timelineOf>): string[] =>
      timelineOf(...given).warnings.map(({ field, text }) => `${field}: ${text}`);
    expect(textsOf({}, NOTHING)).toEqual([
      'timeline.tracks[0].clips[0].fit: No face, no person and nothing that moves or stands out was found in talk, so its middle is shown, as with "crop".',
    ]);
    expect(middleAt(timelineOf({}, NOTHING), 0)).toBeCloseTo(0.5, 5);
    expect(textsOf({ width: 160, height: 90 })).toEqual([
      'timeline.tracks[0].clips[0].fit: Nothing is cut off, because talk has the shape of its box, so "follow" looks like "crop".',
    ]);
  });

  it('decides what is kept of a segment only where it is seen', () => {
    const settings = { engine: {}, watermark: false, fonts: [], contents: new Map() };
    const describeFrom = (subjects: SubjectTrack, from: number): string => {
      const timeline = timelineOf({}, subjects);
      return describeSegment(timeline, { from, to: from + 10 } as never, settings);
    };
    const [first, second] = SUBJECTS.shots;
    const moved = { shots: [first!, { ...second!, samples: first!.samples }] };
    expect(describeFrom(moved, 0)).not.toBe(describeFrom(SUBJECTS, 60));
    expect(describeFrom(moved, 60)).not.toBe(describeFrom(SUBJECTS, 60));
    const later = Array.from({ length: 200 }, (_, index) => ({
      ...first!,
      from: 1e7 * (index + 1),
      after: 1e7 * index,
    }));
    expect(describeFrom({ shots: [first!, ...later] }, 0)).toBe(
      describeFrom({ shots: [first!, later[0]!] }, 0),
    );
  });
});

describe('a dry run of a clip that follows a subject', () => {
  const dry = (subjects?: SubjectTrack) => {
    const size = { width: 1600, height: 900 };
    const file: MeasuredMedia = {
      kind: 'av',
      video: { duration: '4' },
      picture: { ...size, stored: size },
      ...(subjects && { subjects }),
    };
    const asset = { type: 'video', src: 'talk' } as const;
    const edit = editOf([[clip({ asset, length: toSeconds(4).valueOf(), fit: 'follow' })]]);
    const upright = { ...edit, output: { format: 'mp4', size: { width: 360, height: 640 } } } as const;
    const { timeline, warnings } = dryRun(upright, { talk: file }, 'interface');
    return { follow: timeline.tracks[0]?.clips[0]?.follow, warnings: warnings.map(({ text }) => text) };
  };

  it('tells what is followed, or that it is not known yet', () => {
    expect(dry(SUBJECTS)).toEqual({ follow: { subject: 'face', shots: 2 }, warnings: [] });
    expect(dry(NOTHING)).toMatchObject({ follow: { subject: null, shots: 1 } });
    expect(dry()).toEqual({
      follow: null,
      warnings: ['What talk is about is not known yet. It is found when the edit is rendered.'],
    });
  });
});
