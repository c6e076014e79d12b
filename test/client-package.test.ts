import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const TSC = join(root, 'node_modules/typescript/bin/tsc');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-package-'));
  await run(process.execPath, [TSC, '--project', 'tsconfig.client.json', '--outDir', join(folder, 'dist')], {
    cwd: root,
  });
});

afterAll(() => rm(folder, { recursive: true }));

it('the client compiles to JavaScript that runs without the rest of Kinora', async () => {
  expect(manifest.files).toEqual(['dist/client/', 'dist/**/*.d.ts']);
  for (const file of globSync('dist/*/**/*.js', { cwd: folder, exclude: ['dist/client/**'] })) {
    await rm(join(folder, file));
  }
  const { default: entry, types } = manifest.exports['./client'];
  expect(globSync([entry, types], { cwd: folder })).toHaveLength(2);
  const program = `
    import { createClient, KinoraApiError } from ${JSON.stringify(join(folder, entry))};
    const { templates } = createClient({ url: 'http://127.0.0.1:9', key: 'k', timeout: 1 });
    console.log(typeof templates.list, new KinoraApiError('m', { status: 404, code: 'not_found' }).code);
  `;
  const args = ['--no-experimental-strip-types', '--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, { cwd: folder, timeout: 30_000 });
  expect(stdout).toBe('function not_found\n');
});
