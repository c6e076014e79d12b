import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEdit, parseEdit } from '../index.ts';

const clip = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 2 };

/** Returns an edit with one clip with `fields`, and an output with `output`. */
function editOf(fields: object, output: object = {}) {
  return {
    timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] },
    output: { format: 'mp4', resolution: 'sd', ...output },
  };
}

function withMerge(edit: object, values: Readonly<Record<string, unknown>>): object {
  return { ...edit, merge: Object.entries(values).map(([find, replace]) => ({ find, replace })) };
}

/** Merges an edit with a single value and returns that value. */
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
    'that are a whole string become the value itself: %j',
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
  ])('in a longer string become text: %j', (value, text) => {
    expect(mergeValue('is {{A}}.', { A: value })).toBe(`is ${text}.`);
  });

  it('are replaced in every string, but not in property names and not in the merge list', () => {
    const edit = { '{{A}}': { deep: ['{{A}}', 1, [{ b: '{{A}}' }]] }, same: { a: ['b'] } };
    const result = mergeEdit({ ...edit, merge: [{ find: 'A', replace: 'x' }] });
    expect(result).toEqual({ '{{A}}': { deep: ['x', 1, [{ b: 'x' }]] }, same: { a: ['b'] } });
    expect(edit['{{A}}'].deep[0]).toBe('{{A}}');
  });

  it('use the first of two values', () => {
    const merge = [
      { find: 'A', replace: 1 },
      { find: ' A', replace: 2 },
    ];
    expect(mergeEdit({ x: '{{A}}', merge })).toEqual({ x: 1 });
  });

  it('cannot change the prototype of an object', () => {
    const edit = JSON.parse(
      '{"__proto__": "{{A}}", "x": "{{A}}", "merge": [{"find": "A", "replace": {"y": 1}}]}',
    ) as unknown;
    const result = mergeEdit(edit) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"y":1},"x":{"y":1}}');
  });

  it.each([null, [], 'text', 5, {}, { timeline: '{{A}}' }])(
    'are not replaced in %j, which has no merge list',
    (input) => {
      expect(mergeEdit(input)).toBe(input);
    },
  );

  it.each([null, {}, ['{{A}}', null, { find: 5 }]])('have no values if the list is %j', (merge) => {
    expect(mergeEdit({ timeline: '{{A}}', merge })).toEqual({ timeline: '{{A}}' });
  });
});

describe('a merged edit', () => {
  it('is validated and returned, without its merge list', () => {
    const edit = withMerge(editOf({ asset: '{{ASSET}}', length: '{{LENGTH}}' }, { fps: '{{FPS}}' }), {
      ASSET: { type: 'text', text: 'Hi' },
      LENGTH: 'auto',
      FPS: 30,
    });
    const expected = editOf({ asset: { type: 'text', text: 'Hi' }, length: 'auto' }, { fps: 30 });
    expect(parseEdit(edit)).toMatchObject({ ok: true, value: { edit: expected } });
    expect(mergeEdit(edit)).toEqual(expected);
  });

  it('has its problems at the places of the placeholders', () => {
    expect(messages(withMerge(editOf({ start: '{{A}}', fit: '{{B}}' }), { A: -1, B: { deep: 1 } }))).toEqual([
      'timeline.tracks[0].clips[0].start must be 0 or more, not -1.',
      'timeline.tracks[0].clips[0].fit must be one of "cover", "contain", "crop", "none", "blur", "follow", not an object.',
    ]);
  });

  it('reports problems of the merge list, and uses its valid items', () => {
    const merge = [{ find: 'A', replace: 1 }, { find: 5, replace: 'x', to: 'y' }, { find: 'B' }, 'C'];
    expect(messages({ ...editOf({ start: '{{A}}' }), merge })).toEqual([
      'merge[1].find must be a string, not 5.',
      'merge[1].to is not a known property. The properties here are find, replace, field.',
      'merge[2].replace is required: a value.',
      'merge[3] must be an object, not "C".',
    ]);
    expect(messages({ ...editOf({}), merge: {} })).toEqual(['merge must be a list, not an object.']);
  });

  it('reports placeholders without a value', () => {
    const edit = {
      ...editOf({ asset: { type: 'video', src: 'https://example.com/{{ID}}.mp4' }, start: '{{ START }}' }),
      callback: '{{HOOK}}',
    };
    expect(messages(edit)).toEqual([
      'timeline.tracks[0].clips[0].asset.src must be the URL of a file, not "https://example.com/{{ID}}.mp4". The placeholder {{ ID }} has no value. Add one to "merge".',
      'timeline.tracks[0].clips[0].start must be a number of seconds (0 or more), "auto" or "alias://NAME", not "{{ START }}". The placeholder {{ START }} has no value. Add one to "merge".',
      'callback must be a URL that starts with http:// or https://. The placeholder {{ HOOK }} has no value. Add one to "merge".',
    ]);
    expect(messages(editOf({ asset: { type: '{{T}}' } }))).toEqual([
      expect.stringMatching(
        /asset\.type must be one of .*\. The placeholder \{\{ T \}\} has no value\. Add one to "merge"\.$/,
      ),
    ]);
    expect(messages(editOf({ asset: { type: 'text', text: 'Dear {{NAME}}' } }))).toEqual([]);
  });
});

