import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from './open-log.ts';

it('writes lines of JSON that no terminal obeys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-log-'));
  const file = await open(join(folder, 'log'), 'w');
  const name = '\u001b]0;title\u0007\u009b31m\u202e\u2028\nend';
  openLog({}, file.fd).warn({ name, err: new Error(name) }, name);
  await file.close();
  const line = await readFile(join(folder, 'log'), 'utf8');
  await rm(folder, { recursive: true });
  expect(line).toMatch(/^[ -~]*\n$/);
  expect(JSON.parse(line)).toMatchObject({ name, msg: name, err: { message: name } });
});
