import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEdit, parseEdit } from '../index.ts';

const clip = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 2 };

/** An edit whose one clip has these fields, and whose output those. */
function editOf(fields: object, output: object = {}) {
  return {
    timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] },
    output: { format: 'mp4', resolution: 'sd', ...output },
  };
}

function withMerge(edit: object, values: Readonly<Record<string, unknown>>): object {
  return { ...edit, merge: Object.entries(values).map(([find, replace]) => ({ find, replace })) };
}

/** What becomes of a value that stands in a place of its own. */
function mergeValue(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const { x } = mergeEdit(withMerge({ x: value }, values)) as { x: unknown };
  return x;
}

function messages(input: unknown): string[] {
  const parsed = parseEdit(input);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

describe('placeholders', () => {
  it.each<[unknown, Readonly<Record<string, unknown>>, unknown]>([
    ['{{NAME}}', { NAME: 'Ada' }, 'Ada'],
    ['{{  NAME\t}}', { NAME: 'Ada' }, 'Ada'],
    ['{{NAME}}', { ' NAME ': 'Ada' }, 'Ada'],
    ['{{name}}', { NAME: 'Ada' }, '{{name}}'],
    ['{{first name}} & {{é.1}}', { 'first name': 'Ada', 'é.1': 'x' }, 'Ada & x'],
    ['{{A}}{{A}}{{B}}', { A: 'x', B: 'y' }, 'xxy'],
    ['{{{A}}}', { A: 'x' }, '{x}'],
    ['{{A}', { A: 'x' }, '{{A}'],
    ['{{}} {{ }}', { '': 'x' }, '{{}} {{ }}'],
    ['a {{A}}', { A: '$& $1' }, 'a $& $1'],
    ['{{A}}', { A: '{{B}}', B: 'x' }, '{{B}}'],
    ['{{A}} {{B}}', { A: '{{B}}', B: '{{A}}' }, '{{B}} {{A}}'],
    ['{{constructor}} {{__proto__}}', {}, '{{constructor}} {{__proto__}}'],
  ])('of %j with %j become %j', (value, values, expected) => {
    expect(mergeValue(value, values)).toEqual(expected);
  });

  it.each([5.2, true, null, [1, '{{A}}'], { a: { b: null } }, ''])(
    'that are all of a text become the value itself: %j',
    (value) => {
      expect(mergeValue('{{A}}', { A: value })).toEqual(value);
    },
  );

  it.each([
    [5.2, '5.2'],
    [1e21, '1e+21'],
    [true, 'true'],
    [null, 'null'],
    [[1, 'a'], '[1,"a"]'],
    [{ a: 1 }, '{"a":1}'],
  ])('in a longer text become text: %j', (value, text) => {
    expect(mergeValue('is {{A}}.', { A: value })).toBe(`is ${text}.`);
  });

  it('are looked for in every text, but not in names of properties and not in the list of their values', () => {
    const edit = { '{{A}}': { deep: ['{{A}}', 1, [{ b: '{{A}}' }]] }, same: { a: ['b'] } };
    const result = mergeEdit({ ...edit, merge: [{ find: 'A', replace: 'x' }] });
    expect(result).toEqual({ '{{A}}': { deep: ['x', 1, [{ b: 'x' }]] }, same: { a: ['b'] } });
    expect(edit['{{A}}'].deep[0]).toBe('{{A}}');
  });

  it('take the first of two values', () => {
    const merge = [
      { find: 'A', replace: 1 },
      { find: ' A', replace: 2 },
    ];
    expect(mergeEdit({ x: '{{A}}', merge })).toEqual({ x: 1 });
  });

  it('cannot reach what objects inherit', () => {
    const edit = JSON.parse(
      '{"__proto__": "{{A}}", "x": "{{A}}", "merge": [{"find": "A", "replace": {"y": 1}}]}',
    ) as unknown;
    const result = mergeEdit(edit) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"y":1},"x":{"y":1}}');
  });

  it.each([null, [], 'text', 5, {}, { timeline: '{{A}}' }])(
    'are not looked for in %j, which has no list',
    (input) => {
      expect(mergeEdit(input)).toBe(input);
    },
  );

  it.each([null, {}, ['{{A}}', null, { find: 5 }]])('have no values where the list is %j', (merge) => {
    expect(mergeEdit({ timeline: '{{A}}', merge })).toEqual({ timeline: '{{A}}' });
  });
});

