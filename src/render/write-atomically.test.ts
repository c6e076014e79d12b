import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAtomically } from './write-atomically.ts';

describe('writeAtomically', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('renames the file only when it is complete', async () => {
    const seen = await writeAtomically({ output: join(folder, 'out.mp4') }, async (temporary) => {
      await writeFile(temporary.output, 'whole');
      expect(extname(temporary.output)).toBe('.mp4');
      return readdir(folder);
    });
    expect(seen).not.toContain('out.mp4');
    expect(await readdir(folder)).toEqual(['out.mp4']);
  });

  it('leaves only the old file if the work fails', async () => {
    await writeFile(join(folder, 'out.mp4'), 'old');
    const work = writeAtomically({ output: join(folder, 'out.mp4') }, async (temporary) => {
      await writeFile(temporary.output, 'half');
      throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(await readdir(folder)).toEqual(['out.mp4']);
    expect(await readFile(join(folder, 'out.mp4'), 'utf8')).toBe('old');
  });

  it('renames several files only when all are complete', async () => {
    const targets = { output: join(folder, 'out.mp4'), poster: join(folder, 'out-poster.jpg') };
    await writeFile(targets.poster, 'old');
    const half = writeAtomically(targets, async ({ output }) => {
      await writeFile(output, 'whole');
      throw new Error('broken');
    });
    await expect(half).rejects.toThrow('broken');
    expect(await readdir(folder)).toEqual(['out-poster.jpg']);
    expect(await readFile(targets.poster, 'utf8')).toBe('old');
    await writeAtomically(targets, async ({ output, poster }) => {
      await writeFile(output, 'a film');
      await writeFile(poster ?? '', 'a still');
    });
    expect(await readdir(folder)).toEqual(['out-poster.jpg', 'out.mp4']);
    expect(await readFile(targets.poster, 'utf8')).toBe('a still');
  });

  it('writes apart from another call with the same target', async () => {
    const target = { output: join(folder, 'out.mp4') };
    await writeAtomically(target, async (outer) => {
      await writeFile(outer.output, 'outer');
      await writeAtomically(target, (inner) => writeFile(inner.output, 'inner'));
      expect(await readFile(outer.output, 'utf8')).toBe('outer');
    });
    expect(await readdir(folder)).toEqual(['out.mp4']);
    expect(await readFile(target.output, 'utf8')).toBe('outer');
  });

  it('fails before the work if the folder does not exist', async () => {
    const work = writeAtomically({ output: join(folder, 'no', 'out.mp4') }, () => expect.unreachable());
    await expect(work).rejects.toThrow('does not exist');
  });

  it.each([
    ['the name is too long', () => join(folder, 'a'.repeat(300)), 'its name is too long'],
    ['the folder takes no new files', () => '/proc/out.mp4', 'its folder takes no new files'],
  ])('fails before the work if %s', async (_, target, reason) => {
    const work = writeAtomically({ output: target() }, () => expect.unreachable());
    await expect(work).rejects.toMatchObject({
      code: 'not_found',
      message: `Cannot write ${target()}, because ${reason}.`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails before the work if a target is a folder', async () => {
    const second = { output: join(folder, 'out.mp4'), thumbnail: folder };
    await expect(writeAtomically(second, () => expect.unreachable())).rejects.toThrow('it is a folder');
    await expect(writeAtomically({ output: folder }, () => expect.unreachable())).rejects.toThrow(
      'it is a folder',
    );
  });
});
