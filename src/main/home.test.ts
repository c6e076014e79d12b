import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homeKeys, openHome, removeLeftFrames } from './home.ts';
import { lockHome } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-home-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a home folder', () => {
  it('loses what was left of frames: all of it to who is alone there, else what is old', async () => {
    const home = await openHome(folder);
    for (const name of ['old', 'new']) {
      await mkdir(join(home.frames, name));
      await writeFile(join(home.frames, name, 'frame.png'), '');
    }
    await utimes(join(home.frames, 'old'), 0, 0);
    await removeLeftFrames(home, false);
    expect(await readdir(home.frames)).toEqual(['new']);
    await removeLeftFrames(home, true);
    expect(await readdir(home.frames)).toEqual([]);
  });

  it('is made when it is absent', async () => {
    const home = await openHome(join(folder, 'a/b'));
    expect((await stat(home.temporary)).isDirectory()).toBe(true);
  });

  it.each([
    ['is new', () => Promise.resolve()],
    ['was open to others', () => mkdir(join(folder, 'home'), { mode: 0o755 })],
  ])('is for its owner alone when it %s', async (_how, prepare) => {
    await prepare();
    await openHome(join(folder, 'home'));
    expect((await stat(join(folder, 'home'))).mode & 0o777).toBe(0o700);
  });

  it('is not taken from those who share it', async () => {
    await chmod(folder, 0o1777);
    await expect(openHome(folder)).rejects.toThrow(`KINORA_HOME is "${folder}", which others use as well`);
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777);
  });

  it('is not opened where nothing can be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openHome(join(folder, 'file/home'))).rejects.toMatchObject({ code: 'setting_wrong' });
  });

  it('keeps the same keys of 40 characters, readable by its owner alone', async () => {
    const home = await openHome(folder);
    const keys = await homeKeys(home);
    expect(keys.v1).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(keys.stage).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(keys.stage).not.toBe(keys.v1);
    expect(await homeKeys(home)).toEqual(keys);
    expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
  });

  it('has one pair of keys, however many processes start at once', async () => {
    const home = await openHome(folder);
    const [first, ...others] = await Promise.all([homeKeys(home), homeKeys(home), homeKeys(home)]);
    expect(others).toEqual([first, first]);
    expect((await readdir(folder)).toSorted()).toEqual(['keys.json', 'tmp']);
  });

  it.each(['', '{}', '{"v1":"a"}', 'v1:a'])('says when its keys are %j', async (text) => {
    await writeFile(join(folder, 'keys.json'), text);
    await expect(homeKeys(await openHome(folder))).rejects.toThrow('keys.json is damaged');
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe(text);
  });
});

describe('the lock of a home folder', () => {
  it('lets one in, and the next when that one has left', async () => {
    const first = await lockHome(folder);
    const refused = lockHome(folder);
    await expect(refused).rejects.toMatchObject({ code: 'home_in_use' });
    await expect(refused).rejects.toThrow(
      `Another Kinora uses the folder ${folder} already; stop it, or give`,
    );
    await first[Symbol.asyncDispose]();
    const second = await lockHome(folder);
    await second[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  it('works where the path is longer than a socket may have', async () => {
    const long = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(long, { recursive: true });
    const first = await lockHome(long);
    await expect(lockHome(long)).rejects.toMatchObject({ code: 'home_in_use' });
    await first[Symbol.asyncDispose]();
    await (await lockHome(long))[Symbol.asyncDispose]();
  });

  it('is taken over from a process that was killed, by one of those that try', async () => {
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

  it('stays with the one who took it over, however many tried a little earlier or later', async () => {
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

/** As a process that was killed leaves it. */
async function leaveDeadSocket(path: string): Promise<void> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  await link(path, `${path}.dead`);
  await new Promise((resolve) => server.close(resolve));
  await rename(`${path}.dead`, path);
}
