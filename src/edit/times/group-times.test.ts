import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import {
  type Clip,
  type Edit,
  findWarnings,
  listClips,
  parseEdit,
  resolveTimes,
  STILL_LENGTH,
} from '../index.ts';

type Given = Partial<Clip>;

const output = { format: 'mp4', resolution: 'sd' } as const;

function clip(given: Given): Clip {
  return { asset: { type: 'image', src: 'image' }, start: 0, length: 1, ...given };
}

function group(tracks: readonly Given[][], given: Given = {}): Clip {
  return clip({
    asset: { type: 'group', tracks: tracks.map((clips) => ({ clips: clips.map(clip) })) },
    ...given,
  });
}

function editOf(...tracks: Given[][]): Edit {
  return { timeline: { tracks: tracks.map((clips) => ({ clips: clips.map(clip) })) }, output };
}

/** Returns the clips of an edit at every depth as `start+length`, and the length of the timeline. Videos last 7 s. */
function timesOf(edit: Edit): string {
  const times = resolveTimes(edit, ({ clip: { asset } }) =>
    asset.type === 'video' ? toSeconds(7) : STILL_LENGTH,
  );
  const clips = listClips(edit).map((location) => {
    const { start, length } = times.of(location);
    return `${start.valueOf()}+${length.valueOf()}`;
  });
  return `${clips.join(' ')} = ${times.duration.valueOf()}`;
}

describe('the times in a group', () => {
  it.each<[string, Edit, string]>([
    [
      'count from its start',
      editOf([{ start: 0, length: 2 }, group([[{ start: 0.5, length: 1 }]], { start: 'auto', length: 4 })]),
      '0+2 2+4 2.5+1 = 6',
    ],
    [
      'follow each other on each of its tracks',
      editOf([
        group(
          [
            [{ start: 'auto' }, { start: 'auto', length: 2 }, { start: 'auto', overlap: 0.5 }],
            [{ start: 'auto', length: 3 }],
          ],
          { start: 10, length: 'auto' },
        ),
      ]),
      '10+3.5 10+1 11+2 12.5+1 10+3 = 13.5',
    ],
    [
      'end with it',
      editOf([
        group([[{ start: 1, length: 'end' }], [{ length: 2 }]], { start: 3, length: 'auto' }),
        { start: 'auto', length: 1 },
      ]),
      '3+2 4+1 3+2 5+1 = 6',
    ],
    [
      'are cut off at its end',
      editOf([group([[{ length: 9 }, { start: 'auto', length: 1 }]], { start: 1, length: 2 })]),
      '1+2 1+2 10+0 = 3',
    ],
    [
      'follow the media',
      editOf([
        group([[{ asset: { type: 'video', src: 'v' }, length: 'auto' }]], { start: 1, length: 'auto' }),
      ]),
      '1+7 1+7 = 8',
    ],
    [
      'nest',
      editOf([
        group([[group([[{ start: 2, length: 3 }]], { start: 1, length: 'auto' })], [{ length: 'end' }]], {
          start: 10,
          length: 'auto',
        }),
      ]),
      '10+6 11+5 13+3 10+6 = 16',
    ],
    [
      'see the aliases of the whole edit, at the same moments of the timeline',
      editOf(
        [{ start: 4, length: 2, alias: 'outer' }],
        [group([[{ start: 'alias://outer', length: 'alias://outer' }]], { start: 1, length: 'auto' })],
        [group([[{ start: 1, alias: 'inner' }]], { start: 2, length: 'auto' })],
        [{ start: 'alias://inner', length: 'alias://inner' }],
      ),
      '4+2 1+5 4+2 2+2 3+1 3+1 = 6',
    ],
    [
      'do not begin before it',
      editOf(
        [{ start: 1, length: 9, alias: 'outer' }],
        [group([[{ start: 'alias://outer', length: 2 }]], { start: 3, length: 'auto' })],
      ),
      '1+9 3+2 3+2 = 10',
    ],
    [
      'do not extend the timeline',
      editOf([{ length: 4 }], [group([[{ length: 9 }]], { start: 1, length: 'end' })]),
      '0+4 1+3 1+3 = 4',
    ],
  ])('%s', (_name, edit, times) => {
    expect(timesOf(edit)).toBe(times);
  });
});

