import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { editJsonSchema } from './json-schema.ts';
import { Edit } from './schema/edit.ts';
import { assetExamples, completeEdit, withAsset } from './schema/edits.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const ID = 'https://kinora.example/schemas/edit.json';

type Json = Record<string, unknown>;

const clip = { asset: { type: 'image', src: 'https://example.com/a.png' }, start: 0, length: 1 };
const base = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', resolution: 'sd' } };
const withClip = (fields: Json) => ({ ...base, timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] } });
const withOutput = (output: Json) => ({ ...base, output });

describe('the JSON Schema of an edit', () => {
  const schema = editJsonSchema(ID);
  let judge: ValidateFunction;
  beforeAll(() => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    // The package is CommonJS, whose default export TypeScript sees one level too high.
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    judge = ajv.compile(schema);
  });

  const good: [string, unknown][] = [
    ...globSync('examples/*.json', { cwd: ROOT }).map((path): [string, unknown] => [
      path,
      JSON.parse(readFileSync(join(ROOT, path), 'utf8')),
    ]),
    ['every field', completeEdit],
    ['the address of the schema', { $schema: ID, ...base }],
    ...Object.entries(assetExamples).flatMap(([type, list]) =>
      list.map((fields, index): [string, unknown] => [`${type} ${index}`, withAsset({ type, ...fields })]),
    ),
    ['an mp3 without a size', withOutput({ format: 'mp3' })],
    ['a picture of odd size', withOutput({ format: 'png', size: { width: 101, height: 33 } })],
    ['start auto', withClip({ start: 'auto', length: 'end' })],
    [
      'storage that is excluded',
      withOutput({ ...base.output, destinations: [{ provider: 's3', exclude: true }] }),
    ],
    ['a callback with letters beyond ASCII', { ...base, callback: 'https://exämple.com/' }],
  ];

  it.each(good)('takes what the parser takes: %s', (_what, edit) => {
    expect(Edit.safeParse(edit).success).toBe(true);
    expect(judge(edit), JSON.stringify(judge.errors)).toBe(true);
  });

  const bad: [string, unknown][] = [
    ['a list', []],
    ['nothing', {}],
    ['an unknown property', { ...base, surprise: 1 }],
    ['neither resolution nor size', withOutput({ format: 'mp4' })],
    ['both', withOutput({ format: 'mp4', resolution: 'sd', size: { width: 2, height: 2 } })],
    ['a film of odd size', withOutput({ format: 'mp4', size: { width: 101, height: 34 } })],
    ['a size without height', withOutput({ format: 'png', size: { width: 100 } })],
    ['an unknown type', withAsset({ type: 'movie', src: 'https://example.com/a' })],
    ['no type', withAsset({ src: 'https://example.com/a' })],
    ['a circle without a radius', withAsset({ type: 'shape', shape: 'circle', circle: {} })],
    [
      'a circle with a line',
      withAsset({ type: 'shape', shape: 'circle', line: { length: 1, thickness: 1 } }),
    ],
    ['an empty source', withAsset({ type: 'image', src: ' ' })],
    ['no clips', { ...base, timeline: { tracks: [{ clips: [] }] } }],
    ['a negative start', withClip({ start: -1 })],
    ['a number as text', withClip({ start: '1' })],
    ['end as a start', withClip({ start: 'end' })],
    ['a wrong alias', withClip({ alias: 'a b' })],
    ['a wrong reference', withClip({ length: 'alias://' })],
    ['a wide box', withClip({ width: 3841 })],
    ['an unknown effect', withClip({ effect: 'explode' })],
    ['a placeholder without a name', withClip({ opacity: '{{ }}' })],
    ['half a tween', withClip({ opacity: [{ from: '0' }] })],
    ['a colour by name', { ...base, timeline: { ...base.timeline, background: 'red' } }],
    ['a callback without slashes', { ...base, callback: 'http:foo' }],
    ['a callback with a space', { ...base, callback: 'https://a b/' }],
    ['a text with U+0000', withAsset({ type: 'text', text: 'a\0' })],
    ['a callback by mail', { ...base, callback: 'mailto:me@example.com' }],
    ['a merge field without a value', { ...base, merge: [{ find: 'A' }] }],
    ['one colour in a gradient', gradient([{ offset: 0, color: '#000000' }])],
    ['storage without options', withOutput({ ...base.output, destinations: [{ provider: 's3' }] })],
    ['an unknown provider', withOutput({ ...base.output, destinations: [{ provider: 'pigeon' }] })],
  ];

  function gradient(stops: object[]): unknown {
    return withAsset({ type: 'rich-text', text: '', style: { gradient: { stops } } });
  }

  it.each(bad)('refuses what the parser refuses: %s', (_what, edit) => {
    expect(Edit.safeParse(edit).success).toBe(false);
    expect(judge(edit)).toBe(false);
  });

  it.each([
    ['a number', withClip({ start: '{{ START }}', opacity: '{{OPACITY}}' })],
    ['a word of a list', withClip({ fit: '{{ FIT }}' })],
    ['a part of a colour', { ...base, timeline: { ...base.timeline, background: '#{{ HEX }}' } }],
    ['an object', withClip({ asset: '{{ ASSET }}' })],
    ['an item of a list', { ...base, timeline: { tracks: ['{{ TRACK }}'] } }],
    ['a list', { ...base, timeline: { tracks: '{{ TRACKS }}' } }],
  ])('lets a placeholder stand for %s', (_what, edit) => {
    expect(judge(edit), JSON.stringify(judge.errors)).toBe(true);
  });

  it('has no placeholders among their values', () => {
    expect(judge({ ...base, merge: '{{ MERGE }}' })).toBe(false);
  });

  it('is found under its own address', () => {
    expect(schema.$id).toBe(ID);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  const fields = fieldsOf(schema, '');

  it('describes every field', () => {
    expect(fields.length).toBeGreaterThan(300);
    expect(
      fields.filter(({ description }) => !/\w{3}.*\.$/s.test(description)).map(({ way }) => way),
    ).toEqual([]);
  });

  it('says of every part what it is for, not only what it is', () => {
    const { timeline, output } = schema.properties as Record<string, Json>;
    const { active } = schema.$defs?.['RichCaptionAsset']?.properties as Record<string, Json>;
    for (const part of [timeline, output, active])
      expect(Object.keys(part!).sort()).toEqual(['anyOf', 'description']);
    expect((output!['anyOf'] as Json[])[0]).toEqual({ $ref: '#/$defs/Output' });
  });

  it('says a default both in words and as a value', () => {
    const given = fields.filter((field) => field.fallback !== undefined);
    expect(given.length).toBeGreaterThan(100);
    for (const { description, fallback, way } of given)
      expect(description, way).toContain(`Default ${String(fallback)}.`);
    const missing = fields.filter(
      (field) => field.fallback === undefined && / Default [^:]/.test(field.description),
    );
    expect(missing.map(({ way }) => way)).toEqual([]);
  });

  it('has defaults that it takes itself', () => {
    const ajv = new Ajv2020({ strict: false, formats: { uri: true } });
    ajv.addSchema(schema);
    const given = fields.filter(({ fallback }) => fallback !== undefined);
    const properties = Object.fromEntries(given.map(({ way }) => [way, { $ref: `${ID}#${way}` }]));
    ajv.validate({ properties }, Object.fromEntries(given.map(({ way, fallback }) => [way, fallback])));
    expect(ajv.errors).toBeNull();
  });

  interface Field {
    way: string;
    description: string;
    fallback: unknown;
  }

  /** Every property of every object of a schema, with its place; the description of a reference is that of its target. */
  function fieldsOf(part: unknown, way: string): Field[] {
    if (typeof part !== 'object' || part === null) return [];
    const { properties = {}, ...others } = part as { properties?: Record<string, Json> };
    return [
      // What only narrows a field that stands elsewhere has a list of rules before it.
      ...(way.includes('/allOf/') ? [] : Object.entries(properties)).map(([name, property]) => ({
        way: `${way}/properties/${name}`,
        description: descriptionOf(property),
        fallback: property['default'],
      })),
      ...Object.entries(others).flatMap(([key, inner]) => fieldsOf(inner, `${way}/${key}`)),
      ...Object.entries(properties).flatMap(([key, inner]) => fieldsOf(inner, `${way}/properties/${key}`)),
    ];
  }

  function descriptionOf({ description, $ref, anyOf }: Json): string {
    if (typeof description === 'string') return description;
    const target = $ref ?? (Array.isArray(anyOf) ? (anyOf[0] as Json)['$ref'] : undefined);
    const name = typeof target === 'string' ? target.replace('#/$defs/', '') : '';
    return schema.$defs?.[name]?.description ?? '';
  }
});
