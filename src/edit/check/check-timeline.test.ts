import { describe, expect, it } from 'vitest';
import { type Clip, type Output, parseEdit, type Range } from '../index.ts';

/** The problems of a range over clips that are texts for 5 s, but for what is given. */
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

  it('must have a frame', () => {
    const preview = (range: Range) => problemsWith({ resolution: 'preview', range }, { length: 1 });
    expect(preview({ start: 0.99 })).toEqual([
      'output.range.start is too late, at 0.99 s: the last frame of the timeline begins at 0.933333 s.',
    ]);
    expect(preview({ length: 0.001 })).toEqual([
      'output.range.length is too short for a single frame from 0 s on, at 0.001 s: a frame lasts 0.066667 s.',
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

describe('a timeline', () => {
  const TOO_LONG = 'a timeline may last 12 hours, 43200 s, at the most.';
  const video: Partial<Clip> = { asset: { type: 'video', src: 'https://example.com/a' }, length: 'auto' };

  it('lasts 12 hours at the most', () => {
    expect(problemsOf({}, { start: 43_195 })).toEqual([]);
    expect(problemsOf({}, {}, { start: 43_195.1 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43200.1 s; ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, { start: 1e308 }, { start: 'auto' })).toEqual([
      `timeline.tracks[0].clips[0] ends at 1e+308 s; ${TOO_LONG}`,
    ]);
  });

  it('lasts no longer although nobody knows all of its media', () => {
    expect(problemsOf({}, video, { start: 43_200 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43205 s; ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, video, { start: 'auto', length: 43_201 })).toEqual([
      `timeline.tracks[0].clips[1] ends at 43201 s; ${TOO_LONG}`,
    ]);
    expect(problemsOf({}, video, { start: 43_000, length: 'end' })).toEqual([]);
  });

  it('lasts one frame at least', () => {
    const message = (duration: number, rate: number) =>
      `timeline.tracks[0].clips[0].length must be more, or the timeline is shorter than one frame: it lasts ${duration} s, at ${rate} frames a second.`;
    expect(problemsOf({}, { length: 0.02 })).toEqual([]);
    expect(problemsOf({}, { length: 0.019 })).toEqual([message(0.019, 25)]);
    expect(problemsWith({ fps: 29.97 }, { length: 0.01 })).toEqual([message(0.01, 29.97)]);
    expect(problemsOf({}, { length: 0.01 }, video)).toEqual([]);
  });

  it('is not judged by its frames where it is wrong how many there are', () => {
    const wrong = { fps: 61 } as unknown as Output;
    expect(problemsWith(wrong, { length: 0.01 })).toEqual([expect.stringMatching(/^output\.fps must be/)]);
  });
});
