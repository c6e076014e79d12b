import { edit as theirSchema } from '@shotstack/schemas/json';
import { editSchema } from '@shotstack/schemas/zod';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseEdit } from '../src/edit/index.ts';
import { ADDED_NAMES, ADDED_OBJECTS, ADDITIONS } from './contract/additions.ts';
import { listAllFields, findFields } from './contract/coverage.ts';
import { containerAt, damageEdits } from './contract/damage.ts';
import {
  DIFFERENCES,
  type Difference,
  type Rejection,
  KNOWN_DIFFERENT_EDITS,
} from './contract/differences.ts';
import { resolveRef, createValidEdits } from './contract/valid-edits.ts';
import { collectVocabulary } from './contract/vocabulary.ts';
import type { JsonSchema } from './fuzz/arbitrary.ts';

const COUNT = 1000;

/** Kinora's reasons to reject an edit. Features that are only not supported yet do not count. */
function rejectionsOfKinora(edit: unknown): Rejection[] {
  const parsed = parseEdit(edit);
  if (parsed.ok) return [];
  return parsed.problems
    .filter(({ code }) => code !== 'not_supported')
    .map(({ code, path, message }) => ({ code, path, message, value: valueAt(edit, path) }));
}

/** Returns the public service's reasons to reject an edit, by its schema. */
function rejectionsOfShotstack(edit: unknown): Rejection[] {
  const { error } = editSchema.safeParse(edit);
  return (error?.issues ?? []).map(({ code, path, message }) => ({
    code,
    path,
    message,
    value: valueAt(edit, path),
  }));
}

function valueAt(edit: unknown, path: readonly PropertyKey[]): unknown {
  const parent: unknown = containerAt(edit, path.slice(0, -1));
  const step = path.at(-1);
  if (step === undefined || typeof parent !== 'object' || parent === null) return parent;
  return (parent as Record<PropertyKey, unknown>)[step];
}

interface JudgedEdit {
  readonly what: string;
  readonly by: Difference['rejectedBy'] | 'both' | 'nobody';
  readonly rejections: readonly Rejection[];
}

function judgeEdit(edit: unknown, what: string): JudgedEdit {
  const [we, they] = [rejectionsOfKinora(edit), rejectionsOfShotstack(edit)];
  if (we.length === 0) return { what, by: they.length === 0 ? 'nobody' : 'them', rejections: they };
  return { what, by: they.length === 0 ? 'us' : 'both', rejections: we };
}

function findExplanation(by: JudgedEdit['by'], rejection: Rejection): Difference | undefined {
  return DIFFERENCES.find((known) => known.rejectedBy === by && known.explains(rejection));
}

describe('edits checked by Kinora and by the schemas of the public service', () => {
  let valid: object[];
  let all: JudgedEdit[];
  beforeAll(() => {
    valid = createValidEdits(COUNT, 1);
    all = [
      ...valid.map((edit) => judgeEdit(edit, 'as generated')),
      ...damageEdits(valid, 2).map(({ edit, path, change }) =>
        judgeEdit(edit, `${path.join('.')} ${change}`),
      ),
      ...KNOWN_DIFFERENT_EDITS.map((edit, index) => judgeEdit(edit, `known ${index}`)),
    ];
  });

  it('contain all fields, and some are accepted and some are rejected', () => {
    const used = findFields(valid);
    // The public service can exclude only its own hosting. Edits with that field are generated.
    const only = (field: string) => field.endsWith('.exclude') && field !== 'ShotstackDestination.exclude';
    const missing = listAllFields().filter((field) => !used.has(field) && !only(field));
    const own = ADDITIONS.flatMap(({ field }) => field ?? []);
    const inOwn = (field: string) => ADDED_OBJECTS.some((name) => field.startsWith(`${name}.`));
    expect(missing.filter((field) => !inOwn(field)).sort()).toEqual(
      ['Edit.$schema', 'TextBackground.wrap', ...own].sort(),
    );
    const count = (by: JudgedEdit['by']) => all.filter((one) => one.by === by).length;
    expect(count('nobody')).toBeGreaterThan(COUNT);
    expect(count('both')).toBeGreaterThan(COUNT / 2);
  });

  it('are valid for both sides as generated', () => {
    expect(all.slice(0, COUNT).filter(({ by }) => by !== 'nobody')).toEqual([]);
  });

  it('differ only for a listed reason', () => {
    const unexplained = all.flatMap(({ by, what, rejections }) =>
      by === 'nobody' || by === 'both'
        ? []
        : rejections
            .filter((rejection) => findExplanation(by, rejection) === undefined)
            .map(
              ({ code, path, message }) =>
                `rejected by ${by}: ${path.join('.')} (${code}) ${message} [${what}]`,
            ),
    );
    expect(unexplained).toEqual([]);
  });

  it('differ for every listed reason', () => {
    const used = new Set(
      all.flatMap(({ by, rejections }) => rejections.map((rejection) => findExplanation(by, rejection))),
    );
    expect(DIFFERENCES.filter((difference) => !used.has(difference)).map(({ reason }) => reason)).toEqual([]);
  });
});