describe('a merged edit', () => {
  it('is what is validated and given back, without its list', () => {
    const edit = withMerge(editOf({ asset: '{{ASSET}}', length: '{{LENGTH}}' }, { fps: '{{FPS}}' }), {
      ASSET: { type: 'text', text: 'Hi' },
      LENGTH: 'auto',
      FPS: 30,
    });
    const expected = editOf({ asset: { type: 'text', text: 'Hi' }, length: 'auto' }, { fps: 30 });
    expect(parseEdit(edit)).toEqual({ ok: true, value: expected });
    expect(mergeEdit(edit)).toEqual(expected);
  });

  it('has its problems where the placeholders stood', () => {
    expect(messages(withMerge(editOf({ start: '{{A}}', fit: '{{B}}' }), { A: -1, B: { deep: 1 } }))).toEqual([
      'timeline.tracks[0].clips[0].start must be 0 or more, not -1.',
      'timeline.tracks[0].clips[0].fit must be one of "cover", "contain", "crop", "none", not an object.',
    ]);
  });

  it('says what is wrong with the list itself, and uses what is right in it', () => {
    const merge = [{ find: 'A', replace: 1 }, { find: 5, replace: 'x', to: 'y' }, { find: 'B' }, 'C'];
    expect(messages({ ...editOf({ start: '{{A}}' }), merge })).toEqual([
      'merge[1].find must be a string, not 5.',
      'merge[1].to is not known; the properties here are find, replace.',
      'merge[2].replace is required: a value.',
      'merge[3] must be an object, not "C".',
    ]);
    expect(messages({ ...editOf({}), merge: {} })).toEqual(['merge must be a list, not an object.']);
  });

  it('says where a placeholder has no value', () => {
    const edit = {
      ...editOf({ asset: { type: 'video', src: 'https://example.com/{{ID}}.mp4' }, start: '{{ START }}' }),
      callback: '{{HOOK}}',
    };
    expect(messages(edit)).toEqual([
      'timeline.tracks[0].clips[0].asset.src must be the URL of a file, not "https://example.com/{{ID}}.mp4"; the placeholder {{ ID }} has no value, "merge" may give it one.',
      'timeline.tracks[0].clips[0].start must be a number of seconds from 0, "auto" or "alias://NAME", not "{{ START }}"; the placeholder {{ START }} has no value, "merge" may give it one.',
      'callback must be a URL that starts with http:// or https://; the placeholder {{ HOOK }} has no value, "merge" may give it one.',
    ]);
    expect(messages(editOf({ asset: { type: '{{T}}' } }))).toEqual([
      expect.stringMatching(
        /asset\.type must be one of .*; the placeholder \{\{ T \}\} has no value, "merge" may give it one\.$/,
      ),
    ]);
    expect(messages(editOf({ asset: { type: 'text', text: 'Dear {{NAME}}' } }))).toEqual([]);
  });
});

describe('a number that was merged as a text', () => {
  /** The values of the fields of a clip and an output in which every {{N}} was replaced by a text. */
  function withText(text: string, fields: object, output: object = {}): unknown {
    return mergeEdit(withMerge(editOf(fields, output), { N: text }));
  }

  it('becomes a number wherever the edit wants one', () => {
    const N = '{{N}}';
    const fields = (n: unknown) => ({
      asset: { type: 'text', text: 'x', width: n, font: { size: n, opacity: n }, background: { padding: n } },
      start: n,
      length: n,
      scale: [{ from: n, to: n, start: n, length: n }],
      width: n,
      opacity: n,
      offset: { x: n, y: [{ from: n }] },
      transform: { rotate: { angle: n } },
    });
    const output = (n: unknown) => ({ fps: n, size: { width: n, height: n }, range: { start: n } });
    expect(withText('12', fields(N), output(N))).toEqual(editOf(fields(12), output(12)));
    expect(withText(' 1.5e1 ', fields(N), output(N))).toEqual(editOf(fields(15), output(15)));
  });

  const assets = (n: unknown) => [
    {
      type: 'rich-text',
      text: 'x',
      font: { size: n },
      padding: { top: n },
      style: { gradient: { stops: [{ offset: n }] } },
    },
    { type: 'rich-text', text: 'x', padding: n },
    { type: 'video', src: 'a', volume: [{ to: n }], speed: n, chromaKey: { color: '#000000', threshold: n } },
    { type: 'shape', shape: 'circle', circle: { radius: n } },
  ];

  it.each(assets('{{N}}').map((asset, index) => ({ asset, expected: assets(7)[index] })))(
    'becomes one in $asset, also where its type is merged',
    ({ asset, expected }) => {
      const edit = editOf({
        asset: { ...asset, type: '{{T}}', ...('shape' in asset && { shape: '{{S}}' }) },
      });
      const values = { N: '7', T: asset.type, S: 'circle' };
      expect(mergeEdit(withMerge(edit, values))).toEqual(editOf({ asset: expected }));
    },
  );

  it('is judged as a number then', () => {
    const edit = withMerge(editOf({ asset: { type: 'audio', src: 'a', volume: '{{N}}' }, start: '{{N}}' }), {
      N: '-3',
    });
    expect(messages(edit)).toEqual([
      'timeline.tracks[0].clips[0].asset.volume must be 0 or more, not -3.',
      'timeline.tracks[0].clips[0].start must be 0 or more, not -3.',
    ]);
  });

  it('may come of several placeholders', () => {
    const edit = withMerge(editOf({ start: '{{A}}.{{B}}' }), { A: 1, B: '5' });
    expect(mergeEdit(edit)).toEqual(editOf({ start: 1.5 }));
  });

  it.each([
    [
      'where the edit wants a text',
      { asset: { type: 'text', text: '{{N}}' }, alias: '{{N}}', id: '{{N}}' },
      '12',
    ],
    [
      'where the text is right',
      { asset: { type: 'rich-text', text: 'x', font: { weight: '{{N}}' } } },
      '700',
    ],
    ['where it is no number', { start: '{{N}}' }, '12 s'],
    ['where it is hexadecimal', { start: '{{N}}' }, '0x10'],
    ['where it is nothing', { start: '{{N}}' }, ' '],
    ['where it has no end', { start: '{{N}}' }, '1e999'],
    ['where nothing is known', { strange: '{{N}}', asset: { type: 'strange', width: '{{N}}' } }, '12'],
  ])('stays a text %s', (_, fields, text) => {
    const expected = JSON.parse(JSON.stringify(editOf(fields)).replaceAll('{{N}}', text)) as unknown;
    expect(withText(text, fields)).toEqual(expected);
  });

  it('stays a text as a resolution, which is written so', () => {
    expect(withText('1080', {}, { resolution: '{{N}}' })).toEqual(editOf({}, { resolution: '1080' }));
  });

  it('is not made of a text that was there before', () => {
    expect(messages(withMerge(editOf({ start: '5' }), { N: 1 }))).toEqual([
      'timeline.tracks[0].clips[0].start must be a number of seconds from 0, "auto" or "alias://NAME", not "5".',
    ]);
  });
});

