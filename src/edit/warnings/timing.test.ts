import { describe, expect, it, test } from 'vitest';
import { type Clip, type Edit, findWarnings, resolveTimes, STILL_LENGTH } from '../index.ts';

/**
 * Returns the warnings about clips, each on a track of its own. The lengths of media are unknown, except for
 * those of images.
 */
function warned(clips: readonly Partial<Clip>[], output: Partial<Edit['output']> = {}) {
  const clip: Clip = { asset: { type: 'image', src: 'a' }, start: 0, length: 2 };
  const edit: Edit = {
    timeline: { tracks: clips.map((given) => ({ clips: [{ ...clip, ...given }] })) },
    output: { format: 'mp4', ...output },
  };
  const times = resolveTimes(edit, (location) =>
    location.clip.asset.type === 'image' ? STILL_LENGTH : undefined,
  );
  return findWarnings(edit, times, 'interface');
}

const tween = (start: number) => [{ from: 0, to: 1, start, length: 1 }];

describe('a clip that falls between two frames', () => {
  it('gets a warning', () => {
    expect(warned([{}, { start: 3.01, length: 0.004 }])).toEqual([
      {
        field: 'timeline.tracks[1].clips[0].length',
        text: 'The clip lasts 0.004 s and falls between two frames, so it never appears. One frame lasts 0.04 s. Give the clip at least this length.',
      },
    ]);
  });

  it.each<[string, Partial<Clip>, Partial<Edit['output']>]>([
    ['if a frame shows it', { start: 3.018, length: 0.004 }, {}],
    ['at a higher frame rate', { start: 3.005, length: 0.02 }, { fps: 60 }],
    [
      'in an mp3, which has no frames',
      { start: 3.01, length: 0.004, asset: { type: 'audio', src: 'a' } },
      { format: 'mp3' },
    ],
  ])('gets none %s', (_, clip, output) => {
    expect(warned([{ asset: { type: 'audio', src: 'a' } }, clip], output)).toEqual([]);
  });
});

describe('a tween that starts after the end of its clip', () => {
  it('gets a warning, because its times count from the start of the clip', () => {
    expect(warned([{ start: 3, length: 'auto', opacity: [...tween(0), ...tween(4)] }])).toEqual([
      {
        field: 'timeline.tracks[0].clips[0].opacity[1]',
        text: 'This tween starts at 4 s, but its clip lasts only 3 s, so it never runs. Its times count from the start of the clip.',
      },
    ]);
  });

  test.each<[string, Partial<Clip>]>([
    ['if it starts in time', { length: 'auto', offset: { x: tween(2.5) } }],
    ['if the length is unknown', { asset: { type: 'video', src: 'v' }, length: 'auto', scale: tween(4) }],
  ])('gets none %s', (_, clip) => {
    expect(warned([clip])).toEqual([]);
  });
});

describe('a range without a visible clip', () => {
  const sound: Partial<Clip> = { asset: { type: 'audio', src: 'a' }, length: 9 };

  it('gets a warning', () => {
    expect(warned([{ length: 2 }, { ...sound }, { start: 6 }], { range: { start: 3, length: 2.5 } })).toEqual(
      [
        {
          field: 'output.range',
          text: 'No clip is visible in this range, from 3 to 5.5 s, so the output shows only the background.',
        },
      ],
    );
  });

  test.each<[string, Partial<Clip>[], Partial<Edit['output']>]>([
    ['if it shows a frame of a clip', [{}, sound], { range: { start: 1.96, length: 2 } }],
    ['if the edit has only sound', [sound], { range: { start: 3, length: 1 } }],
    [
      'if times are unknown',
      [{ asset: { type: 'video', src: 'v' }, length: 'auto' }, sound],
      { range: { start: 3, length: 1 } },
    ],
    ['in an mp3', [{}, sound], { format: 'mp3', range: { start: 3, length: 1 } }],
  ])('gets none %s', (_, clips, output) => {
    expect(warned(clips, output)).toEqual([]);
  });
});
