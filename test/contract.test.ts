import { edit as theirSchema } from '@shotstack/schemas/json';
import { editSchema } from '@shotstack/schemas/zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseEdit } from '../src/edit/index.ts';
import { allFields, fieldsIn } from './contract/coverage.ts';
import { at, damaged } from './contract/damage.ts';
import { DIFFERENCES, type Difference, type Finding, KNOWN } from './contract/differences.ts';
import { referred, validEdits } from './contract/valid-edits.ts';
import { wordsOf } from './contract/words.ts';
import type { JsonSchema } from './fuzz/arbitrary.ts';

const COUNT = 1000;

/** Why we refuse an edit; what is only not supported yet is right all the same. */
function ours(edit: unknown): Finding[] {
  const parsed = parseEdit(edit);
  if (parsed.ok) return [];
  return parsed.problems
    .filter(({ code }) => code !== 'not_supported')
    .map(({ code, path, message }) => ({ code, path, message, value: valueAt(edit, path) }));
}

/** Why the schema of the public service refuses it. */
function theirs(edit: unknown): Finding[] {
  const { error } = editSchema.safeParse(edit);
  return (error?.issues ?? []).map(({ code, path, message }) => ({
    code,
    path,
    message,
    value: valueAt(edit, path),
  }));
}

function valueAt(edit: unknown, path: readonly PropertyKey[]): unknown {
  const parent: unknown = at(edit, path.slice(0, -1));
  const step = path.at(-1);
  if (step === undefined || typeof parent !== 'object' || parent === null) return parent;
  return (parent as Record<PropertyKey, unknown>)[step];
}

interface Judged {
  readonly what: string;
  readonly by: Difference['refusedBy'] | 'both' | 'nobody';
  readonly findings: readonly Finding[];
}

function judged(edit: unknown, what: string): Judged {
  const [we, they] = [ours(edit), theirs(edit)];
  if (we.length === 0) return { what, by: they.length === 0 ? 'nobody' : 'them', findings: they };
  return { what, by: they.length === 0 ? 'us' : 'both', findings: we };
}

function explanationOf(by: Judged['by'], finding: Finding): Difference | undefined {
  return DIFFERENCES.find((known) => known.refusedBy === by && known.explains(finding));
}

describe('edits judged by us and by the schemas of the public service', () => {
  let valid: object[];
  let all: Judged[];
  beforeAll(() => {
    valid = validEdits(COUNT, 1);
    all = [
      ...valid.map((edit) => judged(edit, 'as generated')),
      ...damaged(valid, 2).map(({ edit, place, how }) => judged(edit, `${place.join('.')} ${how}`)),
      ...KNOWN.map((edit, index) => judged(edit, `known ${index}`)),
    ];
  });

  it('are of all kinds', () => {
    const used = fieldsIn(valid);
    // The public service can exclude its own hosting alone, which is made as well.
    const only = (field: string) => field.endsWith('.exclude') && field !== 'ShotstackDestination.exclude';
    const missing = allFields().filter((field) => !used.has(field) && !only(field));
    expect(missing).toEqual(['Edit.$schema', 'TextBackground.wrap']);
    const count = (by: Judged['by']) => all.filter((one) => one.by === by).length;
    expect(count('nobody')).toBeGreaterThan(COUNT);
    expect(count('both')).toBeGreaterThan(COUNT / 2);
  });

  it('are all valid to both as they were generated', () => {
    expect(all.slice(0, COUNT).filter(({ by }) => by !== 'nobody')).toEqual([]);
  });

  it('differ only where there is a reason', () => {
    const unexplained = all.flatMap(({ by, what, findings }) =>
      by === 'nobody' || by === 'both'
        ? []
        : findings
            .filter((finding) => explanationOf(by, finding) === undefined)
            .map(
              ({ code, path, message }) =>
                `refused by ${by}: ${path.join('.')} (${code}) ${message} [${what}]`,
            ),
    );
    expect(unexplained).toEqual([]);
  });

  it('differ for every reason that is listed', () => {
    const used = new Set(
      all.flatMap(({ by, findings }) => findings.map((finding) => explanationOf(by, finding))),
    );
    expect(DIFFERENCES.filter((difference) => !used.has(difference)).map(({ reason }) => reason)).toEqual([]);
  });
});

it('knows every property and every word of the schema of the public service', () => {
  // A JSON pointer into the document.
  const pointed = (ref: string) => at(theirSchema, ref.split('/').slice(1)) as JsonSchema;
  const theirWords = wordsOf(theirSchema, pointed);
  const ourWords = wordsOf({ $ref: '#/$defs/Edit' }, referred);
  const asset = '.timeline.tracks.clips.asset';
  // C8: what generates media by itself, and pages with scripts, are not of this interface.
  const generating = ['video', 'image', 'audio'].flatMap((type) =>
    ['prompt', 'model', 'options'].map((name) => `${asset}(${type}).${name}`),
  );
  const html5 = ['type', 'type = html5', 'html', 'css', 'js'].map((name) => `${asset}(html5).${name}`);
  expect([...theirWords].filter((word) => !ourWords.has(word)).sort()).toEqual(
    [...generating, ...html5].sort(),
  );
  // Theirs has patterns for times, and any text for a provider.
  const ownWords = [...ourWords].filter((word) => !theirWords.has(word) && !word.includes('.provider = '));
  const times = ['start = auto', 'length = auto', 'length = end'].map(
    (name) => `.timeline.tracks.clips.${name}`,
  );
  expect(ownWords.sort()).toEqual(['.$schema', ...times].sort());
});
