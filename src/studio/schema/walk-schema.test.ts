import { describe, expect, it } from 'vitest';
import { editJsonSchema } from '../../edit/json-schema.ts';
import { createValue, findParts, listAlternatives, readAt, type SchemaPart } from './walk-schema.ts';

const ROOT = editJsonSchema('https://kinora.example/schemas/edit.json') as SchemaPart;
const CLIP = ['timeline', 'tracks', 0, 'clips', 0];
const editWith = (clip: object) => ({ timeline: { tracks: [{ clips: [clip] }] } });

describe('a walk through the schema', () => {
  it('follows references and lists, and leaves placeholders out', () => {
    const [start] = findParts(ROOT, {}, [...CLIP, 'start']);
    expect(start?.description).toMatch(/^When the clip starts/);
    const kinds = listAlternatives(ROOT, start!).map(({ type, const: only }) => only ?? type);
    expect(kinds).toEqual(['number', 'auto', 'string']);
  });

  it('takes the kind of object that the value names', () => {
    const src = (type: string) =>
      findParts(ROOT, editWith({ asset: { type } }), [...CLIP, 'asset', 'src']).map(
        ({ description }) => description,
      );
    expect(src('video')).toEqual([expect.stringMatching(/^URL of the video file\. The URL may/)]);
    expect(src('svg')).toEqual(['SVG markup of the drawing, 1 to 500,000 characters.']);
    expect(src('text')).toEqual([]);
  });

  it('finds all kinds where the kind itself is written', () => {
    const edit = editWith({ asset: { type: 'vi' } });
    const kinds = findParts(ROOT, edit, [...CLIP, 'asset', 'type']).map((part) => part.const);
    expect(kinds).toEqual(expect.arrayContaining(['video', 'rich-text', 'shape', 'group']));
  });

  it('ends where the schema has nothing', () => {
    expect(findParts(ROOT, {}, ['timeline', 'nothing', 'else'])).toEqual([]);
  });
});

it('reads values only where they are', () => {
  expect(readAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
  expect(readAt({ a: 'text' }, ['a', 'length'])).toBeUndefined();
  expect(readAt({}, ['toString'])).toBeUndefined();
});

it('creates objects with the fields that they need', () => {
  const create = (name: string) => createValue(ROOT, { $ref: `#/$defs/${name}` });
  expect(create('ChromaKey')).toEqual({ color: '#ffffff' });
  expect(create('CircleShape')).toEqual({ type: 'shape', circle: { radius: 100 }, shape: 'circle' });
  expect(create('RichTextGradient')).toEqual({
    stops: [
      { offset: 0, color: '#ffffff' },
      { offset: 0, color: '#ffffff' },
    ],
  });
  expect(create('Duck')).toEqual({});
});
