import { describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { toSeconds } from '../../base/time.ts';
import { type Clip, listClips, type Edit, type MediaLength, resolveTimes, STILL_LENGTH } from '../index.ts';

type Given = Partial<Clip>;

function clip(given: Given): Clip {
  return { asset: { type: 'image', src: 'image' }, start: 0, length: 1, ...given };
}

function editOf(tracks: readonly (readonly Clip[])[]): Edit {
  return { timeline: { tracks: tracks.map((clips) => ({ clips: [...clips] })) }, output: { format: 'mp4' } };
}

/** Returns the clips of tracks as `start+length`, and the length of the timeline. Videos last 7 s. */
function timesOf(...tracks: Given[][]): { clips: string[]; duration: string | undefined } {
  return resolveEdit(editOf(tracks.map((clips) => clips.map(clip))));
}

function resolveEdit(
  edit: Edit,
  lasts: MediaLength = ({ clip: { asset } }) => (asset.type === 'video' ? toSeconds(7) : STILL_LENGTH),
): { clips: string[]; duration: string | undefined } {
  const times = resolveTimes(edit, lasts);
  const clips = listClips(edit).map((location) => {
    const { start, length } = times.of(location);
    return `${start?.toFraction() ?? '?'}+${length?.toFraction() ?? '?'}`;
  });
  return { clips, duration: times.duration?.toFraction() };
}

describe('starts and lengths', () => {
  it.each<[string, Given[][], string[], string]>([
    [
      'are exact numbers',
      [[{ start: 0.1, length: 0.2 }], [{ start: 2.2, length: 1 }]],
      ['1/10+1/5', '11/5+1'],
      '16/5',
    ],
    [
      'an overlap starts before that, but not before the previous clip',
      [
        [
          { start: 1, length: 2 },
          { start: 'auto', overlap: 3, length: 4 },
        ],
      ],
      ['1+2', '1+4'],
      '5',
    ],
    [
      'an overlap lasts no longer than the later clip',
      [
        [
          { start: 0, length: 3 },
          { start: 'auto', overlap: 1, length: 0.6 },
        ],
      ],
      ['0+3', '12/5+3/5'],
      '3',
    ],
    [
      'overlaps on both sides of a clip each last half of it at most',
      [
        [
          { start: 0, length: 3 },
          { start: 'auto', overlap: 1, length: 0.6 },
          { start: 'auto', overlap: 0.2, length: 3 },
        ],
      ],
      ['0+3', '27/10+3/5', '31/10+3'],
      '61/10',
    ],
    [
      'an overlap of a clip until the end is limited by the clip before',
      [
        [
          { start: 0, length: 3 },
          { start: 'auto', overlap: 4, length: 'end' },
        ],
      ],
      ['0+3', '0+3'],
      '3',
    ],
    [
      'auto starts at the end of the previous clip',
      [
        [
          { start: 1, length: 2 },
          { start: 'auto', length: 0.5 },
          { start: 'auto', length: 1 },
        ],
      ],
      ['1+2', '3+1/2', '7/2+1'],
      '9/2',
    ],
    [
      'auto follows the order of the list, not of the times',
      [
        [
          { start: 9, length: 1 },
          { start: 2, length: 1 },
          { start: 'auto', length: 1 },
        ],
      ],
      ['9+1', '2+1', '3+1'],
      '10',
    ],
    [
      'auto starts at 0 for the first clip of each track',
      [[{ start: 5, length: 1 }], [{ start: 'auto', length: 1 }]],
      ['5+1', '0+1'],
      '6',
    ],
    ['auto lasts 3 s for an asset without a duration', [[{ start: 1, length: 'auto' }]], ['1+3'], '4'],
    [
      'end lasts to the end of the timeline',
      [[{ start: 1.5, length: 'end' }], [{ start: 0, length: 6 }]],
      ['3/2+9/2', '0+6'],
      '6',
    ],
    [
      'end lasts 0 s after the end of the timeline',
      [[{ start: 8, length: 'end' }], [{ start: 0, length: 6 }]],
      ['8+0', '0+6'],
      '6',
    ],
    [
      'an alias copies the start, not the end',
      [[{ start: 2, length: 3, alias: 'a' }], [{ start: 'alias://a', length: 1 }]],
      ['2+3', '2+1'],
      '5',
    ],
    [
      'an alias copies the length',
      [[{ start: 2, length: 3, alias: 'a' }], [{ start: 4, length: 'alias://a' }]],
      ['2+3', '4+3'],
      '7',
    ],
    [
      'an alias may refer to a later clip',
      [[{ start: 'alias://late', length: 'alias://late' }], [{ start: 1, length: 'auto', alias: 'late' }]],
      ['1+3', '1+3'],
      '4',
    ],
    [
      'an alias of a clip with the length end does not extend the timeline',
      [
        [{ start: 1, length: 'end', alias: 'a' }],
        [{ start: 4, length: 'alias://a' }],
        [{ start: 0, length: 5 }],
      ],
      ['1+4', '4+4', '0+5'],
      '5',
    ],
    [
      'a chain of aliases of such a clip does not extend it, either',
      [
        [{ start: 3, length: 'alias://b' }],
        [{ start: 2, length: 'alias://a', alias: 'b' }],
        [{ start: 1, length: 'end', alias: 'a' }],
        [{ start: 0, length: 5 }],
      ],
      ['3+4', '2+4', '1+4', '0+5'],
      '5',
    ],
    [
      'auto starts after a clip with the length end',
      [
        [
          { start: 1, length: 'end' },
          { start: 'auto', length: 'end' },
        ],
        [{ start: 0, length: 5 }],
      ],
      ['1+4', '5+0', '0+5'],
      '5',
    ],
    [
      'a clip with the length 0 keeps its place',
      [
        [
          { start: 4, length: 0 },
          { start: 'auto', length: 1 },
        ],
      ],
      ['4+0', '4+1'],
      '5',
    ],
  ])('%s', (_, tracks, clips, duration) => {
    expect(timesOf(...tracks)).toEqual({ clips, duration });
  });

  test('auto lasts as long as the media', () => {
    const video = clip({ asset: { type: 'video', src: 'v' }, start: 1, length: 'auto' });
    expect(resolveEdit(editOf([[video, clip({ start: 'auto' })]]))).toEqual({
      clips: ['1+7', '8+1'],
      duration: '9',
    });
  });
});

describe('an unknown media length', () => {
  const unknown: Given = { asset: { type: 'video', src: 'v' }, start: 1, length: 'auto' };
  const unknownLength: MediaLength = () => undefined;

  it.each<[string, Given[][], string[], string | undefined]>([
    ['makes the end of the timeline unknown', [[unknown], [{ length: 99 }]], ['1+?', '0+99'], undefined],
    ['matters only if the length is auto', [[{ ...unknown, length: 2 }]], ['1+2'], '3'],
    [
      'makes only the times that follow it unknown',
      [[unknown, { start: 'auto' }, { start: 4 }, { start: 'auto' }]],
      ['1+?', '?+1', '4+1', '5+1'],
      undefined,
    ],
    [
      'makes the length of clips with the length end unknown',
      [[unknown], [{ start: 2, length: 'end' }]],
      ['1+?', '2+?'],
      undefined,
    ],
    [
      'is copied by an alias',
      [[{ ...unknown, alias: 'a' }], [{ start: 'alias://a', length: 'alias://a' }]],
      ['1+?', '1+?'],
      undefined,
    ],
  ])('%s', (_, tracks, clips, duration) => {
    expect(resolveEdit(editOf(tracks.map((each) => each.map(clip))), unknownLength)).toEqual({
      clips,
      duration,
    });
  });
});

describe('a cycle is rejected', () => {
  it.each<[string, Given[][]]>([
    [
      'auto after a clip with the length end',
      [
        [
          { start: 0, length: 'end' },
          { start: 'auto', length: 1 },
        ],
      ],
    ],
    [
      'two starts',
      [
        [
          { start: 'alias://b', length: 1, alias: 'a' },
          { start: 'alias://a', length: 1, alias: 'b' },
        ],
      ],
    ],
    ['a length that refers to itself', [[{ start: 0, length: 'alias://a', alias: 'a' }]]],
  ])('%s', (_, tracks) => {
    let thrown: unknown;
    try {
      timesOf(...tracks);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(KinoraError);
    expect(String(thrown)).toBe(
      'KinoraError: The starts and lengths of some clips in the timeline depend on each other (through "auto", "end" or an alias). Give one of them a number of seconds.',
    );
  });
});

describe('long edits', () => {
  // Each test is quick if the work is linear, and exceeds its time limit if the work is quadratic.
  const COUNT = 50_000;

  test('resolve a chain of aliases that each refer to a later clip', () => {
    const clips = Array.from({ length: COUNT }, (_, index) =>
      clip(
        index === COUNT - 1
          ? { alias: `a${index}`, start: 1.5, length: 2 }
          : { alias: `a${index}`, start: `alias://a${index + 1}`, length: `alias://a${index + 1}` },
      ),
    );
    const { clips: found, duration } = resolveEdit(editOf([clips]));
    expect(new Set(found)).toEqual(new Set(['3/2+2']));
    expect(duration).toBe('7/2');
  });

  test('resolve consecutive clips and clips with the length end', () => {
    const after = Array.from({ length: COUNT }, () => clip({ start: 'auto', length: 0.1 }));
    const toEnd = Array.from({ length: 1000 }, () => clip({ start: 2, length: 'end' }));
    const { clips, duration } = resolveEdit(editOf([after, toEnd]));
    expect(duration).toBe('5000');
    expect([clips[COUNT - 1], clips[COUNT]]).toEqual(['49999/10+1/10', '2+4998']);
  });
});

describe('captions of another clip', () => {
  const VOICE: Given = { start: 2, length: 5, alias: 'voice' };
  const captions = (given: Given): Given => ({
    asset: { type: 'caption', src: 'alias://voice' },
    length: 'auto',
    ...given,
  });

  it.each<[string, Given, Given, string]>([
    ['end with it', VOICE, captions({ start: 3 }), '3+4'],
    [
      'end with it, regardless of the length of its file',
      { ...VOICE, asset: { type: 'video', src: 'v' }, length: 'auto' },
      captions({ start: 0 }),
      '0+9',
    ],
    ['have the length 0 after it', VOICE, captions({ start: 8 }), '8+0'],
  ])('%s', (_, voice, own, expected) => expect(timesOf([voice], [own]).clips[1]).toBe(expected));

  it('may form a cycle with it', () => {
    expect(() => timesOf([{ ...VOICE, length: 'end' }], [captions({ start: 0 })])).toThrow(
      'depend on each other',
    );
  });
});
