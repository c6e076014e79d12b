import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backend, RenderState } from '../../agents/backend.ts';
import { listMedia, MEDIA_EXTENSIONS } from '../../agents/list-media.ts';
import type { Renderer } from '../../render/renderer.ts';
import { createLocalBackend } from './local-backend.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
};

let root: string;
let folder: string;
let backend: Backend;
/** The work of a render before it writes its file. */
let work: () => Promise<unknown>;

/** Writes a word in place of a film. */
const render: Renderer['render'] = async (_parsed, to) => {
  await work();
  await writeFile(to.output, 'film');
  return { warnings: [] };
};

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'kinora-backend-')));
  folder = join(root, 'work');
  await mkdir(folder);
  work = () => Promise.resolve();
  const unused = () => Promise.reject(new Error('This test renders only.'));
  const renderer = { render, sheet: unused, dryRun: unused, probe: unused };
  backend = createLocalBackend({
    open: () => Promise.resolve({ renderer, folder: root, [Symbol.asyncDispose]: () => Promise.resolve() }),
    folder,
    dialect: 'interface',
    concurrency: 1,
  });
});
afterEach(async () => {
  await backend.close();
  await rm(root, { recursive: true });
});

const context = { signal: new AbortController().signal, report: () => undefined };
const start = (file: string): Promise<RenderState> => backend.render(JSON.stringify(EDIT), file, context);
const wait = ({ id }: RenderState): Promise<RenderState> => backend.follow(id, 20_000, context);

describe('the local backend', () => {
  it('renders to a name once', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    work = () => promise;
    const first = await start('a.mp4');
    await expect(start('a.mp4')).rejects.toThrow(/a\.mp4 exists already/);
    resolve(undefined);
    expect(await wait(first)).toMatchObject({ status: 'done' });
    await expect(start('a.mp4')).rejects.toThrow(/a\.mp4 exists already/);
    expect(await readdir(folder)).toEqual(['a.mp4']);
  });

  it('replaces no file that has come while a render waited or worked', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    work = () => promise;
    const states = [await start('a.mp4'), await start('b.mp4')];
    for (const name of ['a.mp4', 'b.mp4']) await writeFile(join(folder, name), 'mine');
    resolve(undefined);
    for (const state of states)
      expect(await wait(state)).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/exists already/) as string,
      });
    expect(await readdir(folder)).toEqual(['a.mp4', 'b.mp4']);
    expect(await readFile(join(folder, 'a.mp4'), 'utf8')).toBe('mine');
  });

  it('writes nothing through a link that leads out of the folder', async () => {
    const outside = join(root, 'outside');
    await mkdir(outside);
    for (const name of ['linked', 'uploads']) await symlink(outside, join(folder, name));
    await expect(start('linked/a.mp4')).rejects.toThrow(/is not a file that agents may use/);
    const upload = backend.upload({ kind: 'bytes', name: 'a.svg', bytes: Buffer.from('<svg/>') }, context);
    await expect(upload).rejects.toThrow(/is not a file that agents may use/);
    expect(await readdir(outside)).toEqual([]);
  });

  it('takes every kind of file that it lists', async () => {
    for (const extension of MEDIA_EXTENSIONS) {
      const name = `a${extension}`;
      const bytes = Buffer.from(name);
      expect(await backend.upload({ kind: 'bytes', name, bytes }, context)).toEqual({
        src: `uploads/${name}`,
      });
    }
    expect((await listMedia(folder)).files).toHaveLength(MEDIA_EXTENSIONS.length);
    const script = backend.upload({ kind: 'bytes', name: 'a.sh', bytes: Buffer.from('a') }, context);
    await expect(script).rejects.toThrow(/must end in one of \.mp4/);
  });
});
