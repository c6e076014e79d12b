import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('exits without an error if its output is closed', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kinora.ts'), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [, err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect([child.exitCode, err]).toEqual([0, '']);
});
