import { describe, expect, it } from 'vitest';
import { type Dialect, type Edit, parseEdit, parseTemplate } from '../index.ts';
import { readTolerantly } from './read-tolerantly.ts';

const CLIP = 'timeline.tracks[0].clips[0]';
const output = { format: 'mp4', resolution: 'sd' };

function editOf(fields: object, more: object = {}): object {
  const clip = { asset: { type: 'text', text: '5' }, start: 0, length: 1, ...fields };
  return { timeline: { tracks: [{ clips: [clip] }] }, output, ...more };
}

function read(
  input: unknown,
  dialect: Dialect,
): {
  clip: Edit['timeline']['tracks'][number]['clips'][number] | undefined;
  warnings: string[];
  problems: string[];
} {
  const parsed = parseEdit(input, { dialect });
  if (!parsed.ok)
    return { clip: undefined, warnings: [], problems: parsed.problems.map(({ message }) => message) };
  const { edit, warnings } = parsed.value;
  return {
    clip: edit.timeline.tracks[0]?.clips[0],
    warnings: warnings.map(({ field, text }) => `${field.replace(CLIP, '')}: ${text}`),
    problems: [],
  };
}

const text = (font: object): object => ({ asset: { type: 'text', text: '5', font } });
const rich = (font: object): object => ({ asset: { type: 'rich-text', text: '5', font } });
const video = (fields: object): object => ({
  asset: { type: 'video', src: 'https://a.example/v.mp4', ...fields },
});

describe('the easing "linear" of a tween', () => {
  const fade = { from: 0, to: 1, length: 1 };
  it.each([
    ['bezier', 'linear'],
    ['linear', 'linear'],
    ['constant', 'constant'],
    [undefined, undefined],
  ])('with the interpolation %s is the interpolation %s, with a warning', (interpolation, expected) => {
    const tween = { ...fade, ...(interpolation && { interpolation }), easing: 'linear' };
    const { clip, warnings } = read(editOf({ opacity: [tween] }), 'shotstack');
    expect(clip?.opacity).toEqual([{ ...fade, ...(expected && { interpolation: expected }) }]);
    const advice = interpolation === 'bezier' ? ' Set "interpolation" to "linear".' : '';
    expect(warnings).toContain(
      `.opacity[0].easing: This easing is "linear", which is no curve, and counts as absent. Remove it.${advice}`,
    );
  });

  it('is refused in the dialect interface', () => {
    expect(read(editOf({ opacity: [{ ...fade, easing: 'linear' }] }), 'interface').problems).toHaveLength(1);
  });

  it('stays the easing of a transition, which has it', () => {
    const transition = { in: { name: 'fade', easing: 'linear' } };
    expect(read(editOf({ transition }), 'shotstack')).toMatchObject({ clip: { transition }, warnings: [] });
  });
});

describe('a number written as a string', () => {
  it.each<[string, object, object]>([
    ['the start of a clip', { start: '5' }, { start: 5 }],
    ['a decimal with spaces', { length: ' 2.50 ' }, { length: 2.5 }],
    ['without its zero', { scale: '.5' }, { scale: 0.5 }],
    ['an opacity', { opacity: '0.5' }, { opacity: 0.5 }],
    [
      'the value of a tween',
      { opacity: [{ from: '0', to: '1', start: '0', length: '1' }] },
      { opacity: [{ from: 0, to: 1, start: 0, length: 1 }] },
    ],
    ['an angle', { transform: { rotate: { angle: '-45' } } }, { transform: { rotate: { angle: -45 } } }],
    ['a size', text({ size: '28' }), text({ size: 28 })],
    ['a volume', video({ volume: '0.3', trim: '1e0' }), video({ volume: 0.3, trim: 1 })],
  ])('is a number in the dialect shotstack, with a warning: %s', (_what, written, expected) => {
    const { clip, warnings, problems } = read(editOf(written), 'shotstack');
    expect(problems).toEqual([]);
    expect(clip).toMatchObject(expected);
    expect(warnings.length).toBeGreaterThan(0);
    for (const warning of warnings)
      expect(warning).toMatch(/: This number is written as the string ".*"\. Write it without quotes\.$/);
    expect(read(editOf(written), 'interface').problems.length).toBeGreaterThan(0);
  });

  it('is a number of the output, too', () => {
    const size = {
      format: 'mp4',
      size: { width: '768', height: '432' },
      fps: '25',
      range: { start: '0', length: '1' },
    };
    const parsed = parseEdit(editOf({}, { output: size }), { dialect: 'shotstack' });
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        edit: { output: { size: { width: 768, height: 432 }, fps: 25, range: { start: 0, length: 1 } } },
      },
    });
  });

  it('stays a string where a string belongs', () => {
    const { clip, warnings } = read(
      editOf({ length: 'auto', alias: '7', ...rich({ weight: '700' }) }),
      'shotstack',
    );
    expect(clip).toMatchObject({ length: 'auto', alias: '7', asset: { text: '5', font: { weight: '700' } } });
    expect(warnings).toEqual([]);
  });

  it.each(['five', '5px', '50%', '1,5', '0x10', 'NaN', 'Infinity'])(
    'is refused if it is no number: %s',
    (start) => {
      expect(read(editOf({ start }), 'shotstack').problems).toEqual([
        expect.stringContaining(`${CLIP}.start must be`),
      ]);
    },
  );

  it('is refused out of range like the plain number', () => {
    expect(read(editOf({ start: '-1' }), 'shotstack').problems).toEqual(
      read(editOf({ start: -1 }), 'interface').problems,
    );
  });

  it('is read after the placeholders are replaced', () => {
    const merge = [{ find: 'A', replace: '2' }];
    expect(read(editOf({ length: '{{ A }}' }, { merge }), 'shotstack').clip).toMatchObject({ length: 2 });
    expect(read(editOf({ length: '1{{ A }}', scale: '0.5' }, { merge }), 'shotstack').clip).toMatchObject({
      length: 12,
      scale: 0.5,
    });
  });
});

