import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** The files with what all views share. Those of single views may add to it. */
const SHARED = ['base.css', 'shell.css', 'parts.css'];

/** Returns the selectors of all rules, with their files. */
function listSelectors(): { readonly file: string; readonly selector: string }[] {
  return globSync('*.css', { cwd: import.meta.dirname }).flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8');
    const rules = [...text.matchAll(/[^{}]+(?=\{)/g)].flatMap(([selectors]) => selectors.split(','));
    return rules.map((selector) => ({ file: basename(path), selector: selector.trim() }));
  });
}

const classOf = (selector: string): string | undefined => /^\.([a-z][\w-]*)/.exec(selector)?.[1];

it('gives each class to one view, because all style files apply to the whole page', () => {
  const owners = new Map<string, Set<string>>();
  for (const { file, selector } of listSelectors()) {
    const name = classOf(selector);
    if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(file));
  }
  const twice = [...owners].filter(([, files]) => files.size > 1 && !SHARED.some((file) => files.has(file)));
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
  expect(owners.size).toBeGreaterThan(50);
});

it('has what all views share in no file of a view, which the others do not load', () => {
  const selectors = listSelectors();
  const isShared = ({ file }: { readonly file: string }): boolean => SHARED.includes(file);
  const shared = new Set(selectors.filter(isShared).map(({ selector }) => classOf(selector)));
  const misplaced = selectors.filter(
    (each) =>
      !isShared(each) &&
      /^\.[\w-]+(?:\[[^\]]*\])?$/.test(each.selector) &&
      shared.has(classOf(each.selector)),
  );
  expect(misplaced).toEqual([]);
});
