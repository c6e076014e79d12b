import { type Edit, packEdit, toParsedEdit } from '../edit/index.ts';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { testBrowser } from '../render/browse/browser.fixture.ts';
import type { Sources } from '../render/fetch/index.ts';
import { openRenderer } from '../render/renderer.ts';
import { createInspection } from './inspection.ts';

const inspected: string[] = [];
/** Sources whose inspection ends only when its signal aborts. */
const sources: Sources = {
  fetch: () => Promise.reject(new Error('This test fetches nothing.')),
  openForInspection: (url, { signal }) => {
    inspected.push(url);
    return new Promise((_resolve, reject) => {
      const end = (): void => reject(new KinoraError('cancelled', 'The inspection was cancelled.'));
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end);
    });
  },
  keepFacts: () => Promise.resolve(),
  factsOf: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};
const renderer = openRenderer({
  sources,
  browser: testBrowser(),
  folder: '/tmp',
  log: SILENT,
});

function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as KinoraError).code,
  );
}

test('limits how many files are inspected and how many wait, and stops when the requester leaves', async () => {
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
  expect(inspected).toHaveLength(ofOne);
  asked.push(ask('modest', -2));
  await new Promise(setImmediate);
  expect(inspected.at(-1)).toBe('https://a.example/-2');
  gone.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['cancelled']));
});

test('fails a request that exceeds its time limit', async () => {
  const { probe, frame } = createInspection(renderer, 10);
  const requester = { owner: 'owner', signal: new AbortController().signal };
  expect(await outcome(probe('https://a.example/', requester))).toBe('asset_timed_out');
  const asset = { type: 'image', src: 'https://a.example/' } as const;
  const packed = (timeline: Edit['timeline']) =>
    packEdit(toParsedEdit({ timeline, output: { format: 'mp4' } }));
  const edit = packed({ tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] });
  const query = { at: 0, format: 'png', watermark: false } as const;
  expect(await outcome(frame(edit, query, requester))).toBe('asset_timed_out');
  await expect(frame(edit, query, requester)).rejects.not.toThrow('transcription');
  const captions = { type: 'rich-caption', src: 'https://a.example/voice.mp3' } as const;
  const spoken = packed({ tracks: [{ clips: [{ asset: captions, start: 0, length: 1 }] }] });
  await expect(frame(spoken, query, requester)).rejects.toThrow(
    'the transcription of its speech takes too long',
  );
});