describe('a number that was merged as a string', () => {
  /** Merges an edit, with a string as the value of {{N}}. */
  function withText(text: string, fields: object, output: object = {}): unknown {
    return mergeEdit(withMerge(editOf(fields, output), { N: text }));
  }

  it('becomes a number wherever the schema wants one', () => {
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
    'becomes a number in $asset, even if its type is merged',
    ({ asset, expected }) => {
      const edit = editOf({
        asset: { ...asset, type: '{{T}}', ...('shape' in asset && { shape: '{{S}}' }) },
      });
      const values = { N: '7', T: asset.type, S: 'circle' };
      expect(mergeEdit(withMerge(edit, values))).toEqual(editOf({ asset: expected }));
    },
  );

  it('is then validated as a number', () => {
    const edit = withMerge(editOf({ asset: { type: 'audio', src: 'a', volume: '{{N}}' }, start: '{{N}}' }), {
      N: '-3',
    });
    expect(messages(edit)).toEqual([
      'timeline.tracks[0].clips[0].asset.volume must be 0 or more, not -3.',
      'timeline.tracks[0].clips[0].start must be 0 or more, not -3.',
    ]);
  });

  it('may come from several placeholders', () => {
    const edit = withMerge(editOf({ start: '{{A}}.{{B}}' }), { A: 1, B: '5' });
    expect(mergeEdit(edit)).toEqual(editOf({ start: 1.5 }));
  });

  it.each([
    [
      'if the schema wants a string',
      { asset: { type: 'text', text: '{{N}}' }, alias: '{{N}}', id: '{{N}}' },
      '12',
    ],
    [
      'if the schema accepts the string',
      { asset: { type: 'rich-text', text: 'x', font: { weight: '{{N}}' } } },
      '700',
    ],
    ['if it is not a number', { start: '{{N}}' }, '12 s'],
    ['if it is hexadecimal', { start: '{{N}}' }, '0x10'],
    ['if it is blank', { start: '{{N}}' }, ' '],
    ['if it is infinite', { start: '{{N}}' }, '1e999'],
    ['if the field is unknown', { strange: '{{N}}', asset: { type: 'strange', width: '{{N}}' } }, '12'],
  ])('stays a string %s', (_, fields, text) => {
    const expected = JSON.parse(JSON.stringify(editOf(fields)).replaceAll('{{N}}', text)) as unknown;
    expect(withText(text, fields)).toEqual(expected);
  });

  it('stays a string as a resolution', () => {
    expect(withText('1080', {}, { resolution: '{{N}}' })).toEqual(editOf({}, { resolution: '1080' }));
  });

  it('is not created from a string that was not merged', () => {
    expect(messages(withMerge(editOf({ start: '5' }), { N: 1 }))).toEqual([
      'timeline.tracks[0].clips[0].start must be a number of seconds (0 or more), "auto" or "alias://NAME", not "5". Write it without quotes.',
    ]);
  });
});

describe('a number that was merged into a string field', () => {
  it('becomes a string', () => {
    const edit = editOf(
      { asset: { type: 'text', text: '{{N}}', ellipsis: '{{B}}' } },
      { resolution: '{{R}}' },
    );
    const merged = mergeEdit(withMerge(edit, { N: 12.5, B: true, R: 1080 }));
    const asset = { type: 'text', text: '12.5', ellipsis: 'true' };
    expect(merged).toEqual(editOf({ asset }, { resolution: '1080' }));
  });

  it('stays a number if the string is not valid, either', () => {
    const edit = withMerge(editOf({ fit: '{{N}}' }), { N: 5 });
    expect(mergeEdit(edit)).toEqual(editOf({ fit: 5 }));
  });
});

describe('a very large merge', () => {
  it.each([
    ['a text', 'x'.repeat(1_000_000)],
    ['a list', Array(300_000).fill(0)],
    ['an object', { a: ['x'.repeat(1_000_000)] }],
  ])('is a problem if %s is used many times', (_, value) => {
    const clips = Array.from({ length: 10_000 }, () => ({ ...clip, asset: { type: 'text', text: '{{A}}' } }));
    const edit = { ...editOf({}), timeline: { tracks: [{ clips }] }, merge: [{ find: 'A', replace: value }] };
    expect(messages(edit)).toEqual([
      expect.stringMatching(
        /^merge would add more than 10 MB to the edit: the limit is exceeded at timeline\.tracks\[0\]\.clips\[\d+\]\.asset\.text\. Use shorter values or fewer placeholders\.$/,
      ),
    ]);
    expect(mergeEdit(edit)).toBe(edit);
  });

  it('is a problem if one string has many placeholders', () => {
    const edit = editOf({ asset: { type: 'text', text: '{{A}}'.repeat(100_000) } });
    expect(messages(withMerge(edit, { A: 'x'.repeat(1000) }))).toHaveLength(1);
  });

  it('is allowed up to the limit', () => {
    const edit = withMerge(editOf({ asset: { type: 'text', text: '{{A}}'.repeat(100_000) } }), {
      A: 'x'.repeat(100),
    });
    expect(parseEdit(edit).ok).toBe(true);
  });

  it.each([
    ['braces', '{'.repeat(1_000_000)],
    ['opening braces with spaces', '{{ '.repeat(300_000)],
    ['closing braces', `{{${'}'.repeat(1_000_000)}`],
    ['a long name', `{{${'x'.repeat(1_000_000)}}}`],
  ])('reads %s quickly', (_, text) => {
    expect(mergeValue(text, { A: 'x' })).toBe(text);
  });
});

describe('merging any JSON', () => {
  const json = fc.jsonValue({ stringUnit: fc.constantFrom('{{', '}}', 'A', 'B', ' ', '1', '.') });

  it('never throws, and changes nothing if there is nothing to merge', () => {
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
