import { describe, expect, it } from 'vitest';
import {
  crowdedFolders,
  duplicateExports,
  emptyNames,
  environmentReaders,
  forbiddenImports,
  importCycles,
  packagesOutsideTheirDoor,
} from './architecture/rules.ts';
import { readSource, readSources } from './architecture/source.ts';

const root = `${import.meta.dirname}/..`;

describe('the architecture', () => {
  const sources = readSources(root, ['src', 'test', 'bench', 'gallery', 'eyes', 'chaos']);

  it('has parts that import only what the table allows', () => {
    expect(forbiddenImports(sources)).toEqual([]);
  });

  it('has no import cycle, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it('imports certain packages only in the parts that may', () => {
    expect(packagesOutsideTheirDoor(sources)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    expect(environmentReaders(sources)).toEqual([]);
  });

  it('has no meaningless names', () => {
    expect(emptyNames(sources)).toEqual([]);
  });

  it('exports each name from one file', () => {
    expect(duplicateExports(sources)).toEqual([]);
  });

  it('has no folder with too many files', () => {
    expect(crowdedFolders(sources)).toEqual([]);
  });
});

describe('the rules', () => {
  const check = (rule: typeof forbiddenImports, files: Record<string, string>) =>
    rule(Object.entries(files).map(([path, text]) => readSource(path, text)));

  it.each([
    `import { render } from '../render/renderer.ts';`,
    `import type { Progress } from '../render/renderer.ts';`,
    `export * from '../render/renderer.ts';`,
    `const { render } = await import('../render/renderer.ts');`,
    `type Render = typeof import('../render/renderer.ts');`,
  ])('find the import in %s', (text) => {
    expect(check(forbiddenImports, { 'src/server/app.ts': text })).toEqual([
      'src/server/app.ts: server may not import render (src/render/renderer.ts)',
    ]);
  });

  it('do not mistake a comment or a string for an import', () => {
    const text = `// import '../render/renderer.ts'\nexport const text = "import '../render/renderer.ts'";`;
    expect(check(forbiddenImports, { 'src/server/app.ts': text })).toEqual([]);
  });

  it('let a test import anything', () => {
    expect(check(forbiddenImports, { 'src/edit/a.test.ts': `import '../server/app.ts';` })).toEqual([]);
  });

  it('let only tests import fixtures', () => {
    const files = {
      'src/edit/a.ts': `import './b.fixture.ts';`,
      'src/edit/a.test.ts': `import './b.fixture.ts';`,
    };
    expect(check(forbiddenImports, files)).toEqual([
      'src/edit/a.ts: only a test may import src/edit/b.fixture.ts',
    ]);
  });

  it('require a row for a new part', () => {
    expect(check(forbiddenImports, { 'src/extra/a.ts': '' })).toEqual([
      'src/extra/a.ts: extra has no row in the table',
    ]);
  });

  it('distinguish a part of the renderer from the renderer itself', () => {
    expect(check(forbiddenImports, { 'src/worker/a.ts': `import '../render/scene/scene.ts';` })).toHaveLength(
      1,
    );
    expect(check(forbiddenImports, { 'src/worker/a.ts': `import '../render/renderer.ts';` })).toEqual([]);
  });

  it('find a cycle of types and describe its path', () => {
    const files = {
      'src/edit/a.ts': `import type { B } from './b.ts';`,
      'src/edit/b.ts': `import type { C } from './deep/c.ts';`,
      'src/edit/deep/c.ts': `import type { B } from '../b.ts';`,
    };
    expect(check(importCycles, files)).toEqual(['src/edit/b.ts -> src/edit/deep/c.ts -> src/edit/b.ts']);
  });

  it('find the import of a package in a wrong part, also with a path within the package', () => {
    const text = `import { AVCodec } from 'node-av/constants';`;
    expect(check(packagesOutsideTheirDoor, { 'src/render/mix/a.ts': text })).toHaveLength(1);
    expect(check(packagesOutsideTheirDoor, { 'src/render/av/a.ts': text })).toEqual([]);
  });

  it.each([
    `export const home = process.env['HOME'];`,
    `export const home = process['env'];`,
    `const { env } = process;`,
    `import { env } from 'node:process';`,
  ])('find the environment in %s', (text) => {
    expect(check(environmentReaders, { 'src/server/app.ts': text })).toHaveLength(1);
    expect(check(environmentReaders, { 'src/main/settings.ts': text })).toEqual([]);
  });

  it('find a meaningless name of a folder or a file', () => {
    expect(
      check(emptyNames, { 'src/utils/a.ts': '', 'src/edit/asset-manager.ts': '', 'src/edit/a.ts': '' }),
    ).toHaveLength(2);
  });

  it.each([
    'export function layer() {}',
    'export class layer {}',
    'export interface layer {}',
    'export type layer = 1;',
    'export const layer = 1;',
    'export const [layer] = [1];',
    'export const { a: layer } = { a: 1 };',
  ])('find a second export of a name in %s', (text) => {
    const files = { 'src/edit/a.ts': text, 'src/edit/b.ts': 'export const layer = 2;' };
    expect(check(duplicateExports, files)).toEqual(['layer: src/edit/a.ts, src/edit/b.ts']);
  });

  it.each([
    `export const layer = 1; export type layer = number;`,
    `export { layer } from './b.ts'; const layer = 1;`,
  ])('accept %s', (text) => {
    expect(check(duplicateExports, { 'src/edit/a.ts': text })).toEqual([]);
  });

  it('accept a name that both the client and another part export', () => {
    const text = 'export const layer = 1;';
    expect(check(duplicateExports, { 'src/client/a.ts': text, 'src/edit/a.ts': text })).toEqual([]);
  });

  it('find a crowded folder, without counting tests', () => {
    const files = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          [`src/edit/${index}.ts`, ''],
          [`src/edit/${index}.test.ts`, ''],
        ]).flat() as [string, string][],
      );
    expect(check(crowdedFolders, files(24))).toEqual([]);
    expect(check(crowdedFolders, files(25))).toEqual(['src/edit: 25 files']);
  });
});
