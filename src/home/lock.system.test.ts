import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHome } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-home-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the lock of a home folder', () => {
  it('admits one process, and the next one after the first has released it', async () => {
    const first = await lockHome(folder);
    const refused = lockHome(folder);
    await expect(refused).rejects.toMatchObject({ code: 'home_in_use' });
    await expect(refused).rejects.toThrow(`Another Kinora is using the folder ${folder}. Stop it, or set`);
    await first[Symbol.asyncDispose]();
    const second = await lockHome(folder);
    await second[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  it('works if the path is too long for a socket', async () => {
    const long = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(long, { recursive: true });
    const first = await lockHome(long);
    await expect(lockHome(long)).rejects.toMatchObject({ code: 'home_in_use' });
    await first[Symbol.asyncDispose]();
    await (await lockHome(long))[Symbol.asyncDispose]();
  });

  it('is taken over from a killed process by exactly one of several processes', async () => {
    const script = `const { lockHome } = await import(${JSON.stringify(join(import.meta.dirname, 'lock.ts'))});
      await lockHome(${JSON.stringify(folder)}); process.stdout.write('locked'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(lockHome(folder)).rejects.toMatchObject({ code: 'home_in_use' });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const tries = await Promise.allSettled([lockHome(folder), lockHome(folder), lockHome(folder)]);
    const held = tries.filter((outcome) => outcome.status === 'fulfilled');
    expect(held).toHaveLength(1);
    await expect(lockHome(folder)).rejects.toMatchObject({ code: 'home_in_use' });
    await held[0]!.value[Symbol.asyncDispose]();
  });

  it('stays with the process that took it over, whatever the timing of the others', async () => {
    const rounds = Array.from({ length: 8 }, async (_, round) => {
      const home = join(folder, String(round));
      await mkdir(home);
      await leaveDeadSocket(join(home, 'kinora.sock'));
      const tries = await Promise.allSettled(
        Array.from({ length: 8 }, async (_each, turn) => {
          for (let tick = 0; tick < turn; tick++) await setImmediate();
          return lockHome(home);
        }),
      );
      const held = tries.filter((outcome) => outcome.status === 'fulfilled');
      expect(held).toHaveLength(1);
      await expect(lockHome(home)).rejects.toMatchObject({ code: 'home_in_use' });
      await held[0]!.value[Symbol.asyncDispose]();
      expect(await readdir(home)).toEqual([]);
    });
    await Promise.all(rounds);
  });
});

/** Leaves a socket like that of a killed process. */
async function leaveDeadSocket(path: string): Promise<void> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  await link(path, `${path}.dead`);
  await new Promise((resolve) => server.close(resolve));
  await rename(`${path}.dead`, path);
}
