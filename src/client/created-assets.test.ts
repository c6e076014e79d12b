import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseCreateRequest } from '../create/index.ts';
import { createClient } from './client.ts';
import type { NewCreatedAsset } from './built/types.ts';
import { fakeFetch } from './fake-fetch.fixture.ts';

const { createdAssets } = createClient({ url: 'https://kinora.example', key: 'k', version: 'stage' });

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

const assetOf = (status: string, more: object = {}) => ({
  type: 'asset',
  id: 'a',
  attributes: { status, ...more },
});
const answer = (...asset: Parameters<typeof assetOf>) => Response.json({ data: assetOf(...asset) });

const REQUESTS: readonly NewCreatedAsset[] = [
  { provider: 'kinora', options: { type: 'text-to-speech', text: 'Hi', voice: 'Amy', language: 'en-GB' } },
  { provider: 'shotstack', options: { type: 'text-to-image', prompt: 'A cat', width: 512, height: 512 } },
  { provider: 'kinora', options: { type: 'image-to-video', imageUrl: 'https://a.example/b.png', motion: 9 } },
  { provider: 'kinora', options: { type: 'text-generator', prompt: 'A poem' } },
  { provider: 'elevenlabs', options: { type: 'text-to-speech', text: 'Hi', voice: 'Sam' } },
  {
    provider: 'heygen',
    options: { type: 'text-to-avatar', text: 'Hi', avatar: 'Zoey', voice: 'Sam - Natural', test: true },
  },
  { provider: 'd-id', options: { type: 'text-to-avatar', text: 'Hi', avatar: 'jack' } },
  {
    provider: 'openai',
    options: { type: 'text-generator', prompt: 'A poem', model: 'gpt-4' },
    callback: 'https://a.example/hook',
  },
  {
    provider: 'stability-ai',
    options: { type: 'text-to-image', prompt: 'A cat', width: 512, height: 512, stylePreset: 'anime' },
  },
];

it.each(REQUESTS)('a request with the types of the client is valid: $provider $options.type', (request) => {
  expect(parseCreateRequest(request, {})).toMatchObject({ ok: true });
});

it('an asset is created once, with its options', async () => {
  const created = Response.json({ data: assetOf('queued', { provider: 'kinora' }) }, { status: 201 });
  const sent = fakeFetch(new TypeError('fetch failed'), created);
  const body = REQUESTS[0]!;
  expect(await outcome(createdAssets.create(body))).toEqual({
    id: 'a',
    status: 'queued',
    provider: 'kinora',
  });
  expect(sent).toMatchObject([
    { method: 'POST', path: '/create/stage/assets', body },
    { method: 'POST', path: '/create/stage/assets', body },
  ]);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

it('assets are listed page by page', async () => {
  const sent = fakeFetch(
    Response.json({ data: [assetOf('done'), assetOf('failed')], cursor: 'next' }),
    Response.json({ data: [assetOf('queued')], cursor: null }),
  );
  const found: string[] = [];
  for await (const { id, status } of createdAssets.list({ pageSize: 2 })) found.push(`${id} ${status}`);
  expect(found).toEqual(['a done', 'a failed', 'a queued']);
  expect(sent.map(({ path }) => path)).toEqual([
    '/create/stage/assets?limit=2',
    '/create/stage/assets?limit=2&cursor=next',
  ]);
});

it('an asset is shown and deleted by its id', async () => {
  const sent = fakeFetch(answer('done', { url: 'https://f.example/a' }), new Response(null, { status: 204 }));
  expect(await createdAssets.get('a/b')).toEqual({ id: 'a', status: 'done', url: 'https://f.example/a' });
  await createdAssets.delete('a/b');
  expect(sent.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/create/stage/assets/a%2Fb'],
    ['DELETE', '/create/stage/assets/a%2Fb'],
  ]);
});

it('an asset is waited for until it is done', async () => {
  const sent = fakeFetch(
    answer('queued'),
    answer('processing'),
    answer('processing'),
    answer('done', { url: 'https://f.example/a' }),
  );
  const changes: string[] = [];
  const onChange = ({ status }: { status: string }) => changes.push(status);
  const found = await outcome(createdAssets.wait('a', { onChange }));
  expect(found).toMatchObject({ status: 'done', url: 'https://f.example/a' });
  expect(changes).toEqual(['queued', 'processing', 'done']);
  expect(sent).toHaveLength(4);
});

it('a failed asset ends the wait, and so does the time limit', async () => {
  fakeFetch(answer('failed', { error: 'No credit is left.' }));
  expect(await outcome(createdAssets.wait('a'))).toMatchObject({ error: 'No credit is left.' });
  fakeFetch(answer('processing'));
  const late = await outcome(createdAssets.wait('a', { timeout: 2500 }));
  expect(late).toMatchObject({ name: 'KinoraTimeoutError' });
});
