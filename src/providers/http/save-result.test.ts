import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { DetectType } from '../../generation/generation-provider.ts';
import { writeMedia } from './save-result.ts';

async function save(detectType: DetectType) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { signal } = new AbortController();
  return writeMedia('openai', Buffer.from('bytes'), 'image', { folder, detectType, signal });
}

it('a result gets the extension that another process has found, not that of its bytes here', async () => {
  const { path, extension } = await save(() =>
    Promise.resolve({ mediaType: 'image/webp', extension: '.webp' }),
  );
  expect(extension).toBe('.webp');
  expect(await readFile(path, 'utf8')).toBe('bytes');
});

it.each<readonly [string, DetectType]>([
  ['of another kind', () => Promise.resolve({ mediaType: 'video/mp4', extension: '.mp4' })],
  ['of an unknown type', () => Promise.resolve({})],
  [
    'that ends the process that reads it',
    () => Promise.reject(new KinoraError('asset_not_media', 'The file takes too much memory or time.')),
  ],
])('a result %s is refused', async (_what, detectType) => {
  expect(await failureOf(save(detectType))).toBe(
    'provider_refused: The result of the service openai is not an image.',
  );
});

it('a result is not refused if this machine cannot start a process', async () => {
  const error = new KinoraError('internal', 'No process could be started.');
  expect(await failureOf(save(() => Promise.reject(error)))).toBe('internal: No process could be started.');
});
