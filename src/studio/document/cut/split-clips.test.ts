import { expect, it } from 'vitest';
import { listSpans } from '../clip-spans.ts';
import { removeClips } from '../commands.ts';
import { changeText, type DraftClip, type DraftEdit, readDraft, writeEdit } from '../edit-text.ts';
import { ASSETS, knownTimes, parseText } from '../shown-frames.fixture.ts';
import { splitClips } from './split-clips.ts';

const { video, audio, image } = ASSETS;
const talk = { asset: { ...video, trim: 0 }, start: 0, length: 6, alias: 'talk' };
const music = { asset: { ...audio, duck: { under: 'alias://talk' } }, start: 0, length: 8 };
const words = (more: object) => ({ asset: { type: 'rich-caption', src: 'alias://talk' }, start: 0, ...more });

const TEXT = writeEdit({
  timeline: {
    tracks: [
      { clips: [talk, { asset: image, start: 'alias://talk', length: 'alias://talk' }] },
      { clips: [words({ length: 'alias://talk' })] },
      { clips: [words({ start: 4, length: 2 }), music] },
    ],
  },
  output: { format: 'mp4', resolution: 'sd' },
});
const draft = readDraft(TEXT) as DraftEdit;
const spans = listSpans(draft, knownTimes(TEXT));
const settings = { rate: 25, fileLengthOf: () => undefined };

function tracksOf(text: string): (readonly DraftClip[])[] {
  parseText(text);
  return ((readDraft(text) as DraftEdit).timeline?.tracks ?? []).map(({ clips = [] }) => clips);
}

it('captions are split with their clip, and show the words of its halves; sounds go down under both', () => {
  const { changes } = splitClips(draft, spans, [spans[0]!], 2, settings);
  expect(tracksOf(changeText(TEXT, changes))).toEqual([
    [
      { ...talk, length: 2 },
      { asset: { ...video, trim: 2 }, start: 2, length: 4, alias: 'talk-2' },
      { asset: image, start: 0, length: 6 },
    ],
    [
      words({ length: 2 }),
      words({ asset: { type: 'rich-caption', src: 'alias://talk-2' }, start: 2, length: 4 }),
    ],
    [
      words({ asset: { type: 'rich-caption', src: 'alias://talk-2' }, start: 4, length: 2 }),
      { ...music, asset: { ...audio, duck: { under: ['alias://talk', 'alias://talk-2'] } } },
    ],
  ]);
});

it('all clips at a moment are split at once, each once', () => {
  const { changes } = splitClips(draft, spans, spans, 2, settings);
  const tracks = tracksOf(changeText(TEXT, changes));
  expect(tracks.map(({ length }) => length)).toEqual([4, 2, 3]);
  const duck = { under: ['alias://talk', 'alias://talk-2'] };
  expect(tracks[2]?.slice(1).map(({ asset }) => asset?.['duck'])).toEqual([duck, duck]);
});

it('a clip whose captions cannot be split stays whole', () => {
  const fading = changeText(TEXT, [
    { path: ['timeline', 'tracks', 1, 'clips', 0, 'transition'], value: { in: 'wipeLeft' } },
  ]);
  const edit = readDraft(fading) as DraftEdit;
  const { changes, obstacles } = splitClips(edit, spans, [spans[0]!], 0.4, settings);
  expect([changes, obstacles]).toEqual([[], [expect.stringContaining('still appearing')]]);
});

it('a removed clip takes its captions along; what had its times keeps them, and sounds stay as they are', () => {
  const after = changeText(TEXT, removeClips(draft, spans, [spans[0]!]));
  expect(tracksOf(after)).toEqual([
    [{ asset: image, start: 0, length: 6 }],
    [{ asset: audio, start: 0, length: 8 }],
  ]);
});
