import { expect, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/index.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { fetchSources } from './fetch-sources.ts';
import type { FetchRequest, FetchedSource, Sources } from './index.ts';

/** Fake sources and a record of their calls. */
interface Record {
  readonly sources: Pick<Sources, 'fetch'>;
  readonly asked: string[];
  readonly released: string[];
  readonly requests: FetchRequest[];
}

/** Creates sources whose fetch does `work` and returns the URL as the path. */
function sourcesBy(work: (url: string, signal: AbortSignal) => Promise<void>): Record {
  const record = { asked: [] as string[], released: [] as string[], requests: [] as FetchRequest[] };
  const fetch = async (url: string, request: FetchRequest): Promise<FetchedSource> => {
    record.asked.push(url);
    record.requests.push(request);
    if (!request.signal) throw new Error('The signal is missing.');
    await work(url, request.signal);
    return { path: `/cache/${url}`, release: () => Promise.resolve(void record.released.push(url)) };
  };
  return { ...record, sources: { fetch } };
}

const EIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function toSources(...urls: string[]): Source[] {
  return urls.map((url, index) => ({ url, path: [], field: `field[${index}]`, kind: 'video' }));
}

function request(signal = new AbortController().signal) {
  return { owner: 'owner', cache: true, signal };
}

/** Fails with `cancelled` at the abort, like a real download. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new KinoraError('cancelled', 'The download was cancelled.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

const refuse = (url: string): Promise<void> =>
  Promise.reject(new KinoraError('asset_not_found', `https://example.com/${url} was not found.`));

test('fetches each URL once and releases it when the render is over', async () => {
  const { sources, asked, released } = sourcesBy(() => Promise.resolve());
  {
    await using fetched = await fetchSources(toSources('a', 'b', 'a', 'c', 'b'), sources, request());
    expect(fetched.files).toEqual({ a: '/cache/a', b: '/cache/b', c: '/cache/c' });
    expect(released).toEqual([]);
  }
  expect(asked.sort()).toEqual(['a', 'b', 'c']);
  expect(released.sort()).toEqual(['a', 'b', 'c']);
});

test('fetches nothing for an edit without files', async () => {
  const { sources } = sourcesBy(() => Promise.resolve());
  await using fetched = await fetchSources([], sources, request());
  expect(fetched.files).toEqual({});
});

test('passes on the owner and the cache option', async () => {
  const { sources, requests } = sourcesBy(() => Promise.resolve());
  await fetchSources(toSources('a'), sources, { ...request(), owner: 'somebody', cache: false });
  expect(requests).toMatchObject([{ owner: 'somebody', cache: false }]);
});

test('fetches four files at the same time', async () => {
  const open: (() => void)[] = [];
  let maxOpen = 0;
  const { sources, asked } = sourcesBy(
    () =>
      new Promise((resolve) => {
        open.push(resolve);
        maxOpen = Math.max(maxOpen, open.length);
      }),
  );
  const fetching = fetchSources(toSources(...EIGHT, 'i', 'j'), sources, request());
  await new Promise((resolve) => setImmediate(resolve));
  for (let round = 0; round < 10; round++) {
    expect(asked.length).toBe(Math.min(4 + round, 10));
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Object.keys((await fetching).files).length).toBe(10);
  expect(maxOpen).toBe(4);
});

test('names the first field of a failed URL and releases the other files', async () => {
  const { sources, released } = sourcesBy((url) => (url === 'bad' ? refuse(url) : Promise.resolve()));
  const fetching = fetchSources(toSources('a', 'bad', 'bad', 'c'), sources, request());
  expect(await failureOf(fetching)).toBe('asset_not_found: field[1]: https://example.com/bad was not found.');
  expect(released.sort()).toEqual(['a', 'c']);
});

test('aborts the other fetches after the first failure and reports that failure', async () => {
  const { sources, asked } = sourcesBy((url, signal) => (url === 'd' ? refuse(url) : untilAborted(signal)));
  const fetching = fetchSources(toSources(...EIGHT), sources, request());
  expect(await failureOf(fetching)).toBe('asset_not_found: field[3]: https://example.com/d was not found.');
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
});

test('hides the details of internal errors', async () => {
  const { sources } = sourcesBy(() => Promise.reject(new Error('EIO: /secret/path')));
  expect(await failureOf(fetchSources(toSources('a'), sources, request()))).toBe(
    'internal: Something went wrong on our side.',
  );
});

test('aborts running downloads if the render is cancelled', async () => {
  const cancel = new AbortController();
  const { sources, asked, released } = sourcesBy((url, signal) =>
    url === 'a' ? Promise.resolve() : untilAborted(signal),
  );
  const fetching = fetchSources(toSources(...EIGHT), sources, request(cancel.signal));
  await new Promise((resolve) => setImmediate(resolve));
  cancel.abort();
  expect((await failureOf(fetching)).split(':')[0]).toBe('cancelled');
  expect([asked.length, released]).toEqual([5, ['a']]);
});

test('fails if the render is cancelled between two downloads', async () => {
  const cancel = new AbortController();
  const { sources, released } = sourcesBy((url) => {
    if (url === 'd') cancel.abort();
    return Promise.resolve();
  });
  const fetching = fetchSources(toSources(...EIGHT), sources, request(cancel.signal));
  expect(await failureOf(fetching)).toBe('cancelled: The render was cancelled.');
  expect(released.sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('fetches nothing for a cancelled render', async () => {
  const { sources, asked } = sourcesBy(() => Promise.resolve());
  const fetching = fetchSources(toSources('a'), sources, request(AbortSignal.abort()));
  expect(await failureOf(fetching)).toBe('cancelled: The render was cancelled.');
  expect(asked).toEqual([]);
});