describe('an empty string or null', () => {
  it.each([[''], ['  '], [null]])('is an absent optional number in the dialect shotstack: %j', (blank) => {
    const { clip, warnings } = read(
      editOf({ scale: blank, ...rich({ size: blank, weight: blank }) }),
      'shotstack',
    );
    expect(clip).not.toHaveProperty('scale');
    expect(clip?.asset).toEqual({ type: 'rich-text', text: '5', font: {} });
    expect(warnings).toContain(
      `.scale: This number is ${blank === null ? 'null' : 'an empty string'} and counts as absent. Remove it, or set it to a number.`,
    );
    expect(read(editOf({ scale: blank }), 'interface').problems).toHaveLength(1);
  });

  it('is refused for a number that is required, and for other values', () => {
    expect(read(editOf({ start: '' }), 'shotstack').problems).toHaveLength(1);
    expect(read(editOf({ start: null }), 'shotstack').problems).toHaveLength(1);
    expect(read(editOf({ fit: '' }), 'shotstack').problems).toHaveLength(1);
    expect(read(editOf({ alias: null }), 'shotstack').problems).toHaveLength(1);
  });
});

describe('a font weight', () => {
  it.each<[unknown, unknown]>([
    [1200, 1000],
    [0, 1],
    ['-5', 1],
    ['1600', 1000],
  ])('outside 1-1000 is clamped in the dialect shotstack: %j', (weight, expected) => {
    for (const asset of [text({ weight }), rich({ weight })]) {
      const { clip, warnings } = read(editOf(asset), 'shotstack');
      expect(clip?.asset).toMatchObject({ font: { weight: expected } });
      expect(warnings).toEqual([
        `.asset.font.weight: This font weight is ${Number(weight)} and counts as ${String(expected)}. Set it to a number from 1 to 1000.`,
      ]);
    }
    expect(read(editOf(text({ weight })), 'interface').problems).not.toEqual([]);
  });

  it('inside stays as it is', () => {
    expect(read(editOf(text({ weight: 900 })), 'shotstack')).toMatchObject({ warnings: [], problems: [] });
    expect(read(editOf(rich({ weight: 'bold' })), 'shotstack')).toMatchObject({ warnings: [], problems: [] });
  });
});

describe('reading loose numbers', () => {
  it('changes nothing else and does not touch its input', () => {
    const input = Object.freeze(editOf({ length: 2 }));
    expect(readTolerantly(input, 'shotstack').value).toBe(input);
    for (const odd of [
      null,
      5,
      'x',
      [],
      [null],
      {},
      { timeline: 5 },
      { timeline: { tracks: { clips: '5' } } },
    ])
      expect(readTolerantly(odd, 'shotstack')).toEqual({ value: odd, warnings: [] });
  });

  it('gives at most a hundred warnings', () => {
    const clips = Array.from({ length: 300 }, (_, index) => ({
      asset: { type: 'text', text: '' },
      start: `${index}`,
      length: '1',
    }));
    const parsed = parseEdit({ timeline: { tracks: [{ clips }] }, output }, { dialect: 'shotstack' });
    expect(parsed.ok && parsed.value.warnings).toHaveLength(100);
  });

  it('accepts a template with such numbers, and stores it as it is', () => {
    const template = editOf({ start: '5', scale: '', length: '{{ LENGTH }}' });
    expect(parseTemplate(template, 'shotstack')).toEqual({ ok: true, value: template });
    expect(parseTemplate(template, 'interface').ok).toBe(false);
  });
});
