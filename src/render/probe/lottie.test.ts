import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOTTIE_STAR } from '../../../test/media/lottie-star.ts';
import { toSeconds } from '../../base/time.ts';
import { explainMismatch } from '../media/explain-mismatch.ts';
import { measureSources } from './measure-sources.ts';
import { probe } from './probe.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-lottie-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(text: string): Promise<string> {
  const path = join(folder, 'a.mp4');
  await writeFile(path, text);
  return path;
}

it('tells a Lottie animation by its content', async () => {
  const path = await write(`\uFEFF  ${LOTTIE_STAR}`);
  const duration = toSeconds(2);
  expect(await probe(path)).toMatchObject({ kind: 'lottie', width: 300, height: 200, rate: 30, duration });
  const size = { width: 300, height: 200 };
  expect(await measureSources({ star: path })).toEqual({
    star: { kind: 'lottie', video: { duration: '2' }, picture: { ...size, stored: size } },
  });
});

it.each([
  [JSON.stringify({ layers: [], fr: 0 }), /sides/],
  ['{"error": "not found"}', /its content is text/],
  [`{"layers": [], "fr": 1, ${'"x": 1,'.repeat(10)}`, /not a Lottie animation/],
  [`{"fr":1,"op":1${' '.repeat(5_000_001)}`, /maximum is 5 MB/],
])('rejects %.40s', async (text, message) => {
  await expect(probe(await write(text))).rejects.toThrow(message);
});

it('suits only an asset of its type', () => {
  expect(explainMismatch('lottie', { kind: 'lottie' })).toBeUndefined();
  expect(explainMismatch('image', { kind: 'lottie' })).toBe(
    'is a Lottie animation, but the asset needs an image',
  );
  expect(explainMismatch('lottie', { kind: 'still' })).toBe(
    'is an image, but the asset needs a Lottie animation (JSON)',
  );
});
