import { expect, test } from 'vitest';
import { seconds } from '../../base/time.ts';
import type { Asset } from '../../edit/index.ts';
import type { SubtitlesMedia } from '../media/media.ts';
import { clip, editOf, mediaOf, track } from './edit.fixture.ts';
import { resolve } from './resolve.ts';

/** Said from source second 3 to 5. */
const SAID: SubtitlesMedia = {
  kind: 'subtitles',
  cues: [
    {
      from: seconds(3),
      to: seconds(5),
      text: 'two words',
      words: [
        { text: 'two', from: seconds(3), to: seconds(4) },
        { text: 'words', from: seconds(4), to: seconds(5) },
      ],
    },
  ],
};

/** The times of the cues of captions from second 2 on, in seconds of their clip: [from, to] each. */
function cuesOf(asset: Asset, length: number | 'auto' = 6): { cues: number[][]; lasts: number } {
  const voice = { type: 'audio', src: 'voice', trim: 1, speed: 2 } as const;
  const media = mediaOf({
    voice: { kind: 'av', audio: track(9), words: SAID },
    subtitles: SAID,
    'alias://voice': SAID,
  });
  const edit = editOf([
    [clip({ asset: voice, start: 3, length: 3, alias: 'voice' })],
    [clip({ asset, start: 2, length })],
  ]);
  const [seen] = resolve(edit, media, 'interface').seen;
  if (seen?.picture.kind !== 'caption' && seen?.picture.kind !== 'rich-caption')
    throw new Error('No captions.');
  const { cues, lasts } = seen.picture;
  return { cues: cues.map(({ from, to }) => [from.valueOf(), to.valueOf()]), lasts };
}

// The voice begins a second into the clip: its source second 3 is a second later.
test.each<[string, Asset, number[][]]>([
  ['a voice', { type: 'caption', src: 'alias://voice' }, [[2, 3]]],
  ['a voice, half a second early', { type: 'caption', src: 'alias://voice', trim: 0.5 }, [[1.5, 2.5]]],
  ['a voice, word by word', { type: 'rich-caption', src: 'alias://voice' }, [[2, 3]]],
  ['a file', { type: 'caption', src: 'subtitles', trim: 2 }, [[1, 3]]],
  ['a file, word by word', { type: 'rich-caption', src: 'subtitles' }, [[3, 5]]],
  ['a sound of its own, word by word', { type: 'rich-caption', src: 'voice' }, [[3, 5]]],
])('captions of %s stand in their time', (_, asset, expected) => {
  expect(cuesOf(asset).cues).toEqual(expected);
});

test('captions with the length "auto" end with their voice, or with their file', () => {
  expect(cuesOf({ type: 'caption', src: 'alias://voice' }, 'auto').lasts).toBe(4);
  expect(cuesOf({ type: 'caption', src: 'subtitles', trim: 1 }, 'auto').lasts).toBe(4);
  expect(cuesOf({ type: 'rich-caption', src: 'voice' }, 'auto').lasts).toBe(9);
});
