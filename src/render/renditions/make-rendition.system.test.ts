import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { VideoDecoder } from '../av/video/video-decoder.ts';
import { createAvFolder, type AvFolder } from './av/av.fixture.ts';

let folder: AvFolder;
beforeAll(async () => {
  folder = await createAvFolder();
  await folder.writeClip('clip.mp4', 30, { seconds: 1 });
});
afterAll(() => folder[Symbol.asyncDispose]());

it('makes a sound of a video without decoding its pictures', async () => {
  const decode = vi.spyOn(VideoDecoder.prototype, 'decodeFirst');
  try {
    expect(await folder.convert('clip.mp4', { format: 'mp3' })).toMatchObject({ duration: 1 });
    expect(decode).not.toHaveBeenCalled();
    await folder.convert('clip.mp4', { format: 'mp4' });
    expect(decode).toHaveBeenCalled();
  } finally {
    decode.mockRestore();
  }
});

it('says that a video without sound cannot become a sound', async () => {
  await folder.writeClip('silent.mp4', 3);
  await expect(folder.convert('silent.mp4', { format: 'wav' })).rejects.toThrow(
    'This video has no sound, so it cannot become a wav.',
  );
});

it('loads neither the library for pictures nor the large half of node-av for a sound', () => {
  const job = {
    path: folder.path('clip.mp4'),
    transformation: { format: 'mp3' },
    to: { folder: folder.path(''), name: 'sound' },
  };
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { makeRendition } = await import('./make-rendition.ts');
    await makeRendition(${JSON.stringify(job)}, () => undefined);
    console.log(loaded.join('\\n'));`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(loaded).toContain('node-av/dist/lib/frame.js');
  expect(loaded).not.toMatch(/node-av\/dist\/(api|webrtc|ffmpeg)|node_modules\/sharp/);
});
