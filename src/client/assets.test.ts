import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch, envelope } from './fake-fetch.fixture.ts';
import { createClient } from './client.ts';

const OPTIONS = { url: 'https://kinora.example', key: 'k' };
const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'H' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
} as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function files(...statuses: string[]): Response {
  return Response.json({ data: statuses.map((status, at) => ({ attributes: { id: `f${at}`, status } })) });
}
const notFound = () =>
  Response.json({ errors: [{ status: '404', title: 'Not Found', detail: 'No.' }] }, { status: 404 });

async function outcome<Value>(work: Promise<Value>): Promise<Value | Error> {
  const settled = work.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('the files of a transfer', () => {
  it('are waited for until each is ready or has failed', async () => {
    const sent = fakeFetch(
      files('importing', 'importing'),
      files('ready', 'importing'),
      files('ready', 'failed'),
    );
    const found = await outcome(createClient(OPTIONS).assets.wait('my clip'));
    expect(found).toEqual([
      { id: 'f0', status: 'ready' },
      { id: 'f1', status: 'failed' },
    ]);
    expect(sent.map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => '/serve/v1/assets/render/my%20clip'),
    );
  });

  it('are waited for until the time limit', async () => {
    fakeFetch(files('importing'));
    const { assets } = createClient(OPTIONS);
    const late = await outcome(assets.wait('x', { timeout: 2500 }));
    expect(late).toMatchObject({ name: 'KinoraTimeoutError' });
    const stopped = await outcome(assets.wait('x', { signal: AbortSignal.abort(new Error('stop')) }));
    expect(stopped).toEqual(new Error('stop'));
  });

  it('that do not exist are reported immediately', async () => {
    fakeFetch(notFound());
    expect(await outcome(createClient(OPTIONS).assets.wait('x'))).toMatchObject({ status: 404 });
  });

  it('are requested once, with an idempotency key', async () => {
    const accepted = Response.json({ data: { attributes: { id: 'x', status: 'queued' } } });
    const sent = fakeFetch(new TypeError('fetch failed'), accepted);
    const body = { url: 'https://a.example/b.mp4', id: 'x', destinations: [] };
    const transfer = await outcome(
      createClient(OPTIONS).assets.transfer(body, { idempotencyKey: 'order-1' }),
    );
    expect(transfer).toEqual({ id: 'x', status: 'queued' });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['order-1', 'order-1']);
  });
});

describe('the files of a render', () => {
  const done = envelope({ id: 'a', status: 'done', progress: 1, url: 'https://x/a', poster: null });
  const noEvents = new Response(null, { status: 404 });

  it('are waited for after the render', async () => {
    fakeFetch(envelope({ id: 'a' }, 201), noEvents, done, files('importing'), files('ready'));
    const found = await outcome(createClient(OPTIONS).render(EDIT).assets());
    expect(found).toEqual([{ id: 'f0', status: 'ready' }]);
  });

  it('are an empty list if nothing is hosted', async () => {
    fakeFetch(envelope({ id: 'a' }, 201), noEvents, done, notFound());
    expect(await outcome(createClient(OPTIONS).render(EDIT).assets())).toEqual([]);
  });

  it('are not returned if the render fails', async () => {
    fakeFetch(
      envelope({ id: 'a' }, 201),
      noEvents,
      envelope({ id: 'a', status: 'failed', progress: 0, error: 'No room.' }),
    );
    const failed = await outcome(createClient(OPTIONS).render(EDIT).assets());
    expect(failed).toMatchObject({ name: 'KinoraRenderError', message: 'No room.' });
  });
});

it('hosted files are listed page by page', async () => {
  const page = (ids: string[], cursor: string | null) =>
    Response.json({ data: ids.map((id) => ({ attributes: { id } })), cursor });
  const sent = fakeFetch(page(['c', 'b'], 'b'), page(['a'], null));
  const found: string[] = [];
  for await (const { id } of createClient(OPTIONS).assets.list({ pageSize: 2 })) found.push(id);
  expect(found).toEqual(['c', 'b', 'a']);
  expect(sent.map(({ path }) => path)).toEqual([
    '/serve/v1/assets?limit=2',
    '/serve/v1/assets?limit=2&cursor=b',
  ]);
});
