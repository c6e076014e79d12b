import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeClip, paintNumber } from '../../../test/media/clips.ts';
import { probeAv } from '../av/input/probe-av.ts';
import type { AvMedia } from '../media/media.ts';
import type { RemoteFile } from '../media/source-file.ts';
import { prepareSources } from './prepare.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-prepare-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a remote video is fetched whole only if it is prepared', async () => {
  const path = join(folder, 'clip.mp4');
  const ticks = [0, 1, 2, 3, 4];
  await makeClip(path, { width: 64, height: 36, clock: 25, ticks, paint: paintNumber });
  const whole = vi.fn(() => Promise.resolve(path));
  // Reading only a part of the file fails the test.
  const file: RemoteFile = {
    path: '/nowhere',
    size: 1,
    fetchRange: () => Promise.reject(new Error('A part was read.')),
    fetchAll: whole,
  };
  const here = await probeAv(path, 'mov');
  const video = here.video!;
  const far: AvMedia = { ...here, video: { ...video, location: { ...video.location, file } } };
  const sources = [{ url: 'far', path: [], field: 'clip', kind: 'video' }] as const;
  const prepared = async (needed: boolean) => {
    const media = await prepareSources(
      sources,
      new Map([['far', far]]),
      () => needed,
      folder,
      () => undefined,
    );
    const found = media.get('far');
    return found?.kind === 'av' ? found.video?.location.file : undefined;
  };
  expect(await prepared(false)).toBe(file);
  expect(whole).not.toHaveBeenCalled();
  expect(await prepared(true)).toBe(join(folder, 'prepared-0.mp4'));
  expect(whole).toHaveBeenCalledTimes(1);
});
