import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findFinished,
  flushFinished,
  keepFinished,
  removeFinished,
  removeStaleFinished,
} from './finished-files.ts';

describe('finished files', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'kinora-finished-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const WORK = { id: 'a', attempt: 1, recipe: 'render' };

  /** Makes the files of an attempt in its folder and keeps them. */
  async function keep({ id, attempt, recipe } = WORK, text = 'a film') {
    const folder = join(root, `${id}.${attempt}`);
    await mkdir(folder);
    const files = { output: join(folder, 'a.mp4'), poster: join(folder, 'a-poster.jpg') };
    await writeFile(files.output, text);
    await writeFile(files.poster, 'a poster');
    const kept = await keepFinished(root, { id, attempt, recipe }, files, { duration: 2 });
    expect(await readdir(folder)).toEqual([]);
    return kept;
  }
  const manifest = () => join(root, 'finished/a/manifest.json');
  async function changeManifest(change: object): Promise<void> {
    const before = JSON.parse(await readFile(manifest(), 'utf8')) as object;
    await writeFile(manifest(), JSON.stringify({ ...before, ...change }));
  }

  it('are found by a later attempt, with their facts', async () => {
    const kept = await keep();
    const found = await findFinished(root, WORK);
    expect(found).toEqual(kept);
    expect(found?.about).toEqual({ duration: 2 });
    expect(await readFile(found?.files['output'] ?? '', 'utf8')).toBe('a film');
  });

  it('replace those of an earlier attempt', async () => {
    await keep();
    await keep({ ...WORK, attempt: 2 }, 'another film');
    const found = await findFinished(root, WORK);
    expect(await readFile(found?.files['output'] ?? '', 'utf8')).toBe('another film');
    expect(await readdir(join(root, 'finished'))).toEqual(['a']);
  });

  it.each([
    ['one of them is shorter than it was', () => truncate(join(root, 'finished/a/a.mp4'), 3)],
    ['one of them is missing', () => rm(join(root, 'finished/a/a-poster.jpg'))],
    ['they were made of something else', () => changeManifest({ recipe: 'of another source' })],
    ['the system crashed before they were on the disk', () => changeManifest({ boot: 'an earlier one' })],
    ['the manifest is broken', () => writeFile(manifest(), '{"vers')],
    ['another version of Kinora described them otherwise', () => changeManifest({ version: 0 })],
  ])('are not found if %s', async (_what, spoil) => {
    await keep();
    await spoil();
    expect(await findFinished(root, WORK)).toBeUndefined();
  });

  it('survive a crash of the system if they were forced to the disk', async () => {
    await keep();
    await flushFinished(root, 'a');
    await changeManifest({ boot: 'an earlier one' });
    expect(await findFinished(root, WORK)).toBeDefined();
  });

  it('stay where they are if they cannot be kept', async () => {
    await writeFile(join(root, 'finished'), 'no folder');
    const path = join(root, 'a.mp4');
    await writeFile(path, 'a film');
    await expect(keepFinished(root, WORK, { output: path }, {})).rejects.toThrow();
    expect(await readFile(path, 'utf8')).toBe('a film');
  });

  it('are removed with their work, and so are those that were half moved', async () => {
    await keep();
    await keep({ ...WORK, id: 'b' });
    for (const name of ['c.1.partial', 'c.2.partial']) await mkdir(join(root, 'finished', name));
    const isCurrent = ({ id, attempt }: { id: string; attempt: number }) =>
      Promise.resolve(id === 'c' && attempt === 2);
    await removeStaleFinished(root, (id) => Promise.resolve(id === 'a'), isCurrent);
    expect((await readdir(join(root, 'finished'))).toSorted()).toEqual(['a', 'c.2.partial']);
    await removeFinished(root, 'a');
    await removeFinished(root, 'a');
    expect(await findFinished(root, WORK)).toBeUndefined();
  });

  it('need no folder to be looked for', async () => {
    await removeStaleFinished(
      root,
      () => Promise.resolve(true),
      () => Promise.resolve(true),
    );
    expect(await findFinished(root, WORK)).toBeUndefined();
  });
});