it('the schema of an edit has every property and every word of the schema of the public service', () => {
  // Resolves a JSON pointer into the document.
  const resolvePointer = (ref: string) => containerAt(theirSchema, ref.split('/').slice(1)) as JsonSchema;
  const theirWords = collectVocabulary(theirSchema, resolvePointer);
  const ourWords = collectVocabulary({ $ref: '#/$defs/Edit' }, resolveRef);
  const asset = '.timeline.tracks.clips.asset';
  expect([...theirWords].filter((word) => !ourWords.has(word))).toEqual([]);
  // The schema of the public service has patterns for times and any text for a provider.
  const ownWords = [...ourWords].filter((word) => !theirWords.has(word) && !word.includes('.provider = '));
  const times = ['start = auto', 'length = auto', 'length = end'].map(
    (name) => `.timeline.tracks.clips.${name}`,
  );
  const added = (word: string) =>
    ADDITIONS.find(
      (addition) =>
        word === addition.word || [`.`, ` `, `(`].some((end) => word.startsWith(`${addition.word}${end}`)),
    );
  // The volume of a soundtrack, the speed of a video and the sides of a crop are only numbers there, and no easing is a spring.
  const tweens = (word: string) =>
    word.startsWith('.timeline.soundtrack.volume.') ||
    word.startsWith(`${asset}(video).speed.`) ||
    /\.crop\.\w+\.|\.easing\(spring\)/.test(word);
  expect(ownWords.filter((word) => added(word) === undefined && !tweens(word)).sort()).toEqual(
    ['.$schema', ...times].sort(),
  );
  expect(ADDITIONS.filter(({ word }) => !ourWords.has(word))).toEqual([]);
});

it('docs/additions.md names every field that Kinora adds', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/additions.md'), 'utf8');
  expect(ADDED_NAMES.filter((name) => !page.includes(`${name}\``))).toEqual([]);
});

describe('the newer interface, which no published schema has yet', () => {
  const clip = { start: 0, length: 2 };
  const video = { type: 'video', src: 'https://example.com/a.mp4' };
  const editOf = (part: object) => ({
    timeline: { tracks: [{ clips: [{ ...clip, ...part }] }] },
    output: { format: 'mp4', resolution: 'hd' },
  });

  it.each<[string, object]>([
    ['tweens of the speed of a video', { asset: { ...video, speed: [{ from: 1, to: 2, length: 1 }] } }],
    ['a prompt in place of a file', { asset: { type: 'image', prompt: 'a cat', model: 'nano-banana-2' } }],
    [
      'a start image',
      {
        asset: {
          type: 'video',
          prompt: 'it moves',
          model: 'seedance-2.0-image-to-video',
          options: { startSrc: 'https://example.com/a.png' },
        },
      },
    ],
  ])('has %s, and so has Kinora', (_, part) => {
    expect(parseEdit(editOf(part)).ok).toBe(true);
  });

  // What is built leaves this list.
  it.each<[string, object]>([
    ['filters with values', { asset: video, filter: { name: 'blur', value: 5 } }],
    ['images made from images', { asset: { type: 'image', prompt: 'a', model: 'nano-banana-2-edit' } }],
  ])('has %s, which Kinora has not', (_, part) => {
    expect(parseEdit(editOf(part)).ok).toBe(false);
  });
});
