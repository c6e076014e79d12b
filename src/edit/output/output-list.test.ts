import { describe, expect, it } from 'vitest';
import { type Edit, findWarnings, lengthWithoutMedia, packEdit, parseEdit, predictCost } from '../index.ts';
import { replaceGeneratedAssets, resolveTimes, unpackEdit } from '../model.ts';
import { combineWarnings, listOutputs } from './output-list.ts';
import { nameEditFiles } from './render-files.ts';

const clip = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 2 };
const mp4 = { format: 'mp4', resolution: 'hd' };

function editOf(outputs: unknown, fields: object = {}): object {
  return { timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] }, outputs };
}

function parse(edit: object): Edit {
  const parsed = parseEdit(edit);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.value.edit;
}

function problemsOf(edit: object): string[] {
  const parsed = parseEdit(edit);
  return parsed.ok ? [] : parsed.problems.map(({ code, message }) => `${code}: ${message}`);
}

describe('a list of outputs', () => {
  it('makes one edit for each output, with lengths of its own', () => {
    const upright = { ...mp4, aspectRatio: '9:16' };
    const edit = parse(editOf([mp4, upright, { format: 'mp3' }], { width: '50vw' }));
    const found = listOutputs(edit).map(({ output, timeline }) => [
      output.format,
      timeline.tracks[0]?.clips[0]?.width,
    ]);
    expect(found).toEqual([
      ['mp4', 640],
      ['mp4', 360],
      ['mp3', 640],
    ]);
    expect(unpackEdit(packEdit({ edit, dialect: 'interface', warnings: [] }))).toEqual(edit);
  });

  it('names the files of each output', () => {
    const edit = parse(
      editOf([
        { ...mp4, poster: { capture: 0 } },
        { ...mp4, captions: { format: 'srt' } },
      ]),
    );
    expect(nameEditFiles(edit, 'id')).toEqual({
      output: 'id.mp4',
      poster: 'id-poster.jpg',
      others: [{ output: 'id-1.mp4', captions: 'id-1.srt' }],
    });
  });

  it('excludes an output, and one of the two is required', () => {
    const { timeline } = editOf([]) as { timeline: object };
    expect(problemsOf({ timeline })).toEqual(['required: output is required: an object.']);
    expect(problemsOf({ ...editOf([mp4]), output: mp4 })).toEqual([
      'conflict: outputs cannot be combined with output. Remove one of the two.',
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['an empty list', [], ['out_of_range: outputs must have at least 1 item.']],
    ['11 outputs', Array(11).fill(mp4), ['out_of_range: outputs must have at most 10 items.']],
    ['no list', mp4, ['wrong_type: outputs must be a list, not an object.']],
    [
      'rules between fields',
      [mp4, { ...mp4, size: { width: 10, height: 11 } }],
      [
        'conflict: outputs[1].size cannot be combined with outputs[1].resolution. Remove one of the two.',
        'not_even: outputs[1].size.height must be even for an mp4, not 11.',
      ],
    ],
    [
      'rules between an output and the timeline',
      [mp4, { ...mp4, range: { start: 5 } }, { ...mp4, range: { start: 0, length: 0 } }],
      [
        'out_of_range: outputs[1].range.start must be before the end of the timeline at 2 s, not 5.',
        'out_of_range: outputs[2].range.length must be more than 0, because an empty range has nothing to render.',
      ],
    ],
    [
      'a missing size',
      [mp4, { format: 'gif' }],
      ['required: outputs[1].resolution is required, unless outputs[1].size gives a width and a height.'],
    ],
  ])('is checked: %s', (_, outputs, expected) => {
    expect(problemsOf(editOf(outputs))).toEqual(expected);
  });

  it('is checked with the lengths that are relative to each output, and other problems are told once', () => {
    const outputs = [mp4, { format: 'png', size: { width: 4000, height: 100 } }, mp4];
    expect(problemsOf(editOf(outputs, { width: '100vw', start: 'alias://nobody' }))).toEqual([
      'alias_unknown: timeline.tracks[0].clips[0].start refers to the alias "nobody", which no clip has.',
      'out_of_range: timeline.tracks[0].clips[0].width must be 3840 or less, but "100vw" is 4000 pixels in an output of 4000x100 (for outputs[1]).',
    ]);
  });

  it('costs as much as its outputs together, without what they share', () => {
    const video = { asset: { type: 'video', src: 'https://a.example/a.mp4' }, length: 2 };
    const one = predictCost(parse(editOf([mp4], video)));
    const two = predictCost(parse(editOf([mp4, mp4], video)));
    expect(two.outputSeconds).toBe(2 * one.outputSeconds);
    expect(two.seconds).toBeGreaterThan(one.seconds);
    expect(two.seconds).toBeLessThan(2 * one.seconds);
    expect(two.memoryBytes).toBe(one.memoryBytes);
  });

  it('uses what was generated for all outputs', () => {
    const asset = { type: 'text-to-image', prompt: 'A cat' };
    const edit = parse(editOf([mp4, { format: 'png', resolution: 'sd' }], { asset }));
    const replaced = listOutputs(replaceGeneratedAssets(edit, () => 'a.png'));
    expect(replaced.map(({ timeline }) => timeline.tracks[0]?.clips[0]?.asset)).toEqual([
      { type: 'image', src: 'a.png' },
      { type: 'image', src: 'a.png' },
    ]);
  });

  it('has warnings that name the output, unless all outputs have them', () => {
    const edit = parse(editOf([mp4, { ...mp4, fps: 30, poster: { capture: 9 } }]));
    const times = resolveTimes(edit, lengthWithoutMedia);
    const found = listOutputs(edit).map((each) => findWarnings(each, times, 'interface'));
    const field = 'timeline.tracks[0].clips[0].asset';
    const common = { field: 'timeline', text: 'Both.' };
    const overflow = { field, text: 'The text does not fit.' };
    const [first = [], second = []] = found;
    expect(
      combineWarnings(edit, [
        [...first, common],
        [...second, common, overflow],
      ]),
    ).toEqual([
      common,
      { field: 'outputs[1].poster.capture', text: expect.stringMatching(/^The moment 9 s/) as string },
      { field, text: 'For outputs[1]: The text does not fit.' },
    ]);
  });
});
