import { describe, expect, it } from 'vitest';
import { editJsonSchema } from '../../edit/json-schema.ts';
import { changeKind, createItem, listFields, listItemKinds } from './form-field.ts';
import { groupClipFields, groupEditFields } from './form-groups.ts';
import { findParts, type SchemaPart } from './walk-schema.ts';

const ROOT = editJsonSchema('https://kinora.example/schemas/edit.json') as SchemaPart;
const CLIP = ['timeline', 'tracks', 0, 'clips', 0] as const;

function fieldsOf(clip: { readonly asset?: object }) {
  const edit = { timeline: { tracks: [{ clips: [clip] }] } };
  const own = listFields(ROOT, edit, CLIP, clip);
  const asset = listFields(ROOT, edit, [...CLIP, 'asset'], clip.asset);
  return { edit, own, asset };
}

describe('the fields of a clip', () => {
  const { own, asset } = fieldsOf({ asset: { type: 'rich-text' } });
  const control = (name: string) => [...own, ...asset].find((field) => field.name === name)?.control;

  it('have the control that shows what they are', () => {
    const { tween, ...scale } = control('scale') as { tween: SchemaPart };
    expect(scale).toMatchObject({ kind: 'number', minimum: 0, words: [] });
    expect(Object.keys(tween.properties!)).toContain('interpolation');
    expect(control('length')).toMatchObject({ kind: 'number', unit: 's', words: ['auto', 'end'] });
    expect(control('position')).toEqual({ kind: 'place' });
    expect(control('effect')).toMatchObject({ kind: 'look', look: 'effect' });
    expect(control('filter')).toMatchObject({ kind: 'look', look: 'filter' });
    expect(control('fit')).toEqual({
      kind: 'choice',
      choices: ['cover', 'contain', 'crop', 'none', 'blur', 'follow'],
    });
    expect(control('font')).toEqual({ kind: 'object', isAdded: false });
    expect(control('animation')).toEqual({ kind: 'object', isAdded: true });
    expect(control('text')).toMatchObject({ kind: 'text', isLong: true });
    expect(control('spans')).toMatchObject({ kind: 'list' });
  });

  it('have their description, their default, and if they are needed', () => {
    expect(own.find(({ name }) => name === 'fit')).toMatchObject({ fallback: 'crop', isRequired: false });
    expect(own.find(({ name }) => name === 'start')).toMatchObject({ isRequired: true, title: 'Start' });
    for (const { description } of [...own, ...asset]) expect(description).not.toBe('');
  });

  it('include those that the schema does not know', () => {
    const { asset: fields } = fieldsOf({ asset: { type: 'text', text: 'a', colour: 'red' } });
    expect(fields.at(-1)).toMatchObject({ name: 'colour', control: { kind: 'json' } });
  });
});

it('nested fields show fonts, colours and transitions', () => {
  const clip = { asset: { type: 'rich-text' } };
  const edit = { timeline: { tracks: [{ clips: [clip] }] } };
  const nested = (...path: string[]) => listFields(ROOT, edit, [...CLIP, ...path], undefined);
  const kinds = Object.fromEntries(
    [...nested('asset', 'font'), ...nested('transition')].map(({ name, control }) => [name, control.kind]),
  );
  expect(kinds).toMatchObject({ family: 'font', color: 'colour', size: 'number', in: 'transition' });
  const [{ control } = { control: undefined }] = nested('transition');
  const own = control?.kind === 'transition' ? control.own : {};
  const fields = Object.entries(own).map(([name, list]) => [name, list.map((field) => field.name)]);
  expect(Object.fromEntries(fields)).toEqual({
    iris: ['shape', 'direction', 'softness'],
    split: ['direction', 'softness'],
    zoomThrough: ['direction'],
    whip: ['direction'],
    luma: ['pattern', 'src', 'inverted', 'softness'],
    glitch: ['direction', 'amount', 'seed'],
    lightLeak: ['direction', 'amount', 'seed'],
    filmBurn: ['direction', 'amount', 'seed'],
    pageTurn: ['direction'],
  });
});