it('warns of a clip that its group cuts off', () => {
  const edit = editOf([group([[{ length: 9 }, { start: 'auto' }]], { start: 1, length: 2 })]);
  const times = resolveTimes(edit, () => STILL_LENGTH);
  const texts = findWarnings(edit, times, 'interface').map(({ field, text }) => `${field}: ${text}`);
  expect(texts).toContain(
    'timeline.tracks[0].clips[0].asset.tracks[0].clips[0].length: The clip ends after 2 s instead of 9 s, because its group ends at 3 s. Make the group longer, or give it the length "auto".',
  );
  expect(texts).toContain(
    'timeline.tracks[0].clips[0].asset.tracks[0].clips[1].length: The clip is never visible or heard, because its group ends at 3 s. Make the group longer, or give it the length "auto".',
  );
});

describe('a group', () => {
  const problemsOf = (edit: unknown): string[] => {
    const parsed = parseEdit(edit);
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
  };
  const nest = (depth: number): Clip =>
    depth === 0 ? clip({}) : group([[nest(depth - 1)]], { start: 0, length: 'auto' });

  it('may lie in three others, but not in four', () => {
    expect(problemsOf(editOf([nest(4)]))).toEqual([]);
    expect(problemsOf(editOf([nest(6)]))).toEqual([
      `timeline.tracks[0].clips[0]${'.asset.tracks[0].clips[0]'.repeat(4)}.asset is a group inside 4 other groups. At most 4 groups can lie inside each other. Put its clips into the group around it.`,
    ]);
  });

  it('needs a length', () => {
    expect(problemsOf(editOf([group([[{ length: 'end' }]], { length: 'auto' })]))).toEqual([
      'timeline.tracks[0].clips[0].length cannot be "auto", because all clips of the group have the length "end". Give the group or one of its clips a length in seconds.',
    ]);
  });

  it('must not depend on itself', () => {
    const edit = editOf(
      [group([[{ start: 'alias://after', length: 1 }]], { length: 'auto' })],
      [{ start: 0, length: 1 }],
      [
        { start: 'auto', length: 1 },
        { start: 'auto', alias: 'after' },
      ],
    );
    expect(problemsOf(edit)).toEqual([]);
    const circular = editOf([
      group([[{ start: 'alias://after', length: 1 }]], { length: 'auto' }),
      { start: 'auto', alias: 'after' },
    ]);
    expect(problemsOf(circular)).toEqual([expect.stringContaining('depends on itself')]);
  });

  it('counts all its clips', () => {
    const many = Array.from({ length: 5001 }, () => ({}));
    expect(problemsOf(editOf([group([many]), group([many])]))).toEqual([
      'timeline.tracks[0].clips exceeds the limit of 10,000 clips: the edit has 10,004. Split it into several edits.',
    ]);
  });

  it('must leave room for the canvases of the others at that time', () => {
    const large = (start: number): Clip =>
      clip({
        asset: { type: 'group', width: 4096, height: 4096, tracks: [{ clips: [clip({})] }] },
        start,
        length: 1,
      });
    const at = (...starts: number[]) => problemsOf(editOf(...starts.map((start) => [large(start)])));
    expect(at(0, 0, 1, 1)).toEqual([]);
    expect(at(0, 1, 1, 1)).toEqual([
      'timeline.tracks[3].clips[0].asset makes the groups at 1 s too large: they have 50,331,648 pixels together, but may have at most 49,766,400. Give the groups a smaller "width" and "height", or use fewer at the same time.',
    ]);
  });

  it.each([
    [{ type: 'group' }, 'asset.tracks is required: a list'],
    [{ type: 'group', tracks: [] }, 'asset.tracks must have at least 1 item'],
    [{ type: 'group', tracks: [{ clips: [] }] }, 'asset.tracks[0].clips must have at least 1 item'],
    [{ type: 'group', tracks: [{ clips: [clip({ start: -1 })] }] }, 'asset.tracks[0].clips[0].start must be'],
    [{ type: 'group', tracks: [{ clips: [clip({})] }], width: 0 }, 'asset.width must be 1 or more'],
    [{ type: 'group', tracks: [{ clips: [clip({})] }], volume: 1 }, 'asset.volume is not a known property'],
    [
      { type: 'group', tracks: [{ clips: [clip({ alias: 'a b' })] }] },
      'asset.tracks[0].clips[0].alias must be',
    ],
  ])('is rejected as %j', (asset, message) => {
    const problems = problemsOf({
      timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
      output,
    });
    expect(problems).toEqual([expect.stringContaining(`timeline.tracks[0].clips[0].${message}`)]);
  });
});
