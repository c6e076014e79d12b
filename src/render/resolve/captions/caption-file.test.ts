import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { Asset, Output } from '../../../edit/index.ts';
import type { SubtitlesMedia } from '../../media/media.ts';
import { clip, editOf, mediaOf, track } from '../edit.fixture.ts';
import { resolve } from '../resolve.ts';

function subtitles(...cues: (readonly [from: number, to: number, text: string])[]): SubtitlesMedia {
  return {
    kind: 'subtitles',
    cues: cues.map(([from, to, text]) => {
      const times = { from: toSeconds(from), to: toSeconds(to) };
      return { ...times, text, words: [{ text, ...times }] };
    }),
  };
}

const FILES = mediaOf({
  talk: subtitles([0.5, 2, 'One'], [1, 4.25, 'Two\nlines'], [9, 12, 'Late']),
  notes: subtitles([0, 1, 'Note']),
  voice: { kind: 'av', audio: track(9) },
  'alias://voice': subtitles([3, 5, 'Said']),
});
const PLAIN: Asset = { type: 'caption', src: 'talk' };
const NOTES: Asset = { type: 'rich-caption', src: 'notes' };

function resolved(clips: Parameters<typeof editOf>[0], output: Partial<Output> = {}) {
  const edit = editOf(clips);
  return resolve(
    { ...edit, output: { ...edit.output, captions: { format: 'srt' }, ...output } },
    FILES,
    'interface',
  );
}

/** Returns [from, to, text] of the captions beside an output. */
function captionsOf(...args: Parameters<typeof resolved>) {
  return resolved(...args).captions?.map(({ from, to, text }) => [from.valueOf(), to.valueOf(), text]);
}

describe('the captions beside an output', () => {
  it('are those of all clips in the order of their times, cut at the end of the film', () => {
    const clips = [
      [clip({ asset: PLAIN, start: 1.013, length: 4 })],
      [clip({ asset: NOTES, start: 1.9, length: 3 })],
    ];
    expect(captionsOf(clips)).toEqual([
      [1.513, 3.013, 'One'],
      [1.9, 2.9, 'Note'],
      [2.013, 5, 'Two\nlines'],
    ]);
  });

  it('count from the start of the range and are cut at its edges', () => {
    const clips = [[clip({ asset: PLAIN, start: 1, length: 6 })]];
    expect(captionsOf(clips, { range: { start: 2, length: 1.2 } })).toEqual([
      [0, 1, 'One'],
      [0, 1.2, 'Two\nlines'],
    ]);
    expect(captionsOf(clips, { range: { start: 6, length: 1 } })).toEqual([]);
  });

  it('follow the trim and the speed of their clip', () => {
    const clips = [[clip({ asset: { ...PLAIN, trim: 0.5, speed: 2 }, start: 0, length: 6 })]];
    expect(captionsOf(clips)).toEqual([
      [0, 0.75, 'One'],
      [0.25, 1.875, 'Two\nlines'],
      [4.25, 5.75, 'Late'],
    ]);
  });

  it('follow speech at its exact time, wherever their clip starts', () => {
    const voice: Asset = { type: 'audio', src: 'voice' };
    const clips = [
      [clip({ asset: voice, start: 0.333, length: 8, alias: 'voice' })],
      [clip({ asset: { type: 'caption', src: 'alias://voice' }, start: 1.07, length: 6 })],
    ];
    expect(captionsOf(clips)).toEqual([[3.333, 5.333, 'Said']]);
  });

  it('name once what two clips say at the same time', () => {
    const twice = { asset: NOTES, start: 0, length: 2 };
    expect(captionsOf([[clip(twice)], [clip(twice)]])).toEqual([[0, 1, 'Note']]);
  });

  it('are drawn as well, unless they are not burned in', () => {
    const clips = [
      [clip({ asset: PLAIN, start: 0, length: 6 })],
      [clip({ asset: NOTES, start: 0, length: 2 })],
    ];
    expect(resolved(clips).visualClips).toHaveLength(2);
    const beside = resolved(clips, { captions: { format: 'vtt', burn: false } });
    expect(beside.visualClips).toEqual([]);
    expect(beside.captions).toHaveLength(3);
    expect(beside.frameCount).toBe(150);
  });

  it('are absent unless they are asked for', () => {
    const edit = editOf([[clip({ asset: PLAIN, start: 0, length: 6 })]]);
    expect(resolve(edit, FILES, 'interface')).not.toHaveProperty('captions');
  });
});
