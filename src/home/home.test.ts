import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHome, removeStaleFrames } from './home.ts';

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

  it('is rejected if it is not writable', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openHome(join(folder, 'file/home'))).rejects.toMatchObject({ code: 'invalid_setting' });
  });
});
