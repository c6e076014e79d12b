import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../kernels');
const COMPILER = fileURLToPath(new URL('../bin/asc.js', import.meta.resolve('assemblyscript')));

test('the compiled kernels match their sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-kernels-'));
  const made = join(folder, 'kernels.wasm');
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '--outFile', made], { cwd: FOLDER });
    const [committed, compiled] = await Promise.all([readFile(join(FOLDER, 'kernels.wasm')), readFile(made)]);
    // If this fails, run `npm run kernels`.
    expect(committed.equals(compiled)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
