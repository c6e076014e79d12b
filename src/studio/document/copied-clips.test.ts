import { describe, expect, it } from 'vitest';
import { listSpans } from './clip-spans.ts';
import { copyClips, type PasteTarget, pasteClips } from './copied-clips.ts';
import { changeText, type DraftClip, type DraftEdit, readDraft, writeEdit } from './edit-text.ts';
import { ASSETS, parseText } from './shown-frames.fixture.ts';

const { video, image, text } = ASSETS;
const words = { type: 'rich-caption', src: 'alias://talk' };

const TEXT = writeEdit({
  timeline: {
    tracks: [
      {
        clips: [
          { asset: video, start: 1, length: 3, alias: 'talk' },
          { asset: image, start: 'auto', length: 'end', overlap: 0.5 },
        ],
      },
      { clips: [{ asset: words, start: 2, length: 'alias://talk' }] },
    ],
  },
  output: { format: 'mp4', resolution: 'sd' },
});
const OTHER = writeEdit({
  timeline: { tracks: [{ clips: [{ asset: text, start: 0, length: 2 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});
const draftOf = (json: string) => readDraft(json) as DraftEdit;
const times = {
  tracks: [
    {
      clips: [
        { start: 1, length: 3 },
        { start: 3.5, length: 1.5 },
      ],
    },
    { clips: [{ start: 2, length: 3 }] },
  ],
};
const spans = listSpans(draftOf(TEXT), times);

function paste(into: string, clips: string, target: Partial<PasteTarget> = {}) {
  const known = into === TEXT ? spans : listSpans(draftOf(into));
  const pasted = pasteClips(draftOf(into), known, clips, {
    at: 5,
    track: undefined,
    isFirstInFront: false,
    ...target,
  });
  if (!pasted) return undefined;
  const after = changeText(into, pasted.changes);
  parseText(after);
  const tracks = (draftOf(after).timeline?.tracks ?? []).map(
    ({ clips: own = [] }): readonly DraftClip[] => own,
  );
  return { ...pasted, tracks };
}

describe('clips are copied', () => {
  it('with the times that they have, without what ties them to others', () => {
    expect(JSON.parse(copyClips(draftOf(TEXT), spans))).toEqual({
      tracks: [
        {
          clips: [
            { asset: video, start: 1, length: 3, alias: 'talk' },
            { asset: image, start: 3.5, length: 1.5 },
          ],
        },
        { clips: [{ asset: words, start: 2, length: 3 }] },
      ],
    });
  });

  it('into another edit, on new tracks in front, the first at the playhead', () => {
    const { tracks, places, leftOut } = paste(OTHER, copyClips(draftOf(TEXT), spans))!;
    expect(tracks.slice(1)).toEqual([
      [
        { asset: video, start: 5, length: 3, alias: 'talk' },
        { asset: image, start: 7.5, length: 1.5 },
      ],
      [{ asset: words, start: 6, length: 3 }],
    ]);
    expect([places.length, leftOut]).toEqual([3, 0]);
  });

  it('into the same edit with names of their own', () => {
    const { tracks } = paste(TEXT, copyClips(draftOf(TEXT), [spans[0]!, spans[2]!]))!;
    expect(tracks.slice(2)).toEqual([
      [{ asset: video, start: 5, length: 3, alias: 'talk-2' }],
      [{ asset: { ...words, src: 'alias://talk-2' }, start: 6, length: 3 }],
    ]);
  });

  it('with names that differ from each other', () => {
    const named = (alias: string) => ({ asset: image, start: 0, length: 1, alias });
    const { tracks } = paste(TEXT, JSON.stringify([named('talk-2'), named('talk'), named('talk-3')]))!;
    expect(tracks[2]?.map(({ alias }) => alias)).toEqual(['talk-2', 'talk-3', 'talk-4']);
  });

  it('without captions of a clip that is not there', () => {
    const pasted = paste(OTHER, copyClips(draftOf(TEXT), [spans[1]!, spans[2]!]));
    expect([pasted?.tracks.length, pasted?.leftOut]).toEqual([2, 1]);
  });
});

describe('clips are pasted', () => {
  const clip = JSON.stringify({ asset: text, start: 9, length: 1 });

  it.each<[string, Partial<PasteTarget>, number[]]>([
    ['on the track of the selected clip', { track: 0 }, [2]],
    ['on a new track if there is no room', { track: 0, at: 1 }, [1, 1]],
    ['on a new track if none is selected', {}, [1, 1]],
  ])('%s', (_name, target, lengths) => {
    expect(paste(OTHER, clip, target)?.tracks.map(({ length }) => length)).toEqual(lengths);
  });

  it.each([
    clip,
    `[${clip}]`,
    `{ "tracks": [{ "clips": [${clip}] }] }`,
    `{ "timeline": { "tracks": [{ "clips": [${clip}] }] } }`,
  ])('from %s', (json) => {
    expect(paste(OTHER, json)?.tracks[1]).toEqual([{ asset: text, start: 5, length: 1 }]);
  });

  it.each(['', 'a text', '{}', '[]', '{ "tracks": 3 }', '{ "tracks": [{ "clips": [7] }] }'])(
    'never from %s',
    (json) => {
      expect(paste(OTHER, json)).toBeUndefined();
    },
  );
});
