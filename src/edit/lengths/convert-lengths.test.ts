import { describe, expect, it } from 'vitest';
import { mergeEdit, parseEdit, parseTemplate } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

function editOf(clip: Fields, output: Fields = { resolution: 'hd' }, more: Fields = {}): Fields {
  const asset = { type: 'text', text: '5vw' };
  const tracks = [{ clips: [{ asset, start: 0, length: 1, ...clip }] }];
  return { timeline: { tracks }, output: { format: 'png', ...output }, ...more };
}

/** Parses an edit with one clip and returns that clip. */
function clipOf(...given: Parameters<typeof editOf>) {
  const parsed = parseEdit(editOf(...given));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.value.edit.timeline.tracks[0]?.clips[0];
}

/** Returns the problems of an edit with one clip, as `code: message` without the path of the clip. */
function problemsOf(...given: Parameters<typeof editOf>): string[] {
  const parsed = parseEdit(editOf(...given));
  const problems = parsed.ok ? [] : parsed.problems;
  return problems.map(
    ({ code, message }) => `${code}: ${message.replaceAll(/timeline\S+clips\[0\]\./g, '')}`,
  );
}

describe('a relative length', () => {
  it.each<[string, Fields, number]>([
    ['50vw', { resolution: 'hd' }, 640],
    ['50vh', { resolution: 'hd' }, 360],
    ['50vmin', { resolution: 'hd' }, 360],
    ['50vmax', { resolution: 'hd' }, 640],
    ['50vmin', { resolution: 'hd', aspectRatio: '9:16' }, 360],
    ['50vmax', { resolution: 'hd', aspectRatio: '9:16' }, 640],
    ['50vh', { resolution: '1080', aspectRatio: '1:1' }, 540],
    ['12.5vw', { size: { width: 200, height: 100 } }, 25],
    ['33.3vw', { resolution: 'hd' }, 426.24],
    ['50vw', { resolution: 'hd', scaleTo: 'preview' }, 640],
  ])('%s of %j is %d pixels', (width, output, pixels) => {
    expect(clipOf({ width }, output)?.width).toBe(pixels);
  });

  it('keeps its decimals, except where only whole pixels exist', () => {
    const font = { size: '6vmin' };
    expect(clipOf({ asset: { type: 'text', text: '', font } })?.asset).toMatchObject({
      font: { size: 43.2 },
    });
    const page = { type: 'html', html: '', width: '33.3vw', height: '10vh' };
    expect(clipOf({ asset: page })?.asset).toMatchObject({ width: 426, height: 72 });
  });

  it.each(['progress', 'waveform'])(
    'is one of a %s without its shape, which other assets must have',
    (type) => {
      expect(clipOf({ asset: { type, height: '10vh' } })?.asset).toEqual({ type, height: 72 });
    },
  );

  it('may be negative, inside a list of alternatives, and is only a length where one belongs', () => {
    const asset = {
      type: 'rich-text',
      text: '5vw',
      padding: '2vmin',
      style: { letterSpacing: '-1vmin' },
      font: { color: '#ffffff' },
    };
    expect(clipOf({ asset })?.asset).toEqual({
      ...asset,
      padding: 14.4,
      style: { letterSpacing: -7.2 },
    });
  });

  it('may come from a merge field and stand in a template', () => {
    const edit = editOf({ width: '{{ WIDTH }}' }, undefined, { merge: [{ find: 'WIDTH', replace: '50vw' }] });
    expect(parseEdit(edit)).toMatchObject({
      value: { edit: { timeline: { tracks: [{ clips: [{ width: 640 }] }] } } },
    });
    expect(mergeEdit(edit)).toMatchObject({ timeline: { tracks: [{ clips: [{ width: '50vw' }] }] } });
    expect(parseTemplate(editOf({ width: '50vw' })).ok).toBe(true);
  });

  it('is checked in pixels', () => {
    expect(problemsOf({ width: '400vw' })).toEqual([
      'out_of_range: width must be 3840 or less, but "400vw" is 5120 pixels in an output of 1280x720.',
    ]);
    expect(problemsOf({ height: '-1vh' })).toEqual([
      'out_of_range: height must be 1 or more, but "-1vh" is -7.2 pixels in an output of 1280x720.',
    ]);
  });

  it.each(['80%', '10px', '5', 'vw', '5 vw', '5VW', '1e2vw', '5vi', '', '1.vw'])('cannot be %j', (width) => {
    const hint = width === '5' ? '. Write it without quotes' : '';
    expect(problemsOf({ width })).toEqual([
      `wrong_type: width must be a number of pixels or a length such as "80vw" (units vw, vh, vmin, vmax), not ${JSON.stringify(width)}${hint}.`,
    ]);
  });

  it('leaves the messages of numbers as they were', () => {
    expect(problemsOf({ width: 5000 })).toEqual(['out_of_range: width must be 3840 or less, not 5000.']);
    expect(problemsOf({ width: true })).toEqual(['wrong_type: width must be a number, not true.']);
    const asset = { type: 'text', text: '', font: { size: 1.5 } };
    expect(problemsOf({ asset })).toEqual(['wrong_type: asset.font.size must be a whole number, not 1.5.']);
  });

  it('is no further problem if the size of the output is wrong', () => {
    expect(problemsOf({ width: '50vw' }, { size: { width: 0, height: 10 } })).toEqual([
      'out_of_range: output.size.width must be 1 or more, not 0.',
    ]);
  });

  it('counts towards the most problems that are reported', () => {
    const clip = { asset: { type: 'text', text: '' }, start: 0, length: 1, width: '999vw' };
    const tracks = [{ clips: Array.from({ length: 10_000 }, () => clip) }];
    const parsed = parseEdit({ timeline: { tracks }, output: { format: 'png', resolution: 'hd' } });
    expect(parsed.ok ? 0 : parsed.problems.length).toBe(100);
  });
});
