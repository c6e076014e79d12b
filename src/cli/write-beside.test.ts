import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBeside } from './write-beside.ts';

describe('writeBeside', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gives the file its name only when it is whole', async () => {
    const seen = await writeBeside(join(folder, 'out.mp4'), async (temporary) => {
      await writeFile(temporary, 'whole');
      expect(extname(temporary)).toBe('.mp4');
      return readdir(folder);
    });
    expect(seen).not.toContain('out.mp4');
    expect(await readdir(folder)).toEqual(['out.mp4']);
  });

  it('leaves the old file and nothing else when the work fails', async () => {
    await writeFile(join(folder, 'out.mp4'), 'old');
    const work = writeBeside(join(folder, 'out.mp4'), async (temporary) => {
      await writeFile(temporary, 'half');
      throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(await readdir(folder)).toEqual(['out.mp4']);
    expect(await readFile(join(folder, 'out.mp4'), 'utf8')).toBe('old');
  });

  it('says before the work when there is no such folder', async () => {
    const work = writeBeside(join(folder, 'no', 'out.mp4'), () => expect.unreachable());
    await expect(work).rejects.toThrow('There is no folder');
  });

  it('says before the work when the target is a folder', async () => {
    await expect(writeBeside(folder, () => expect.unreachable())).rejects.toThrow('is a folder');
  });
});
