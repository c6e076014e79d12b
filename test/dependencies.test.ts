import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnknownLicences, listPackages } from '../scripts/licences.mjs';

const ROOT = join(import.meta.dirname, '..');

test('every package of an installation has a licence that was judged', () => {
  expect(findUnknownLicences()).toEqual([]);
  const unknown = { name: 'other', version: '1.0.0', licence: 'MIT AND SSPL-1.0' };
  expect(findUnknownLicences([unknown])).toEqual([unknown]);
});

test('the list of licences has every package of the lock file', async () => {
  const text = await readFile(join(ROOT, 'docs/licences.md'), 'utf8');
  const [, list = ''] = text.split('## All packages');
  const listed = list.split('- **').flatMap((line) => {
    const licence = line.split('**')[0];
    return [...line.matchAll(/`(\S+)`\s([^,`]+)/g)].flatMap(([, name, versions = '']) =>
      versions.split(/\sand\s/).map((version) => [name, version.trim(), licence]),
    );
  });
  const expected = listPackages().map(({ name, version, licence }) => [name, version, licence]);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test('every version is exact, and the lock file knows what it must contain', async () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test('no install script runs', async () => {
  expect(await readFile(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
