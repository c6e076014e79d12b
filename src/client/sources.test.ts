import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { fakeFetch } from './fake-fetch.fixture.ts';

const { sources } = createClient({ url: 'https://kinora.example', key: 'k', version: 'stage' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function outcome<Value>(work: Promise<Value>): Promise<Value | Error> {
  const settled = work.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return settled;
}

const sourceOf = (status: string, outputs?: object) => ({
  type: 'source',
  id: 's',
  attributes: { id: 's', status, ...(outputs && { outputs }) },
});
const answer = (...source: Parameters<typeof sourceOf>) => Response.json({ data: sourceOf(...source) });

it('a source is created once, with its options', async () => {
  const created = Response.json({ data: { type: 'source', id: 's' } }, { status: 201 });
  const sent = fakeFetch(new TypeError('fetch failed'), created);
  const outputs = { renditions: [{ format: 'webm' as const }], transcription: { format: 'srt' as const } };
  const body = { url: 'https://a.example/b.mp4', outputs, callback: 'https://a.example/hook' };
  expect(await outcome(sources.create(body))).toEqual({ id: 's' });
  expect(sent).toMatchObject([
    { method: 'POST', path: '/ingest/stage/sources', body },
    { method: 'POST', path: '/ingest/stage/sources', body },
  ]);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

it('sources are listed page by page', async () => {
  const sent = fakeFetch(
    Response.json({ data: [sourceOf('ready'), sourceOf('failed')], cursor: 'next' }),
    Response.json({ data: [sourceOf('queued')], cursor: null }),
  );
  const found: string[] = [];
  for await (const { status } of sources.list({ pageSize: 2 })) found.push(status);
  expect(found).toEqual(['ready', 'failed', 'queued']);
  expect(sent.map(({ path }) => path)).toEqual([
    '/ingest/stage/sources?limit=2',
    '/ingest/stage/sources?limit=2&cursor=next',
  ]);
});

it('a source is shown and deleted by its id', async () => {
  const sent = fakeFetch(answer('ready'), new Response(null, { status: 204 }));
  expect(await sources.get('a/b')).toEqual({ id: 's', status: 'ready' });
  await sources.delete('a/b');
  expect(sent.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/ingest/stage/sources/a%2Fb'],
    ['DELETE', '/ingest/stage/sources/a%2Fb'],
  ]);
});

it('a source is waited for until all its outputs are finished', async () => {
  const outputs = (rendition: string, transcription: string) => ({
    renditions: [{ id: 'r', status: rendition }],
    transcription: { id: 't', status: transcription },
  });
  const sent = fakeFetch(
    answer('importing', outputs('queued', 'queued')),
    answer('importing', outputs('queued', 'queued')),
    answer('ready', outputs('importing', 'queued')),
    answer('ready', outputs('failed', 'importing')),
    answer('ready', outputs('failed', 'ready')),
  );
  const changes: string[] = [];
  const onChange = ({ status }: { status: string }) => changes.push(status);
  const found = await outcome(sources.wait('s', { onChange }));
  expect(found).toMatchObject({ status: 'ready', outputs: outputs('failed', 'ready') });
  expect(changes).toEqual(['importing', 'ready', 'ready', 'ready']);
  expect(sent).toHaveLength(5);
});

it('a failed source ends the wait, and so does the time limit', async () => {
  fakeFetch(answer('failed'));
  expect(await outcome(sources.wait('s'))).toMatchObject({ status: 'failed' });
  fakeFetch(answer('queued'));
  expect(await outcome(sources.wait('s', { timeout: 2500 }))).toMatchObject({ name: 'KinoraTimeoutError' });
});

it('adds renditions to a source, once', async () => {
  const sent = fakeFetch(
    new Response(JSON.stringify({ data: { type: 'renditions', id: 'a', renditions: ['b'] } }), {
      status: 201,
    }),
  );
  const added = await sources.addRenditions('a', [{ format: 'webm' }]);
  expect(added).toEqual(['b']);
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/ingest/stage/sources/a/renditions', { renditions: [{ format: 'webm' }] }],
  ]);
});
