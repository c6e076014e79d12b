import { describe, expect, it } from 'vitest';
import { type Clip, type Output, parseEdit, type Range } from '../index.ts';

/** Returns the problems of a range over clips. By default each clip is a text of 5 s. */
function problemsOf(range: Range, ...clips: Partial<Clip>[]): string[] {
  return problemsWith({ range }, ...clips);
}

function problemsWith(fields: Partial<Output>, ...clips: Partial<Clip>[]): string[] {
  const clip: Clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 5 };
  const tracks = [{ clips: clips.map((given) => ({ ...clip, ...given })) }];
  const parsed = parseEdit({ timeline: { tracks }, output: { format: 'mp4', resolution: 'sd', ...fields } });
  return parsed.ok
    ? []
    : parsed.problems.filter(({ code }) => code !== 'not_supported').map(({ message }) => message);
}

describe('a range', () => {
  it('must start before the timeline ends', () => {
    const message = (end: number, start: number) =>
      `output.range.start must be before the end of the timeline at ${end} s, not ${start}.`;
    expect(problemsOf({ start: 5 }, {})).toEqual([message(5, 5)]);
    expect(problemsOf({ start: 9, length: 1 }, {}, { start: 'auto', length: 'auto' })).toEqual([
      message(8, 9),
    ]);
    expect(problemsOf({ start: 0.3 }, { length: 0.1 }, { start: 'auto', length: 0.2 })).toEqual([
      message(0.3, 0.3),
    ]);
  });

  it('must have a frame', () => {
    const preview = (range: Range) => problemsWith({ resolution: 'preview', range }, { length: 1 });
    expect(preview({ start: 0.99 })).toEqual([
      'output.range.start is too late at 0.99 s. The last frame of the timeline starts at 0.933333 s.',
    ]);
    expect(preview({ length: 0.001 })).toEqual([
      'output.range.length is too short: 0.001 s from 0 s contains no frame. One frame lasts 0.066667 s.',
    ]);
  });

  it('may end after the timeline', () => {
    expect(problemsOf({ start: 4.9, length: 60 }, {})).toEqual([]);
    expect(problemsOf({ length: 60 }, {})).toEqual([]);
  });

  it('is not checked if the length of the timeline depends on media', () => {
    const video: Partial<Clip> = { asset: { type: 'video', src: 'https://example.com/a' }, length: 'auto' };
    expect(problemsOf({ start: 60 }, {}, video)).toEqual([]);
    expect(problemsOf({ start: 60 }, {}, { ...video, length: 2 })).toHaveLength(1);
  });

  it('is not checked if times form a cycle', () => {
    expect(problemsOf({ start: 60 }, { alias: 'a', start: 'alias://a' })).toEqual([
      expect.stringMatching(/clips\[0\]\.start depends on itself/),
    ]);
  });
});

describe('a timeline', () => {
  const TOO_LONG = 'but a timeline can last at most 12 hours (43200 s).';
  const video: Partial<Clip> = { asset: { type: 'video', src: 'https://example.com/a' }, length: 'auto' };

  it('lasts at most 12 hours', () => {
    expect(problemsOf({}, { start: 43_195 })).toEqual([]);
    expect(problemsOf({}, {}, { start: 43_195.1 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43200.1 s, ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, { start: 1e308 }, { start: 'auto' })).toEqual([
      `timeline.tracks[0].clips[0] ends at 1e+308 s, ${TOO_LONG}`,
    ]);
  });

  it('lasts at most 12 hours even if some media lengths are unknown', () => {
    expect(problemsOf({}, video, { start: 43_200 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43205 s, ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, video, { start: 'auto', length: 43_201 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43201 s, ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, video, { start: 43_000, length: 'end' })).toEqual([]);
  });

  it('lasts at least one frame', () => {
    const message = (duration: number, rate: number) =>
      `timeline.tracks[0].clips[0].length is too short: a timeline of ${duration} s has no frame at ${rate} frames per second.`;
    expect(problemsOf({}, { length: 0.02 })).toEqual([]);
    expect(problemsOf({}, { length: 0.019 })).toEqual([message(0.019, 25)]);
    expect(problemsWith({ fps: 29.97 }, { length: 0.01 })).toEqual([message(0.01, 29.97)]);
    expect(problemsOf({}, { length: 0.01 }, video)).toEqual([]);
  });

  it('is not checked in frames if the frame rate is not valid', () => {
    const wrong = { fps: 61 } as unknown as Output;
    expect(problemsWith(wrong, { length: 0.01 })).toEqual([expect.stringMatching(/^output\.fps must be/)]);
  });
});
