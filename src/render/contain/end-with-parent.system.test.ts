import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const BUSY = fileURLToPath(new URL('./end-with-parent.fixture.ts', import.meta.url));

/** A program that starts the busy one, which shares its output. */
const PARENT = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(BUSY)}, process.pid], { stdio: ['ignore', 'inherit', 'inherit'] });
setInterval(() => undefined, 1e9);`;

describe.skipIf(process.platform !== 'linux')('a process that ends with its parent', () => {
  it('is killed with it, although its own thread is busy', async () => {
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    // The output ends when no process has it open any more.
    for await (const line of createInterface({ input: parent.stdout })) {
      lines.push(line);
      parent.kill('SIGKILL');
    }
    expect(lines).toEqual(['busy']);
  });

  it('ends at once if its parent has ended before', async () => {
    const child = spawn(process.execPath, [BUSY, String(process.pid + 1)], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
