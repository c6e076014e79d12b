import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, isSystemFolder, openHome, removeStaleFrames } from './home.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-home-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a home folder', () => {
  it('removes stale files of frames: all of them for an exclusive process, else only old ones', async () => {
    const home = await openHome(folder);
    for (const name of ['old', 'new']) {
      await mkdir(join(home.frames, name));
      await writeFile(join(home.frames, name, 'frame.png'), '');
    }
    await utimes(join(home.frames, 'old'), 0, 0);
    await removeStaleFrames(home, false);
    expect(await readdir(home.frames)).toEqual(['new']);
    await removeStaleFrames(home, true);
    expect(await readdir(home.frames)).toEqual([]);
  });

  it('is created if it is missing', async () => {
    const home = await openHome(join(folder, 'a/b'));
    expect((await stat(home.temporary)).isDirectory()).toBe(true);
  });

  it.each([
    ['is new', () => Promise.resolve()],
    ['was accessible to others', () => mkdir(join(folder, 'home'), { mode: 0o755 })],
  ])('is accessible only to its owner if it %s', async (_how, prepare) => {
    await prepare();
    await openHome(join(folder, 'home'));
    expect((await stat(join(folder, 'home'))).mode & 0o777).toBe(0o700);
  });

  it('keeps its permissions and is rejected if others share it', async () => {
    await chmod(folder, 0o1777);
    await expect(openHome(folder)).rejects.toThrow(
      `KINORA_HOME is "${folder}", a folder that all users share`,
    );
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777);
  });

  it('may hold files of the operator', async () => {
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'media'));
    await openHome(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is not a folder of the system', async () => {
    expect(await isSystemFolder('/')).toBe(true);
    expect(await isSystemFolder('/usr')).toBe(true);
    expect(await isSystemFolder(folder)).toBe(false);
  });

  it.each([
    ['file', 'is a file'],
    ['file/home', 'a part of this path is a file'],
  ])('is rejected if its path is %s', async (path, reason) => {
    await writeFile(join(folder, 'file'), '');
    const error = createHome(join(folder, path));
    await expect(error).rejects.toMatchObject({ code: 'invalid_setting' });
    await expect(error).rejects.toThrow(reason);
  });

  it.runIf(process.platform === 'linux')('is rejected in a file system without folders', async () => {
    await expect(openHome('/proc/kinora/home')).rejects.toThrow(
      'KINORA_HOME is "/proc/kinora/home", where no folder can be created. Choose another folder.',
    );
  });
});