describe('a number that was merged where a text is wanted', () => {
  it('becomes that text', () => {
    const edit = editOf(
      { asset: { type: 'text', text: '{{N}}', ellipsis: '{{B}}' } },
      { resolution: '{{R}}' },
    );
    const merged = mergeEdit(withMerge(edit, { N: 12.5, B: true, R: 1080 }));
    const asset = { type: 'text', text: '12.5', ellipsis: 'true' };
    expect(merged).toEqual(editOf({ asset }, { resolution: '1080' }));
  });

  it('stays a number where that text is wrong as well', () => {
    const edit = withMerge(editOf({ fit: '{{N}}' }), { N: 5 });
    expect(mergeEdit(edit)).toEqual(editOf({ fit: 5 }));
  });
});

describe('very much to merge', () => {
  it.each([
    ['a text', 'x'.repeat(1_000_000)],
    ['a list', Array(300_000).fill(0)],
    ['an object', { a: ['x'.repeat(1_000_000)] }],
  ])('that comes of %s used often is a problem', (_, value) => {
    const clips = Array.from({ length: 10_000 }, () => ({ ...clip, asset: { type: 'text', text: '{{A}}' } }));
    const edit = { ...editOf({}), timeline: { tracks: [{ clips }] }, merge: [{ find: 'A', replace: value }] };
    expect(messages(edit)).toEqual([
      'merge would put more than 10 MB into the edit; give shorter values, or use them in fewer places.',
    ]);
    expect(mergeEdit(edit)).toBe(edit);
  });

  it('that comes of one text with many placeholders is one as well', () => {
    const edit = editOf({ asset: { type: 'text', text: '{{A}}'.repeat(100_000) } });
    expect(messages(withMerge(edit, { A: 'x'.repeat(1000) }))).toHaveLength(1);
  });

  it('is merged up to that', () => {
    const edit = withMerge(editOf({ asset: { type: 'text', text: '{{A}}'.repeat(100_000) } }), {
      A: 'x'.repeat(100),
    });
    expect(parseEdit(edit).ok).toBe(true);
  });

  it.each([
    ['braces', '{'.repeat(1_000_000)],
    ['beginnings', '{{ '.repeat(300_000)],
    ['ends', `{{${'}'.repeat(1_000_000)}`],
    ['a long name', `{{${'x'.repeat(1_000_000)}}}`],
  ])('and %s are read in a moment', (_, text) => {
    expect(mergeValue(text, { A: 'x' })).toBe(text);
  });
});

describe('merging any JSON', () => {
  const json = fc.jsonValue({ stringUnit: fc.constantFrom('{{', '}}', 'A', 'B', ' ', '1', '.') });

  it('never throws, and changes nothing when there is nothing to merge', () => {
    fc.assert(
      fc.property(json, json, (value, merge) => {
        const once = mergeEdit({ value, merge });
        expect(mergeEdit(once)).toEqual(once);
        expect(mergeEdit({ value, merge: [] })).toEqual({ value });
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
