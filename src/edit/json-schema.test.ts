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
  let validate: ValidateFunction;
  beforeAll(() => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    // The package is CommonJS, so its types wrap the default export.
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    validate = ajv.compile(schema);
  });

  const good: [string, unknown][] = [
    ...globSync('examples/*.json', { cwd: ROOT }).map((path): [string, unknown] => [
      path,
      JSON.parse(readFileSync(join(ROOT, path), 'utf8')),
    ]),
    ['every field', completeEdit],
    ['the URL of the schema', { $schema: ID, ...base }],
    ...Object.entries(assetExamples).flatMap(([type, list]) =>
      list.map((fields, index): [string, unknown] => [`${type} ${index}`, withAsset({ type, ...fields })]),
    ),
    ['an mp3 without a size', withOutput({ format: 'mp3' })],
    ['a wav without a size', withOutput({ format: 'wav' })],
    ['a zip of images', withOutput({ format: 'zip', images: 'jpg', resolution: 'sd' })],
    ['a codec of its format', withOutput({ format: 'webm', codec: 'av1', resolution: 'sd' })],
    ['an image with an odd size', withOutput({ format: 'png', size: { width: 101, height: 33 } })],
    ['start auto', withClip({ start: 'auto', length: 'end' })],
    ['excluded storage', withOutput({ ...base.output, destinations: [{ provider: 's3', exclude: true }] })],
    ['a callback with letters beyond ASCII', { ...base, callback: 'https://exämple.com/' }],
  ];

  it.each(good)('accepts what the parser accepts: %s', (_what, edit) => {
    expect(Edit.safeParse(edit).success).toBe(true);
    expect(validate(edit), JSON.stringify(validate.errors)).toBe(true);
  });

  const bad: [string, unknown][] = [
    ['a list', []],
    ['an empty object', {}],
    ['an unknown property', { ...base, surprise: 1 }],
    ['neither resolution nor size', withOutput({ format: 'mp4' })],
    ['resolution and size', withOutput({ format: 'mp4', resolution: 'sd', size: { width: 2, height: 2 } })],
    ['a video with an odd size', withOutput({ format: 'mp4', size: { width: 101, height: 34 } })],
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
    ['a number as a string', withClip({ start: '1' })],
    ['end as a start', withClip({ start: 'end' })],
    ['an invalid alias', withClip({ alias: 'a b' })],
    ['an invalid reference', withClip({ length: 'alias://' })],
    ['a box that is too wide', withClip({ width: 3841 })],
    ['an unknown effect', withClip({ effect: 'explode' })],
    ['a placeholder without a name', withClip({ opacity: '{{ }}' })],
    ['a tween with a string', withClip({ opacity: [{ from: '0' }] })],
    ['a colour by name', { ...base, timeline: { ...base.timeline, background: 'red' } }],
    ['a callback without slashes', { ...base, callback: 'http:foo' }],
    ['a callback with a space', { ...base, callback: 'https://a b/' }],
    ['a text with U+0000', withAsset({ type: 'text', text: 'a\0' })],
    ['a callback to a mail address', { ...base, callback: 'mailto:me@example.com' }],
    ['a merge field without a value', { ...base, merge: [{ find: 'A' }] }],
    ['one colour in a gradient', gradient([{ offset: 0, color: '#000000' }])],
    ['storage without options', withOutput({ ...base.output, destinations: [{ provider: 's3' }] })],
    ['an unknown provider', withOutput({ ...base.output, destinations: [{ provider: 'pigeon' }] })],
  ];

  function gradient(stops: object[]): unknown {
    return withAsset({ type: 'rich-text', text: '', style: { gradient: { stops } } });
  }

  it.each(bad)('rejects what the parser rejects: %s', (_what, edit) => {
    expect(Edit.safeParse(edit).success).toBe(false);
    expect(validate(edit)).toBe(false);
  });

  it.each([
    ['a number', withClip({ start: '{{ START }}', opacity: '{{OPACITY}}' })],
    ['an enum value', withClip({ fit: '{{ FIT }}' })],
    ['a part of a colour', { ...base, timeline: { ...base.timeline, background: '#{{ HEX }}' } }],
    ['an object', withClip({ asset: '{{ ASSET }}' })],
    ['an item of a list', { ...base, timeline: { tracks: ['{{ TRACK }}'] } }],
    ['a list', { ...base, timeline: { tracks: '{{ TRACKS }}' } }],
  ])('accepts a placeholder in place of %s', (_what, edit) => {
    expect(validate(edit), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    ['mov', 'vp9', false],
    ['png', 'vp9', false],
    ['mov', '{{ CODEC }}', true],
    ['{{ FORMAT }}', 'vp9', true],
  ])('knows the codecs of the formats: %s with %s', (format, codec, expected) => {
    expect(validate(withOutput({ format, codec, resolution: 'sd' }))).toBe(expected);
  });

  it('rejects a placeholder in place of the merge list', () => {
    expect(validate({ ...base, merge: '{{ MERGE }}' })).toBe(false);
  });

  it('has its own URL as its id', () => {
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

  it('describes a reference at the place where it is used', () => {
    const { timeline, output } = schema.properties as Record<string, Json>;
    const { active } = schema.$defs?.['RichCaptionAsset']?.properties as Record<string, Json>;
    for (const part of [timeline, output, active])
      expect(Object.keys(part!).sort()).toEqual(['anyOf', 'description']);
    expect((output!['anyOf'] as Json[])[0]).toEqual({ $ref: '#/$defs/Output' });
  });

  it('proposes the names of voices and the languages to editors', () => {
    const { properties } = schema.$defs?.['TextToSpeechAsset'] as unknown as {
      properties: Record<string, Json>;
    };
    expect(properties['voice']?.['examples']).toEqual(expect.arrayContaining(['Amy', 'Léa', 'Rachel']));
    expect(properties['language']?.['examples']).toContain('en-IE');
  });

  it('proposes the built-in font families to editors', () => {
    const { properties } = schema.$defs?.['TextFont'] as unknown as { properties: Record<string, Json> };
    expect(properties['family']?.['examples']).toContain('Work Sans');
  });

  it('has each default both in the description and as a value', () => {
    const given = fields.filter((field) => field.fallback !== undefined);
    expect(given.length).toBeGreaterThan(100);
    for (const { description, fallback, way } of given)
      expect(description, way).toContain(`Default ${String(fallback)}.`);
    const missing = fields.filter(
      (field) => field.fallback === undefined && / Default [^:]/.test(field.description),
    );
    expect(missing.map(({ way }) => way)).toEqual([]);
  });

  it('accepts its own defaults', () => {
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

  /**
   * Lists the properties of all objects of a schema. A reference without a description has that of its
   * target.
   */
  function fieldsOf(part: unknown, way: string): Field[] {
    if (typeof part !== 'object' || part === null) return [];
    const { properties = {}, ...others } = part as { properties?: Record<string, Json> };
    return [
      // Properties inside `allOf` only restrict fields that are defined elsewhere.
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
