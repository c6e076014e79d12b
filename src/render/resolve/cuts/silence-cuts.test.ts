import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { Asset, Clip, Edit } from '../../../edit/index.ts';
import type { MeasuredMedia } from '../../media/measured-media.ts';
import type { SubtitlesMedia } from '../../media/media.ts';
import { dryRun } from '../dry-run.ts';
import { clip, editOf, mediaOf, track, videoTrack } from '../edit.fixture.ts';
import { resolve } from '../resolve.ts';

/** Sound from 1 to 3 s and from 5 to 8 s, in a file of 10 s. */
const SILENCES = {
  '-40 0.5': {
    spans: [
      [0, 100],
      [300, 500],
      [800, 1000],
    ],
    end: 1000,
  },
  '-60 0.5': { spans: [], end: 1000 },
  '-1 0.5': { spans: [[0, 1000]], end: 1000 },
} as const;

const WORD = { text: 'late', from: toSeconds(5.5), to: toSeconds(6) };
const SAID: SubtitlesMedia = {
  kind: 'subtitles',
  cues: [
    { from: toSeconds(3.5), to: toSeconds(4.5), text: 'breath', words: [] },
    { from: toSeconds(5.5), to: toSeconds(6), text: 'late', words: [WORD] },
  ],
};
const MEDIA = mediaOf({
  talk: { kind: 'av', video: videoTrack(10), audio: track(10), silences: SILENCES },
  mute: { kind: 'av', video: videoTrack(10) },
  'alias://talk': SAID,
});
const MEASURED: Readonly<Record<string, MeasuredMedia>> = {
  talk: { kind: 'av', video: { duration: '10' }, audio: { duration: '10' }, silences: SILENCES },
  mute: { kind: 'av', video: { duration: '10' } },
  unread: { kind: 'av', video: { duration: '10' }, audio: { duration: '10' } },
};

function talk(given: Partial<Extract<Asset, { type: 'video' }>> = {}): Asset {
  return { type: 'video', src: 'talk', cutSilence: {}, ...given };
}

const editWith = (...clips: Partial<Clip>[]): Edit =>
  editOf(clips.map((each) => [clip({ length: 'auto', ...each })]));

/** Returns the parts of the only clip, and the frames of the timeline. */
function partsOf(asset: Asset, length: Clip['length'] = 'auto') {
  const { audioClips, visualClips, frameCount, warnings } = resolve(
    editWith({ asset, length }),
    MEDIA,
    'interface',
  );
  const visual = visualClips[0]?.visual;
  const parts = visual?.kind === 'video' ? visual.parts : undefined;
  expect(audioClips[0]?.parts).toEqual(parts);
  return {
    parts: parts?.map(({ from, to }) => [from.valueOf(), to.valueOf()]),
    frameCount,
    warnings: warnings.map(({ field, text }) => `${field}: ${text}`),
  };
}

describe('a clip without its silences', () => {
  it.each<[string, Parameters<typeof talk>[0], number[][], number]>([
    // A part begins at a whole number of frames of 0.04 s, in favour of the sound.
    [
      'keeps the sounds and a little more',
      {},
      [
        [0.88, 3.12],
        [4.88, 8.12],
      ],
      137,
    ],
    [
      'counts its frames from the trim',
      { trim: 0.01 },
      [
        [0.89, 3.13],
        [4.89, 8.13],
      ],
      137,
    ],
    [
      'keeps nothing beside the sounds if so asked',
      { cutSilence: { keep: 0 } },
      [
        [1, 3],
        [5, 8],
      ],
      125,
    ],
    [
      'keeps what is beside long sounds only',
      { cutSilence: { keep: 0.96 } },
      [
        [0.04, 3.96],
        [4.04, 8.96],
      ],
      221,
    ],
    [
      'begins at a trim within a sound',
      { trim: 2 },
      [
        [2, 3.12],
        [4.88, 8.12],
      ],
      109,
    ],
    ['begins at a trim within a silence', { trim: 4 }, [[4.88, 8.12]], 81],
    [
      'plays at its speed',
      { speed: 2, trim: 1 },
      [
        [1, 3.16],
        [4.84, 8.12],
      ],
      68,
    ],
  ])('%s', (_, given, parts, frameCount) => {
    expect(partsOf(talk(given))).toEqual({ parts, frameCount, warnings: [] });
  });

  it('repeats what is left', () => {
    const edit = editWith({ asset: talk({ loop: true }), length: 20 });
    const { audioClips } = resolve(edit, MEDIA, 'interface');
    expect(audioClips[0]?.loop?.valueOf()).toBe(5.48);
  });

  it('stays whole, with a warning, if its file is silent or has no sound', () => {
    expect(partsOf(talk({ cutSilence: { threshold: -60 } }))).toEqual({ frameCount: 250, warnings: [] });
    const field = 'timeline.tracks[0].clips[0].asset.cutSilence';
    const silent = (quiet: number): string =>
      `${field}: All of talk that the clip plays is quieter than ${quiet} dBFS, so nothing is cut out of it. Lower the threshold.`;
    expect(partsOf(talk({ cutSilence: { threshold: -1 } })).warnings).toEqual([silent(-1)]);
    expect(partsOf(talk({ trim: 9 })).warnings).toEqual([silent(-40)]);
    expect(partsOf(talk({ src: 'mute' }))).toEqual({
      frameCount: 250,
      warnings: [`${field}: mute has no sound, so nothing is cut out of it.`],
    });
  });

  it('takes its captions along, without those of a silence', () => {
    const asset: Asset = { type: 'caption', src: 'alias://talk' };
    const edit = editWith({ asset: talk({ trim: 1 }), start: 2, alias: 'talk' }, { asset, length: 9 });
    const shown = resolve(edit, MEDIA, 'interface').visualClips.at(-1)?.visual;
    const cues = shown?.kind === 'caption' ? shown.cues : [];
    // Second 5.5 of the file follows 2.12 s of the first part and 0.62 s of the second one.
    expect(cues.map(({ from, to, text }) => [from.valueOf(), to.valueOf(), text])).toEqual([
      [4.74, 5.24, 'late'],
    ]);
    expect(cues[0]?.words[0]?.from.valueOf()).toBe(4.74);
  });
});

describe('a dry run of a clip without its silences', () => {
  const dry = (asset: Asset) => {
    const { timeline, warnings } = dryRun(editWith({ asset }), MEASURED, 'interface');
    return { clip: timeline.tracks[0]?.clips[0], warnings: warnings.map(({ text }) => text) };
  };

  it('tells what is left and how much is not', () => {
    const kept = [
      { from: 0.88, to: 3.12 },
      { from: 4.88, to: 8.12 },
    ];
    const cutSilence = { kept, parts: 2, removed: 4.52 };
    expect(dry(talk())).toEqual({ clip: { start: 0, length: 5.48, cutSilence }, warnings: [] });
    const whole = { kept: [{ from: 2, to: 10 }], parts: 1, removed: 0 };
    expect(dry(talk({ src: 'mute', trim: 2 })).clip).toEqual({ start: 0, length: 8, cutSilence: whole });
    expect(dry({ type: 'video', src: 'talk' }).clip).toEqual({ start: 0, length: 10 });
  });

  it('says that they are unknown if there was no time to find them', () => {
    expect(dry(talk({ src: 'unread' }))).toEqual({
      clip: { start: 0, length: null, cutSilence: null },
      warnings: [
        'The silences of unread are not known yet. They are found when the edit is rendered, which may change the length of the clip.',
      ],
    });
  });
});
