import { describe, expect, it } from 'vitest';
import { listSpans } from './clip-spans.ts';
import { duplicateClips, insertClip, moveClips, removeClips } from './commands.ts';
import {
  type Change,
  changeText,
  type DraftClip,
  type DraftEdit,
  isSyntaxProblem,
  readDraft,
} from './edit-text.ts';

const video = { type: 'video', src: 'https://media.example/a.mp4', trim: 2 };
const text = { type: 'text', text: 'Hello' };

/** The first edit: two tracks. The written form has a line for each clip. */
const TEXT = `{
  "timeline": { "tracks": [
    { "clips": [
      { "asset": ${JSON.stringify(video)}, "start": 1, "length": 4, "alias": "talk" },
      { "asset": ${JSON.stringify(text)}, "start": "auto", "length": 2 }
    ] },
    { "clips": [{ "asset": ${JSON.stringify(text)}, "start": 0, "length": 3, "transition": { "in": "fade", "out": "zoom" } }] }
  ] },
  "output": { "format": "mp4", "resolution": "hd" }
}
`;

const edit = read(TEXT);
const spans = listSpans(edit);
const [talk, title, intro] = spans as [(typeof spans)[0], (typeof spans)[0], (typeof spans)[0]];

function read(json: string): DraftEdit {
  const found = readDraft(json);
  if (isSyntaxProblem(found)) throw new Error(found.message);
  return found;
}

/** Returns the clips of each track after some changes. */
function clipsAfter(changes: readonly Change[]): DraftClip[][] {
  return (read(changeText(TEXT, changes)).timeline?.tracks ?? []).map(({ clips = [] }) => [...clips]);
}

/** Returns the time of each clip as `start+length`. */
function timesAfter(changes: readonly Change[]): string {
  const tracks = clipsAfter(changes).map((clips) =>
    clips.map(({ start, length }) => `${String(start)}+${String(length)}`).join(' '),
  );
  return tracks.join(' | ');
}

describe('the commands of the timeline', () => {
  it('know when clips are visible, also without numbers', () => {
    expect(spans.map(({ start, length }) => `${start}+${length}`)).toEqual(['1+4', '5+2', '0+3']);
    const known = {
      tracks: [
        {
          clips: [
            { start: 1, length: 4 },
            { start: 7, length: 2 },
          ],
        },
      ],
    };
    // The server knows how long a file is. What follows a written time needs no server.
    const own = read(TEXT.replace('"length": 4', '"length": "auto"'));
    expect(listSpans(own, known)[1]?.start).toBe(7);
    expect(listSpans(read(TEXT.replace('"auto", ', '"auto", "overlap": 0.5, ')), known)[1]?.start).toBe(4.5);
  });

  it.each<[string, Change[], string]>([
    ['move clips', moveClips(edit, [talk], 0.12345), '1.123+4 auto+2 | 0+3'],
    [
      'move several clips by as much, at most to the beginning',
      moveClips(edit, [talk, intro], -2),
      '1+4 auto+2 | 0+3',
    ],
    ['move a clip without a number', moveClips(edit, [title], 1), '1+4 6+2 | 0+3'],
    ['duplicate clips behind themselves', duplicateClips(edit, [talk, intro]), '1+4 5+4 auto+2 | 0+3 3+3'],
    ['remove clips', removeClips(edit, spans, [talk]), 'auto+2 | 0+3'],
    ['remove tracks that become empty', removeClips(edit, spans, [talk, title]), '0+3'],
    [
      'add a clip in front',
      insertClip(edit, { asset: text, start: 0, length: 1 }, 'front', false).changes,
      '1+4 auto+2 | 0+3 | 0+1',
    ],
    [
      'add a clip on the first track',
      insertClip(edit, { start: 0, length: 1 }, 'front', true).changes,
      '0+1 | 1+4 auto+2 | 0+3',
    ],
  ])('%s', (_name, changes, times) => {
    expect(timesAfter(changes)).toBe(times);
  });

  it.each([
    ['a track, after its clips', 0, '1+4 auto+2 7+1 | 0+3', { track: 0, clip: 2 }],
    ['a new track in front', 'front', '1+4 auto+2 | 0+3 | 7+1', { track: 2, clip: 0 }],
    ['a new track behind', 'behind', '7+1 | 1+4 auto+2 | 0+3', { track: 0, clip: 0 }],
    ['a track that is gone since', 9, '1+4 auto+2 | 0+3 | 7+1', { track: 2, clip: 0 }],
  ] as const)('put a new clip on %s', (_name, track, times, place) => {
    const inserted = insertClip(edit, { asset: text, start: 7, length: 1 }, track, false);
    expect(timesAfter(inserted.changes)).toBe(times);
    expect(inserted.place).toEqual(place);
  });

  it('put a new clip in front or behind also where the first track is in front', () => {
    const clip = { asset: text, start: 7, length: 1 };
    const [front, behind] = (['front', 'behind'] as const).map((place) =>
      insertClip(edit, clip, place, true),
    );
    expect(timesAfter(front!.changes)).toBe('7+1 | 1+4 auto+2 | 0+3');
    expect(timesAfter(behind!.changes)).toBe('1+4 auto+2 | 0+3 | 7+1');
  });

  it('change nothing else of the text', () => {
    const changed = changeText(TEXT, moveClips(edit, [talk], 1));
    expect(changed).toBe(TEXT.replace('"start": 1,', '"start": 2,'));
  });
});

it('the last item of a list on one line is removed with nothing else', () => {
  expect(changeText('{"a":[{"b":1},{"b":2}]}', [{ path: ['a', 1], value: undefined }])).toBe(
    '{"a":[{"b":1}]}',
  );
});

it.each([
  ['{ "timeline": ', 'is not JSON yet'],
  ['[]', 'An edit is an object'],
  ['{ "a": 1, }', 'is not JSON yet'],
  ['', 'is not JSON yet'],
])('a text that is no edit (%s) says why', (json, message) => {
  const found = readDraft(json);
  expect(isSyntaxProblem(found) && found.message).toContain(message);
});
