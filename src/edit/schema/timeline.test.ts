import { expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const src = 'https://example.com/music.mp3';
const CLIP = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 5 };

function messages(volume: unknown, tracks: object[]): string[] {
  const timeline = { soundtrack: { src, volume }, tracks };
  const result = parseEdit({ timeline, output: { format: 'mp4', resolution: 'sd' } });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

it('explains alternatives if a soundtrack is not enough', () => {
  expect(messages([{ from: 1, to: 0, start: 0, length: 1 }], [])).toEqual([
    'timeline.tracks must have at least 1 item, because the timeline lasts as long as its clips. To render sound alone, add a track with an audio clip of the length "auto".',
  ]);
});

it.each([
  ['loud', 'timeline.soundtrack.volume must be a number or a list of tweens, not "loud".'],
  [[{ from: 0, to: 2 }], 'timeline.soundtrack.volume[0].to must be 1 or less, not 2.'],
  [
    [
      { from: 0, to: 1, start: 0, length: 2 },
      { from: 1, to: 0, start: 1, length: 2 },
    ],
    'timeline.soundtrack.volume[1] starts at 1 s, before tween [0] ends at 2 s. Tweens in a list must not overlap.',
  ],
  [1.5, 'timeline.soundtrack.volume must be 1 or less, not 1.5.'],
])('reports the volume %j of a soundtrack', (volume, message) => {
  expect(messages(volume, [{ clips: [CLIP] }])).toEqual([message]);
});

it('limits the number of fonts and destinations', () => {
  const edit = (fonts: number, destinations: number) => ({
    timeline: { fonts: Array(fonts).fill({ src: 'https://example.com/a.ttf' }), tracks: [{ clips: [CLIP] }] },
    output: {
      format: 'mp4',
      resolution: 'sd',
      destinations: Array(destinations).fill({ provider: 'mux' }),
    },
  });
  const problems = (input: object) => {
    const result = parseEdit(input);
    return result.ok ? [] : result.problems.map(({ message }) => message);
  };
  expect(problems(edit(1000, 100))).toEqual([]);
  expect(problems(edit(1001, 101))).toEqual([
    'timeline.fonts must have at most 1000 items.',
    'output.destinations must have at most 100 items.',
  ]);
});

it.each([
  [{ start: -1 }, 'timeline.soundtrack.start must be 0 or more, not -1.'],
  [{ loop: 'yes' }, 'timeline.soundtrack.loop must be true or false, not "yes".'],
])('reports the field %j of a soundtrack', (fields, message) => {
  const timeline = { soundtrack: { src, ...fields }, tracks: [{ clips: [CLIP] }] };
  const result = parseEdit({ timeline, output: { format: 'mp4', resolution: 'sd' } });
  expect(result.ok ? [] : result.problems.map((problem) => problem.message)).toEqual([message]);
});

it('limits and describes the voices of a sound that goes down', () => {
  const problems = (under: unknown) => {
    const timeline = { soundtrack: { src, duck: { under } }, tracks: [{ clips: [{ ...CLIP, alias: 'a' }] }] };
    const result = parseEdit({ timeline, output: { format: 'mp4', resolution: 'sd' } });
    return result.ok ? [] : result.problems.map(({ message }) => message);
  };
  expect(problems(Array(1001).fill('alias://a'))).toEqual([
    'timeline.soundtrack.duck.under must have at most 1000 items.',
  ]);
  expect(problems(['alias://a', 'b'])).toEqual([
    'timeline.soundtrack.duck.under[1] must be "alias://NAME", with a name of letters, digits, "_" and "-", not "b".',
  ]);
});
