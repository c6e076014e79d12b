import { describe, expect, it, test } from 'vitest';
import { type Clip, type Edit, resolveTimes, STILL_LENGTH, warningsOf } from '../index.ts';

function editOf(...tracks: Partial<Clip>[][]): Edit {
  const clip: Clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 1 };
  return {
    timeline: { tracks: tracks.map((clips) => ({ clips: clips.map((given) => ({ ...clip, ...given })) })) },
    output: { format: 'mp4' },
  };
}

/** The clips that are warned about, as `track.clip`; media have no known length. */
function warned(...tracks: Partial<Clip>[][]): string[] {
  const edit = editOf(...tracks);
  const times = resolveTimes(edit, ({ clip }) => (clip.asset.type === 'video' ? undefined : STILL_LENGTH));
  return warningsOf(edit, times).map(({ field }) => field.match(/\d+/g)!.join('.'));
}

describe('clips that overlap on one track', () => {
  it('are a warning that names both, the times, and which lies on top', () => {
    const edit = editOf([{ start: 0, length: 2.5 }, { start: 2.2 }]);
    expect(
      warningsOf(
        edit,
        resolveTimes(edit, () => STILL_LENGTH),
      ),
    ).toEqual([
      {
        field: 'timeline.tracks[0].clips[1]',
        text: 'timeline.tracks[0].clips[1] starts at 2.2 s, before timeline.tracks[0].clips[0] ends at 2.5 s; where clips of a track overlap, the later one in the list is on top.',
      },
    ]);
  });

  it.each<[string, Partial<Clip>[][], string[]]>([
    [
      'are each named once',
      [[{ length: 9 }, { start: 1, length: 3 }, { start: 2 }, { start: 9 }]],
      ['0.1', '0.2'],
    ],
    ['are found in any order of the list', [[{ start: 5 }, { start: 0, length: 6 }]], ['0.0']],
    ['are found behind shorter ones', [[{ length: 9 }, { start: 1 }, { start: 5 }]], ['0.1', '0.2']],
    [
      'are found where the times are worked out',
      [[{ length: 'end' }, { start: 2 }], [{ length: 4 }]],
      ['0.1'],
    ],
    ['may touch', [[{ length: 0.3 }, { start: 0.3 }, { start: 'auto' }]], []],
    ['may miss each other by a rounded number', [[{ length: 1.3334 }, { start: 1.3333 }]], []],
    ['may do so on different tracks', [[{}], [{}]], []],
    ['are none where one has no length', [[{ length: 3 }, { start: 1, length: 0 }]], []],
    ['are none where one is a luma matte', [[{ length: 3 }, { asset: { type: 'luma', src: 'a' } }]], []],
    [
      'are left out where a time is not known',
      [[{ asset: { type: 'video', src: 'v' }, length: 'auto' }, { start: 'auto' }, {}, {}]],
      ['0.3'],
    ],
  ])('%s', (_, tracks, expected) => {
    expect(warned(...tracks)).toEqual(expected);
  });

  it('are no more than a hundred warnings, found in a moment in very many clips', () => {
    const clips = Array.from({ length: 50_000 }, () => ({}));
    expect(warned(clips, clips)).toHaveLength(100);
    const after = clips.map((_, index) => ({ start: index }));
    expect(warned([{ start: 49_999.5, length: 2 }, ...after])).toHaveLength(1);
  });
});

test('a luma matte that has fields of what is seen is a warning that names them', () => {
  const asset = { type: 'luma', src: 'a' } as const;
  const edit = editOf([{ asset, fit: 'contain', opacity: 0.5 }, { asset }]);
  const times = resolveTimes(edit, () => STILL_LENGTH);
  expect(warningsOf(edit, times)).toEqual([
    {
      field: 'timeline.tracks[0].clips[0]',
      text: 'timeline.tracks[0].clips[0] is a luma matte, which is stretched over the clips of its track and never seen itself; "fit", "opacity" of it has no effect.',
    },
  ]);
});

describe('a text with a placeholder', () => {
  it('that has no value is a warning that names it', () => {
    const edit = editOf([{ asset: { type: 'text', text: 'Dear {{ NAMME }} {{B}}' } }]);
    const times = resolveTimes(edit, () => STILL_LENGTH);
    expect(warningsOf(edit, times)).toEqual([
      {
        field: 'timeline.tracks[0].clips[0].asset.text',
        text: 'timeline.tracks[0].clips[0].asset.text shows the placeholder {{ NAMME }}, for which "merge" has no value.',
      },
    ]);
  });
});
