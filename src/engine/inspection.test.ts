import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { testBrowser } from '../render/browse/browser.fixture.ts';
import type { Sources } from '../render/fetch/index.ts';
import { openRenderer } from '../render/renderer.ts';
import { createInspection } from './inspection.ts';

const looked: string[] = [];
/** Looks until nobody waits for it any more. */
const sources: Sources = {
  fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
  openForInspection: (url, { signal }) => {
    looked.push(url);
    return new Promise((_resolve, reject) => {
      const end = (): void => reject(new KinoraError('cancelled', 'It was cancelled.'));
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end);
    });
  },
  close: () => Promise.resolve(),
};
const renderer = openRenderer({
  sources,
  browser: testBrowser(),
  dialect: 'interface',
  folder: '/tmp',
  log: SILENT,
});

function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as KinoraError).code,
  );
}

test('so many files are looked at at once, so many wait, and none has to be looked at to the end', async () => {
  const { probe } = createInspection(renderer);
  const gone = new AbortController();
  const ask = (owner: string, index: number) =>
    outcome(probe(`https://a.example/${index}`, { owner, signal: gone.signal }));
  const atOnce = availableParallelism() * 2;
  const ofOne = Math.floor(atOnce * 0.75);
  const asked = Array.from({ length: ofOne }, (_, index) => ask('greedy', index));
  await new Promise(setImmediate);
  for (let index = 0; index < ofOne * 16; index++) asked.push(ask('greedy', ofOne + index));
  expect(await ask('greedy', -1)).toBe('queue_full');
  expect(looked).toHaveLength(ofOne);
  asked.push(ask('modest', -2));
  await new Promise(setImmediate);
  expect(looked.at(-1)).toBe('https://a.example/-2');
  gone.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['cancelled']));
});

test('nobody waits for a look longer than it may take', async () => {
  const { probe, frame } = createInspection(renderer, 10);
  const asker = { owner: 'owner', signal: new AbortController().signal };
  expect(await outcome(probe('https://a.example/', asker))).toBe('asset_timed_out');
  const asset = { type: 'image', src: 'https://a.example/' } as const;
  const edit = {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output: { format: 'mp4' as const },
  };
  const wish = { at: 0, format: 'png', watermark: false } as const;
  expect(await outcome(frame(edit, wish, asker))).toBe('asset_timed_out');
  await expect(frame(edit, wish, asker)).rejects.not.toThrow('listened to');
  const captions = { type: 'rich-caption', src: 'https://a.example/voice.mp3' } as const;
  const spoken = { ...edit, timeline: { tracks: [{ clips: [{ asset: captions, start: 0, length: 1 }] }] } };
  await expect(frame(spoken, wish, asker)).rejects.toThrow(
    'what its captions are made of takes long to be listened to',
  );
});
