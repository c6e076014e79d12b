import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/log.ts';
import type { Sources } from '../render/fetch/index.ts';
import { openInspection } from './inspection.ts';

test('so many files are looked at at once, so many wait, and no more are taken', async () => {
  const looked: string[] = [];
  const sources: Sources = {
    fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
    // Looks until nobody waits for it any more.
    look: (url, { signal }) => {
      looked.push(url);
      return new Promise((_resolve, reject) => {
        const end = (): void => reject(new KinoraError('cancelled', 'It was cancelled.'));
        if (signal?.aborted === true) end();
        signal?.addEventListener('abort', end);
      });
    },
    close: () => Promise.resolve(),
  };
  const { probe } = openInspection({ sources, dialect: 'interface', folder: '/nowhere', log: SILENT });
  const gone = new AbortController();
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as KinoraError).code,
    );
  const ask = (index: number) =>
    outcome(probe(`https://a.example/${index}`, { owner: 'owner', signal: gone.signal }));
  const atOnce = availableParallelism() * 2;
  const asked = Array.from({ length: atOnce * 17 }, (_, index) => ask(index));
  expect(await ask(-1)).toBe('queue_full');
  expect(looked).toHaveLength(atOnce);
  gone.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['cancelled']));
  expect(looked).toHaveLength(atOnce * 17);
});
