import { describe, expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const clip = { asset: { type: 'title', text: 'Hello' }, start: 0, length: 2 };

/** Returns the messages of the problems of an edit. */
function problemsOf(output: object, background?: string): string[] {
  const timeline = { tracks: [{ clips: [clip] }], ...(background !== undefined && { background }) };
  const result = parseEdit({ timeline, output: { resolution: 'sd', ...output } });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

describe('a codec', () => {
  it.each([
    [{ format: 'mp4', codec: 'h264' }],
    [{ format: 'mp4', codec: 'hevc' }],
    [{ format: 'mp4', codec: 'av1' }],
    [{ format: 'webm' }],
    [{ format: 'webm', codec: 'vp9' }],
    [{ format: 'webm', codec: 'av1' }],
    [{ format: 'mov' }],
    [{ format: 'mov', codec: 'prores422' }],
    [{ format: 'mov', codec: 'prores4444' }],
  ])('fits its format: %o', (output) => {
    expect(problemsOf(output)).toEqual([]);
  });

  it.each([
    [
      { format: 'webm', codec: 'h264' },
      'output.codec must be "vp9" or "av1" for the format "webm", not "h264", which needs the format "mp4".',
    ],
    [
      { format: 'mov', codec: 'av1' },
      'output.codec must be "prores422" or "prores4444" for the format "mov", not "av1", which needs the format "mp4" or "webm".',
    ],
    [
      { format: 'gif', codec: 'vp9' },
      'output.codec goes only with a video, but output.format is "gif". Remove it, or set output.format to "mp4", "webm" or "mov".',
    ],
    [
      { format: 'mov', codec: 'prores' },
      'output.codec must be one of "h264", "hevc", "vp9", "av1", "prores422", "prores4444", not "prores". Did you mean "prores422"?',
    ],
  ])('of another format is a problem: %o', (output, message) => {
    expect(problemsOf(output)).toEqual([message]);
  });

  it.each([
    [{ format: 'webm', codec: 'av1', size: { width: 64, height: 64 } }, []],
    [{ format: 'webm', codec: 'vp9', size: { width: 2, height: 2 } }, []],
    [
      { format: 'mp4', codec: 'av1', size: { width: 1920, height: 20 } },
      [
        'output.size makes a picture of 1920x20, but the codec "av1" needs at least 64 pixels on each side. Make it larger, or choose another codec.',
      ],
    ],
    [
      { format: 'mp4', codec: 'hevc', size: { width: 4000, height: 40 }, scaleTo: 'preview' },
      [
        'output.size makes a picture of 512x6, but the codec "hevc" needs at least 16 pixels on each side. Make it larger, or choose another codec.',
      ],
    ],
  ])('needs a picture that is large enough: %o', (output, messages) => {
    expect(problemsOf({ resolution: undefined, ...output })).toEqual(messages);
  });

  it('needs even sides', () => {
    expect(problemsOf({ format: 'webm', resolution: undefined, size: { width: 101, height: 50 } })).toEqual([
      'output.size.width must be even for a webm, not 101.',
    ]);
  });
});

describe('a transparent background', () => {
  it.each([
    [{ format: 'webm' }],
    [{ format: 'mov', codec: 'prores4444' }],
    [{ format: 'png' }],
    [{ format: 'gif' }],
    [{ format: 'mp3' }],
  ])('is kept in %o', (output) => {
    expect(problemsOf(output, 'transparent')).toEqual([]);
  });

  it.each([
    [{ format: 'mp4' }, 'an mp4'],
    [{ format: 'mp4', codec: 'hevc' }, 'an mp4 with the codec "hevc"'],
    [{ format: 'webm', codec: 'av1' }, 'a webm with the codec "av1"'],
    [{ format: 'mov' }, 'a mov with the codec "prores422"'],
    [{ format: 'jpg' }, 'a jpg'],
  ])('is a problem in %o', (output, name) => {
    expect(problemsOf(output, 'transparent')).toEqual([
      `timeline.background cannot be "transparent" in ${name}, which stores no transparency. Choose a colour, or make a webm with the codec "vp9", a mov with the codec "prores4444", a png or a gif.`,
    ]);
  });

  it('is the only colour with a name', () => {
    expect(problemsOf({ format: 'png' }, 'blue')).toEqual([
      'timeline.background must be a colour in the form "#RRGGBB" or "#RGB", such as "#1a2b3c", or "transparent", not "blue".',
    ]);
  });
});
