import { expect, it } from 'vitest';
import { keepContents, recallContents } from './plan.ts';

const CONTENT = { identity: 'a1'.repeat(32), bytes: 4, checksums: '' };

/** Keeps facts in memory. */
function createFacts() {
  const kept = new Map<string, string>();
  return {
    kept,
    keepFacts: (path: string, facts: string) => Promise.resolve(void kept.set(path, facts)),
    factsOf: (path: string) => Promise.resolve(kept.get(path)),
  };
}

it('recalls what was found out about files, and keeps only what is new', async () => {
  const sources = createFacts();
  await keepContents({ '/one': CONTENT, '/two': CONTENT }, { '/two': CONTENT }, sources);
  expect([...sources.kept.keys()]).toEqual(['/one']);
  expect(await recallContents(['/one', '/two'], sources, false)).toEqual({ '/one': CONTENT });
});

it('finds contents out again that lack checksums, if they are needed', async () => {
  const sources = createFacts();
  await keepContents({ '/one': CONTENT, '/two': { ...CONTENT, checksums: 'c' } }, {}, sources);
  expect(Object.keys(await recallContents(['/one', '/two'], sources, true))).toEqual(['/two']);
});

it('finds contents out again whose facts are damaged', async () => {
  const sources = createFacts();
  sources.kept.set('/one', '{"identity":"short","bytes":4,"checksums":""}');
  sources.kept.set('/two', '{');
  expect(await recallContents(['/one', '/two'], sources, false)).toEqual({});
});
