import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_FILE } from './home-secrets.ts';
import { openHome } from './home.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-home-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a home folder', () => {
  it('keeps its keys of 40 characters, readable only by the owner', async () => {
    const home = await openHome(folder);
    const keys = await KEY_FILE.load(home);
    expect(keys.v1).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(keys.stage).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(keys.stage).not.toBe(keys.v1);
    expect(await KEY_FILE.load(home)).toEqual(keys);
    expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
  });

  it('has one pair of keys even if several processes start at once', async () => {
    const home = await openHome(folder);
    const [first, ...others] = await Promise.all([
      KEY_FILE.load(home),
      KEY_FILE.load(home),
      KEY_FILE.load(home),
    ]);
    expect(others).toEqual([first, first]);
    expect((await readdir(folder)).toSorted()).toEqual(['keys.json', 'tmp']);
  });

  it.each(['', '{}', '{"v1":"a"}', 'v1:a'])('reports a damaged key file: %j', async (text) => {
    await writeFile(join(folder, 'keys.json'), text);
    await expect(KEY_FILE.load(await openHome(folder))).rejects.toThrow('keys.json is damaged');
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe(text);
  });
});