it('each field is in one group', () => {
  for (const type of ['video', 'rich-text', 'audio', 'shape', 'title', 'caption', 'html']) {
    const { own, asset } = fieldsOf({ asset: { type } });
    const groups = groupClipFields(own, asset, type);
    const shown = groups.flatMap(({ usual, others }) => [...usual, ...others]);
    expect(new Set(shown).size).toBe(shown.length);
    const missing = [...own, ...asset].filter((field) => !shown.includes(field)).map(({ name }) => name);
    expect(missing).toEqual(['asset', 'shapes', 'type']);
  }
});

it('a sound has no group for what is seen', () => {
  const { own, asset } = fieldsOf({ asset: { type: 'audio' } });
  const titles = groupClipFields(own, asset, 'audio').map(({ title }) => title);
  expect(titles).toEqual(['Content', 'Time', 'Sound', 'All other fields']);
});

it('the output and the timeline have their groups', () => {
  const edit = { timeline: { tracks: [] }, output: { format: 'mp4' } };
  const groups = groupEditFields({
    '': listFields(ROOT, edit, [], edit),
    timeline: listFields(ROOT, edit, ['timeline'], edit.timeline),
    output: listFields(ROOT, edit, ['output'], edit.output),
  });
  expect(groups.map(({ title }) => title)).toEqual(['Output', 'Timeline', 'All other fields']);
  expect(groups[1]?.usual.map(({ name }) => name)).toEqual(['background', 'soundtrack', 'sound']);
  const shown = groups.flatMap(({ usual, others }) => [...usual, ...others]);
  expect(shown.filter(({ control }) => control.kind === 'json')).toEqual([]);
});

it('words of a speech are written with commas between them', () => {
  const words = { cut: ['um'] };
  const { edit } = fieldsOf({ asset: { type: 'audio', src: 'a.mp3', words } });
  const fields = listFields(ROOT, edit, [...CLIP, 'asset', 'words'], words);
  expect(fields.find(({ name }) => name === 'cut')?.control).toEqual({ kind: 'phrases' });
});

it('another filter of a sound loses the numbers of the first one, and animated numbers stay in the form', () => {
  const asset = { type: 'audio', src: 'a.mp3', sound: [{ type: 'gain', db: 6 }] };
  const { edit, asset: fields } = fieldsOf({ asset });
  const field = fields.find(({ name }) => name === 'sound');
  expect(field?.control).toMatchObject({ kind: 'list' });
  const path = [...CLIP, 'asset', 'sound', 0];
  const [part] = findParts(ROOT, edit, path);
  expect(listItemKinds(ROOT, part!)).toEqual(expect.arrayContaining(['voice', 'gain', 'limiter']));
  expect(createItem(ROOT, part!, 'reverb')).toEqual({ type: 'reverb' });
  expect(changeKind(ROOT, { part: part!, path, value: asset.sound[0] }, 'type', 'reverb')).toEqual([
    { path: [...path, 'type'], value: 'reverb' },
    { path: [...path, 'db'], value: undefined },
  ]);
});

it('another kind of shape gets the fields that it needs', () => {
  const asset = { type: 'shape', shape: 'rectangle', rectangle: { width: 1, height: 1 } };
  const { edit, asset: fields } = fieldsOf({ asset });
  const shape = fields.find(({ name }) => name === 'shape');
  expect(shape?.control).toEqual({ kind: 'kind', choices: ['rectangle', 'circle', 'line'] });
  const path = [...CLIP, 'asset'];
  const [part] = findParts(ROOT, edit, path);
  expect(changeKind(ROOT, { part: part!, path, value: asset }, 'shape', 'circle')).toEqual([
    { path: [...path, 'shape'], value: 'circle' },
    { path: [...path, 'circle'], value: { radius: 100 } },
  ]);
});
