import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip, paintNumber } from '../../../test/media/clips.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import type { RenditionTransformation } from '../../ingest/model.ts';
import type { RenditionFile } from '../renditions/rendition.ts';
import type { NeededDrawing } from '../renditions/stills/needed-drawing.ts';
import { runInChild } from './run-in-child.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-convert-'));
  const ticks = Array.from({ length: 50 }, (_, index) => index);
  await makeClip(join(folder, 'clip.mp4'), { width: 160, height: 90, clock: 25, ticks, paint: paintNumber });
});
afterAll(() => rm(folder, { recursive: true }));

function convert(
  source: string,
  transformation: RenditionTransformation,
  options: { signal?: AbortSignal; onProgress?: () => void } = {},
): Promise<RenditionFile | NeededDrawing> {
  const signal = options.signal ?? new AbortController().signal;
  const to = { folder, name: 'rendition' };
  const task = { kind: 'convert', path: join(folder, source), transformation, to } as const;
  return runInChild(task, { log: SILENT, ...options, signal });
}

describe('a conversion in a child process', () => {
  it('writes the file, says what it is and reports progress', async () => {
    let reports = 0;
    const made = await convert(
      'clip.mp4',
      { size: { width: 80 }, fps: 12 },
      { onProgress: () => (reports += 1) },
    );
    expect(made).toEqual({
      path: join(folder, 'rendition.mp4'),
      extension: '.mp4',
      width: 80,
      height: 44,
      fps: 12,
      duration: 2,
    });
    expect(await readdir(folder)).toContain('rendition.mp4');
    expect(reports).toBeGreaterThan(0);
  });

  it('fails with the reason', async () => {
    expect(await failureOf(convert('clip.mp4', { format: 'wav' }))).toBe(
      'validation_failed: This video has no sound, so it cannot become a wav.',
    );
  });

  it.each([
    ['text.mp4', 'Hello', 'asset_not_media', 'The file is not a media file: its content is text.'],
    [
      'cues.srt',
      '1\n00:00:00,000 --> 00:00:01,000\nHello\n',
      'validation_failed',
      'The file is a subtitle file (SRT), which has no renditions.',
    ],
  ])('rejects %s', async (name, content, code, message) => {
    await writeFile(join(folder, name), content);
    expect(await failureOf(convert(name, {}))).toBe(`${code}: ${message}`);
  });

  it('is cancelled by its signal', async () => {
    const signal = AbortSignal.timeout(50);
    expect(await failureOf(convert('clip.mp4', { speed: { speed: 0.001 } }, { signal }))).toBe(
      'cancelled: The render was cancelled.',
    );
  });
});
