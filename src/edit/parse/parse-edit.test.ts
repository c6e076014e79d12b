import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Result } from '../../base/result.ts';
import { parseEdit, type ParsedEdit, type Problem } from '../index.ts';

const src = 'https://example.com/video.mp4';
const clip = { asset: { type: 'video', src }, start: 0, length: 5 };
const output = { format: 'mp4', resolution: 'sd' };

function editOf(fields: object): object {
  return { timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] }, output };
}

function withAsset(asset: unknown): object {
  return editOf({ asset });
}

function withOutput(fields: object): object {
  return { timeline: { tracks: [{ clips: [clip] }] }, output: fields };
}

function problemsOf(input: unknown): readonly Problem[] {
  const result = parseEdit(input);
  return result.ok ? [] : result.problems;
}

/** Returns the problems as `field (code)`. */
function summary(input: unknown): string[] {
  return problemsOf(input).map(({ field, code }) => `${field} (${code})`);
}

function messages(input: unknown): string[] {
  return problemsOf(input).map(({ message }) => message);
}

const CLIP = 'timeline.tracks[0].clips[0]';

describe('parseEdit', () => {
  it('returns what the client wrote', () => {
    const edit = editOf({ length: 'auto', alias: 'a', opacity: 0.5 });
    expect(parseEdit(edit)).toEqual({ ok: true, value: { edit, dialect: 'interface', warnings: [] } });
    expectTypeOf(parseEdit).returns.toEqualTypeOf<Result<ParsedEdit, Problem>>();
  });

  it('gives the location of a problem in three forms', () => {
    expect(problemsOf(withAsset({ type: 'video' }))).toEqual([
      {
        path: ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'src'],
        field: `${CLIP}.asset.src`,
        pointer: '/timeline/tracks/0/clips/0/asset/src',
        code: 'required',
        type: 'missing',
        message: `${CLIP}.asset.src is required: the URL of a file, or a "prompt" in its place, which says what to make.`,
      },
    ]);
  });

  it.each([
    [null, 'The edit must be an object, not null.'],
    [undefined, 'The edit is required: an object.'],
    [[], 'The edit must be an object, not a list.'],
    ['{}', 'The edit must be an object, not "{}".'],
  ])('rejects %j', (input, message) => {
    expect(messages(input)).toEqual([message]);
  });

  it.each([
    [
      { start: '5.2' },
      `${CLIP}.start must be a number of seconds (0 or more), "auto" or "alias://NAME", not "5.2". Write it without quotes.`,
    ],
    [
      { start: 'end' },
      `${CLIP}.start must be a number of seconds (0 or more), "auto" or "alias://NAME", not "end".`,
    ],
    [{ start: -1 }, `${CLIP}.start must be 0 or more, not -1.`],
    [
      { length: 'alias://a b' },
      `${CLIP}.length must be a number of seconds (0 or more), "auto", "end" or "alias://NAME", not "alias://a b".`,
    ],
    [
      { fit: 'Contain' },
      `${CLIP}.fit must be one of "cover", "contain", "crop", "none", "blur", "follow", not "Contain". Did you mean "contain"?`,
    ],
    [{ fitt: 'crop' }, `${CLIP}.fitt is not a known property. Did you mean "fit"?`],
    [
      { sparkles: true },
      `${CLIP}.sparkles is not a known property. The properties here are id, asset, start, overlap, length, fit, scale, width, height, position, offset, transition, effect, filter, filters, corners, border, shadow, blend, opacity, transform, shapes, motion, perspective, motionBlur, alias.`,
    ],
    [{ scale: true }, `${CLIP}.scale must be a number or a list of tweens, not true.`],
    [{ scale: [{ from: '1' }] }, `${CLIP}.scale[0].from must be a number, not "1". Write it without quotes.`],
    [{ offset: { x: 10.1 } }, `${CLIP}.offset.x must be 10 or less, not 10.1.`],
    [{ opacity: null }, `${CLIP}.opacity must be a number or a list of tweens, not null.`],
    [{ width: 0 }, `${CLIP}.width must be 1 or more, not 0.`],
    [{ alias: 'ä' }, `${CLIP}.alias must be a name of letters, digits, "_" and "-", not "ä".`],
    [{ asset: 7 }, `${CLIP}.asset must be an object, not 7.`],
    [
      { transition: { in: 'fadeslow' } },
      `${CLIP}.transition.in must be one of 83 names, such as "fadeSlow", "fade", "fadeFast", not "fadeslow". Did you mean "fadeSlow"?`,
    ],
    [
      { transition: { in: { name: 'iris', shape: 'square' } } },
      `${CLIP}.transition.in.shape must be one of "circle", "ellipse", "rectangle", "diamond", "heart", "star", not "square".`,
    ],
    [
      { transition: { in: { name: 'iris', direction: 'left' } } },
      `${CLIP}.transition.in.direction must be one of "open", "close", not "left".`,
    ],
    [
      { transition: { in: { name: 'fade', direction: 'in' } } },
      `${CLIP}.transition.in.direction is not a known property. Did you mean "duration"?`,
    ],
    [
      { transition: { out: { name: 'split', softness: 2 } } },
      `${CLIP}.transition.out.softness must be 1 or less, not 2.`,
    ],
    [
      { transition: { out: { name: 'irris' } } },
      `${CLIP}.transition.out.name must be one of 83 names, such as "iris", "split", "whip", not "irris". Did you mean "iris"?`,
    ],
    [
      { transition: { in: { name: 'luma', src: 'https://example.com/a.png', pattern: 'clock' } } },
      `${CLIP}.transition.in.pattern cannot be used together with "src": remove one of them.`,
    ],
    [
      { transition: { in: { name: 'glitch', seed: 1.5 } } },
      `${CLIP}.transition.in.seed must be a whole number, not 1.5.`,
    ],
  ])('describes the problem of a clip with %j', (fields, message) => {
    expect(messages(editOf(fields))).toEqual([message]);
  });

  it.each([
    [{}, expect.stringMatching(/type is required: one of "video", .*, "group"\.$/)],
    [{ type: 'txet' }, expect.stringMatching(/ 21 names, such as "text", .* mean "text"\?$/)],
    [{ type: 5 }, 'type must be one of 21 names, such as "video", "image", "text", not 5.'],
    [{ type: 'video', src: ' ' }, 'src must be the URL of a file, not " ".'],
    [{ type: 'luma', prompt: 'x', src }, expect.stringMatching(/prompt is not a known property/)],
    [{ type: 'audio', src, volume: 1.5 }, 'volume must be 1 or less, not 1.5.'],
    [{ type: 'audio', src, speed: 11 }, 'speed must be 10 or less, not 11.'],
    [{ type: 'text', text: 'x', font: { size: 1.5 } }, 'font.size must be a whole number, not 1.5.'],
    [
      { type: 'text', text: 'x', font: { color: 'red' } },
      'font.color must be a colour in the form "#RRGGBB" or "#RGB", such as "#1a2b3c", not "red".',
    ],
    [{ type: 'rich-text', text: 'x'.repeat(5001) }, 'text must have at most 5000 characters.'],
    [{ type: 'rich-text' }, 'text is required, unless "spans" gives the text in parts.'],
    [
      { type: 'rich-text', text: 'x', spans: [{ text: 'x' }] },
      'spans cannot be combined with "text". Remove one of the two.',
    ],
    [{ type: 'rich-text', spans: [] }, 'spans must have at least 1 item.'],
    [
      { type: 'rich-text', spans: Array.from({ length: 1001 }, () => ({ text: '' })) },
      'spans must have at most 1000 items.',
    ],
    [
      { type: 'rich-text', spans: [4000, 4000, 2001].map((length) => ({ text: 'x'.repeat(length) })) },
      'spans must have at most 10000 characters together, not 10001.',
    ],
    [
      { type: 'rich-text', spans: [{ text: 'x' }, { text: 'x', font: { size: 0 } }] },
      'spans[1].font.size must be 1 or more, not 0.',
    ],
    [{ type: 'rich-text', text: 'x', padding: { top: -1 } }, 'padding.top must be 0 or more, not -1.'],
    [
      { type: 'rich-text', text: 'x', style: { gradient: { stops: [] } } },
      'style.gradient.stops must have at least 2 items.',
    ],
    [
      { type: 'shape', shape: 'circle', rectangle: { width: 1, height: 1 } },
      'circle is required: an object.',
    ],
    [{ type: 'svg', src: '' }, 'src must have at least 1 character.'],
    [{ type: 'text', text: 'a\0b' }, 'text must not contain the character U+0000.'],
    [
      { type: 'text', text: '', font: { family: '\0' } },
      'font.family must not contain the character U+0000.',
    ],
    [
      { type: 'caption', src, margin: { bottom: 1 } },
      'margin.bottom is not a known property. The properties here are top, left, right.',
    ],
    [
      { type: 'rich-caption', src, active: { stroke: { color: 5 } } },
      'active.stroke.color must be a string, not 5.',
    ],
  ])('describes the problem of the asset %j', (asset, ending) => {
    const expected: unknown = typeof ending === 'string' ? `${CLIP}.asset.${ending}` : ending;
    const found = problemsOf(withAsset(asset)).filter(({ code }) => code !== 'not_supported');
    expect(found.map(({ message }) => message)).toEqual([expected]);
  });

  it.each([
    [{ format: 'mp4' }, ['output.resolution (required)']],
    [{ format: 'png', fps: 26 }, ['output.fps (not_allowed)', 'output.resolution (required)']],
    [{ resolution: 'sd' }, ['output.format (required)']],
    [{ ...output, size: { width: 2, height: 2 } }, ['output.size (conflict)']],
    [{ format: 'mp4', size: { width: 100 } }, ['output.size.height (required)']],
    [
      { format: 'mp4', size: { width: 4098, height: 0 } },
      ['output.size.width (out_of_range)', 'output.size.height (out_of_range)'],
    ],
    [{ format: 'mp4', size: { width: 101, height: 100 } }, ['output.size.width (not_even)']],
    [{ format: 'png', size: { width: 101, height: 101 } }, []],
    [{ format: 'mp3' }, []],
    [{ ...output, fps: 29.97 }, []],
    [{ format: 'mp4', size: { width: 4096, height: 2 } }, []],
  ])('checks the output %j', (fields, expected) => {
    expect(summary(withOutput(fields))).toEqual(expected);
  });

  it('reports all problems at once, in document order', () => {
    const edit = {
      output: { fps: 26, format: 'mpeg', size: 5 },
      callback: 'ftp://user:secret@example.com',
      timeline: {
        tracks: [
          { clips: [{ length: -1, start: true, asset: { crop: { top: 2 }, type: 'image' } }, 3] },
          { clips: [] },
        ],
        background: 'red',
      },
    };
    expect(summary(edit)).toEqual([
      'output.fps (not_allowed)',
      'output.format (not_allowed)',
      'output.size (wrong_type)',
      'callback (wrong_form)',
      `${CLIP}.length (out_of_range)`,
      `${CLIP}.start (wrong_type)`,
      `${CLIP}.asset.crop.top (out_of_range)`,
      `${CLIP}.asset.src (required)`,
      'timeline.tracks[0].clips[1] (wrong_type)',
      'timeline.tracks[1].clips (out_of_range)',
      'timeline.background (wrong_form)',
    ]);
  });

  it('never repeats a URL, because it may contain a password', () => {
    const secret = 'https://user:secret@example.com';
    const edits = [
      { ...editOf({}), callback: 'ftp://user:secret@example.com' },
      withAsset({ type: 'video', src: [secret] }),
      withAsset({ type: 'video', src: { secret } }),
      withAsset({ type: 'image-to-video', src: 'ftp://user:secret@example.com/a.png' }),
    ];
    expect(edits.flatMap(messages)).toHaveLength(4);
    expect(JSON.stringify(edits.map(problemsOf))).not.toContain('secret@');
  });

  it('reports rules, references and unsupported values together, for each well-formed clip', () => {
    const wrong = {
      start: 'alias://nobody',
      asset: { type: 'text', text: 'x', background: { wrap: true } },
      scale: [{ start: 0, length: 2 }, { start: 1 }],
    };
    expect(summary(editOf(wrong))).toEqual([
      `${CLIP}.asset.background.wrap (not_supported)`,
      `${CLIP}.start (alias_unknown)`,
      `${CLIP}.scale[1] (overlap)`,
    ]);
    expect(summary(editOf({ ...wrong, fit: 1 }))).toEqual([`${CLIP}.fit (not_allowed)`]);
    expect(summary(editOf({ ...wrong, colour: 1 }))).toHaveLength(4);
    const { timeline } = editOf(wrong) as { timeline: { tracks: object[] } };
    const others = { tracks: [...timeline.tracks, { clips: [{ ...clip, fit: 1 }] }], colour: '#000000' };
    expect(summary({ timeline: others, output: { ...output, fps: 26, range: { length: 0 } } })).toEqual([
      ...summary(editOf(wrong)),
      'timeline.tracks[1].clips[0].fit (not_allowed)',
      'timeline.colour (unknown_property)',
      'output.fps (not_allowed)',
      'output.range.length (out_of_range)',
    ]);
  });
});

