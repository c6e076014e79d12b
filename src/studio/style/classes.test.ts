import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** The files with what all views share. Those of single views may add to it. */
const SHARED = ['base.css', 'shell.css', 'parts.css'];

it('gives each class to one view, because all style files apply to the whole page', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of globSync('*.css', { cwd: import.meta.dirname })) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    for (const [selectors] of text.matchAll(/[^{}]+(?=\{)/g))
      for (const selector of selectors.split(',')) {
        const name = /^\s*\.([a-z][\w-]*)/.exec(selector)?.[1];
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(basename(file)));
      }
  }
  const twice = [...owners].filter(([, files]) => files.size > 1 && !SHARED.some((file) => files.has(file)));
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
  expect(owners.size).toBeGreaterThan(50);
});
