import { describe, expect, it } from 'vitest';
import { type Clip, parseEdit, type Range } from '../index.ts';

/** The problems of a range over clips that are texts for 5 s, but for what is given. */
function problemsOf(range: Range, ...clips: Partial<Clip>[]): string[] {
  const clip: Clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 5 };
  const tracks = [{ clips: clips.map((given) => ({ ...clip, ...given })) }];
  const parsed = parseEdit({ timeline: { tracks }, output: { format: 'mp4', resolution: 'sd', range } });
  return parsed.ok
    ? []
    : parsed.problems.filter(({ code }) => code !== 'not_supported').map(({ message }) => message);
}

describe('a range', () => {
  it('must begin before the timeline ends', () => {
    const message = (end: number, start: number) =>
      `output.range.start must be before the end of the timeline, which is at ${end} s, not ${start}.`;
    expect(problemsOf({ start: 5 }, {})).toEqual([message(5, 5)]);
    expect(problemsOf({ start: 9, length: 1 }, {}, { start: 'auto', length: 'auto' })).toEqual([
      message(8, 9),
    ]);
    expect(problemsOf({ start: 0.3 }, { length: 0.1 }, { start: 'auto', length: 0.2 })).toEqual([
      message(0.3, 0.3),
    ]);
  });

  it('may end after it', () => {
    expect(problemsOf({ start: 4.9, length: 60 }, {})).toEqual([]);
    expect(problemsOf({ length: 60 }, {})).toEqual([]);
  });

  it('is not judged where only the media tell how long the timeline is', () => {
    const video: Partial<Clip> = { asset: { type: 'video', src: 'https://example.com/a' }, length: 'auto' };
    expect(problemsOf({ start: 60 }, {}, video)).toEqual([]);
    expect(problemsOf({ start: 60 }, {}, { ...video, length: 2 })).toHaveLength(1);
  });

  it('is not judged where the times turn in a circle', () => {
    expect(problemsOf({ start: 60 }, { alias: 'a', start: 'alias://a' })).toEqual([
      expect.stringMatching(/clips\[0\]\.start depends on itself/),
    ]);
  });
});
