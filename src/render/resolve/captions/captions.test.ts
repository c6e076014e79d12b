import { describe, expect, test } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { Asset } from '../../../edit/index.ts';
import type { SubtitlesMedia } from '../../media/media.ts';
import { clip, editOf, mediaOf, track } from '../edit.fixture.ts';
import { resolve } from '../resolve.ts';
import type { ResolvedTimeline } from '../timeline.ts';

/** A transcript from source second 3 to 5. */
const SAID: SubtitlesMedia = {
  kind: 'subtitles',
  cues: [
    {
      from: toSeconds(3),
      to: toSeconds(5),
      text: 'two words',
      words: [
        { text: 'two', from: toSeconds(3), to: toSeconds(4) },
        { text: 'words', from: toSeconds(4), to: toSeconds(5) },
      ],
    },
  ],
};

/** Resolves an edit with captions and speech that is heard from second 3 to 6. */
function captioned(asset: Asset, start: number, length: number | 'auto', said = SAID): ResolvedTimeline {
  const voice = { type: 'audio', src: 'voice', trim: 1, speed: 2 } as const;
  const media = mediaOf({
    voice: { kind: 'av', audio: track(9), words: said },
    subtitles: said,
    'alias://voice': said,
  });
  const edit = editOf([
    [clip({ asset: voice, start: 3, length: 3, alias: 'voice' })],
    [clip({ asset, start, length })],
  ]);
  return resolve(edit, media, 'interface');
}

/** Returns [from, to] of each cue of captions that start at second 2, in seconds of their clip. */
function cuesOf(asset: Asset, length: number | 'auto' = 6): { cues: number[][]; length: number } {
  const [shown] = captioned(asset, 2, length).visualClips;
  if (shown?.visual.kind !== 'caption' && shown?.visual.kind !== 'rich-caption')
    throw new Error('No captions.');
  const { cues, length: clipLength } = shown.visual;
  return { cues: cues.map(({ from, to }) => [from.valueOf(), to.valueOf()]), length: clipLength };
}

// The speech begins one second after the captions. Its source second 3 is heard one second after that.
test.each<[string, Asset, number[][]]>([
  ['speech', { type: 'caption', src: 'alias://voice' }, [[2, 3]]],
  ['speech, half a second early', { type: 'caption', src: 'alias://voice', trim: 0.5 }, [[1.5, 2.5]]],
  ['speech, word by word', { type: 'rich-caption', src: 'alias://voice' }, [[2, 3]]],
  ['a file', { type: 'caption', src: 'subtitles', trim: 2 }, [[1, 3]]],
  ['a file, word by word', { type: 'rich-caption', src: 'subtitles' }, [[3, 5]]],
  ['a sound file, word by word', { type: 'rich-caption', src: 'voice' }, [[3, 5]]],
])('captions of %s have the right times', (_, asset, expected) => {
  expect(cuesOf(asset).cues).toEqual(expected);
});

test('captions with the length "auto" end with their speech or their file', () => {
  expect(cuesOf({ type: 'caption', src: 'alias://voice' }, 'auto').length).toBe(4);
  expect(cuesOf({ type: 'caption', src: 'subtitles', trim: 1 }, 'auto').length).toBe(4);
  expect(cuesOf({ type: 'rich-caption', src: 'voice' }, 'auto').length).toBe(9);
});

test('captions of speech with the length "auto" end with it whatever their own trim and speed', () => {
  expect(cuesOf({ type: 'caption', src: 'alias://voice', trim: 1, speed: 2 }, 'auto').length).toBe(4);
});

describe('warnings', () => {
  const warned = (asset: Asset, start: number, said = SAID): string[] =>
    captioned(asset, start, 6, said).warnings.map(({ text }) => text);
  const SILENT: SubtitlesMedia = { kind: 'subtitles', cues: [] };

  test.each<[string, Asset, number]>([
    // The last word ends at source second 5 and is heard until second 5 of the timeline.
    [
      'whose trim is shorter than the time before the speech',
      { type: 'caption', src: 'alias://voice', trim: 2 },
      0,
    ],
    ['whose trim is longer than the speech', { type: 'caption', src: 'alias://voice', trim: 4.9 }, 0],
    ['that begin with the speech', { type: 'rich-caption', src: 'alias://voice' }, 3],
  ])('are not given for captions %s', (_, asset, start) => expect(warned(asset, start)).toEqual([]));

  test.each<[string, Asset, number]>([
    ['that begin later', { type: 'rich-caption', src: 'alias://voice' }, 7],
    ['whose trim removes all of it', { type: 'caption', src: 'alias://voice', trim: 5 }, 0],
  ])('are given for captions of speech %s', (_, asset, start) =>
    expect(warned(asset, start)).toEqual([
      'No caption is shown, because all of them end before the clip starts. Captions are shown when the speech that they follow is heard.',
    ]),
  );

  // The transcription itself warns of silence.
  test('are not given if nothing is said', () => {
    expect(warned({ type: 'rich-caption', src: 'alias://voice' }, 0, SILENT)).toEqual([]);
    expect(warned({ type: 'caption', src: 'alias://voice' }, 0, SILENT)).toEqual([]);
  });

  test('are given for a file without captions', () => {
    const text = 'subtitles has no captions.';
    expect(warned({ type: 'rich-caption', src: 'subtitles' }, 0, SILENT)).toEqual([text]);
    expect(warned({ type: 'caption', src: 'subtitles' }, 0, SILENT)).toEqual([text]);
    expect(() => captioned({ type: 'caption', src: 'subtitles' }, 0, 'auto', SILENT)).toThrow(text);
  });

  test.each<[string, Asset, string[]]>([
    ['a file that places captions', { type: 'caption', src: 'subtitles' }, ['align', 'vertical']],
    [
      'margins at the sides',
      { type: 'caption', src: 'subtitles', margin: { left: 0 } },
      ['align', 'vertical'],
    ],
    ['no alignment', { type: 'rich-caption', src: 'subtitles' }, ['align', 'vertical']],
    ['a place', { type: 'caption', src: 'subtitles', margin: { top: 0.5 } }, ['align', 'margin.top']],
    [
      'a vertical alignment',
      { type: 'rich-caption', src: 'subtitles', align: { vertical: 'top' } },
      ['align', 'align.vertical'],
    ],
    [
      'a horizontal alignment',
      { type: 'rich-caption', src: 'subtitles', align: { horizontal: 'left' } },
      ['vertical', 'align.horizontal'],
    ],
  ])('are given for %s if it contradicts the file', (_, asset, expected) => {
    const place = { align: 0, vertical: { share: 0, rows: 0, anchor: 0 } };
    const { visualClips, warnings } = captioned(asset, 0, 6, {
      kind: 'subtitles',
      cues: SAID.cues.map((cue) => ({ ...cue, place })),
    });
    const [shown] = visualClips;
    const cues = shown?.visual.kind === asset.type && 'cues' in shown.visual ? shown.visual.cues : [];
    const told = warnings.filter(({ text }) => text.startsWith('The subtitle file places 1 of 1 captions'));
    const fields = told.map(({ field }) => field.replace('timeline.tracks[1].clips[0].asset.', ''));
    expect([...Object.keys(cues[0]?.place ?? {}), ...fields]).toEqual(expected);
  });
});