describe('a rule that the schema cannot express', () => {
  const video = { type: 'video', src };
  const twoOf = (fields: object) => ({
    timeline: {
      tracks: [
        {
          clips: [
            { ...clip, ...fields },
            { ...clip, ...fields },
          ],
        },
      ],
    },
    output,
  });

  it.each<[string, object, string, string]>([
    ['an alias that no clip has', editOf({ start: 'alias://b' }), `${CLIP}.start`, 'alias_unknown string'],
    [
      'an alias used twice',
      twoOf({ alias: 'a' }),
      'timeline.tracks[0].clips[1].alias',
      'alias_used_twice string',
    ],
    ['an alias of itself', editOf({ alias: 'a', length: 'alias://a' }), `${CLIP}.length`, 'circular string'],
    ['only clips with the length end', twoOf({ length: 'end' }), 'timeline.tracks', 'no_length array'],
    ['a timeline without a length', editOf({ length: 0 }), `${CLIP}.length`, 'no_length number'],
    [
      'tweens that overlap',
      editOf({ opacity: [{ length: 2 }, { start: 1 }] }),
      `${CLIP}.opacity[1]`,
      'overlap object',
    ],
    [
      'a still without a length',
      editOf({ asset: { ...video, speed: 0 }, length: 'auto' }),
      `${CLIP}.asset.speed`,
      'conflict number',
    ],
    [
      'an odd width',
      withOutput({ format: 'mp4', size: { width: 3, height: 2 } }),
      'output.size.width',
      'not_even number',
    ],
    [
      'an odd height',
      withOutput({ format: 'mp4', size: { width: 2, height: 3 } }),
      'output.size.height',
      'not_even number',
    ],
    ['two sizes', withOutput({ ...output, size: { width: 2, height: 2 } }), 'output.size', 'conflict object'],
    ['no size', withOutput({ format: 'gif' }), 'output.resolution', 'required missing'],
    [
      'a callback without a scheme',
      { ...editOf({}), callback: 'localhost:3000' },
      'callback',
      'wrong_form string',
    ],
    ['a callback without slashes', { ...editOf({}), callback: 'http:foo' }, 'callback', 'wrong_form string'],
    [
      'a callback to an invalid port',
      { ...editOf({}), callback: 'https://a:99999/' },
      'callback',
      'wrong_form string',
    ],
    ['a callback by ftp', { ...editOf({}), callback: 'ftp://example.com' }, 'callback', 'wrong_form string'],
    [
      'a range after the end',
      withOutput({ ...output, range: { start: 5 } }),
      'output.range.start',
      'out_of_range number',
    ],
  ])('rejects %s', (_, edit, field, kind) => {
    const found = problemsOf(edit).filter(({ code }) => code !== 'not_supported');
    expect(found.map((problem) => [problem.field, `${problem.code} ${problem.type}`])).toEqual([
      [field, kind],
    ]);
  });
});

describe('parseEdit with any JSON', () => {
  const json = fc.jsonValue({
    maxDepth: 4,
    stringUnit: fc.constantFrom('{{', '}}', 'a', '1', 'alias://', 'end', '\ud800', '\0'),
  });
  const clips = ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'src'];

  it('never throws', () => {
    fc.assert(
      fc.property(
        json,
        fc.nat(clips.length),
        fc.constantFrom('volume', 'start', 'length', 'merge', '__proto__', 'scale'),
        (value, depth, name) => {
          const edit = structuredClone(editOf({}));
          let at = edit as Record<string | number, unknown>;
          for (const step of clips.slice(0, depth)) {
            const next = at[step];
            if (typeof next === 'object' && next !== null) at = next as typeof at;
          }
          Object.defineProperty(at, Array.isArray(at) ? 0 : name, { value, enumerable: true });
          expect(parseEdit(value).ok).toBe(false);
          for (const problem of problemsOf({ ...edit, merge: [{ find: 'a', replace: value }] })) {
            expect(JSON.stringify(problem).length).toBeLessThan(2000);
          }
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });
});
