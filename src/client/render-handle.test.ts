import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch, envelope, event, eventStream, refusal, type Reply } from './fake-fetch.fixture.ts';
import type { RenderChange } from './render-handle.ts';
import { createClient } from './client.ts';
import { KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'H' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
} as const;
const ACCEPTED = envelope({ id: 'a', message: 'Render Successfully Queued' }, 201);
const NO_STILLS = { poster: null, thumbnail: null };
const RENDERING = { id: 'a', status: 'rendering', progress: 0.5, eta: 2, ...NO_STILLS } as const;
const DONE = {
  id: 'a',
  status: 'done',
  progress: 1,
  url: 'https://kinora.example/files/a.mp4',
  poster: 'https://kinora.example/files/a-poster.jpg',
  thumbnail: null,
} as const;
const FAILED = { id: 'a', status: 'failed', progress: 0.5, error: 'Cancelled', ...NO_STILLS } as const;
const NO_EVENTS = refusal(404, { code: 'not_found', message: 'There is no such route.' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startRender(...replies: Reply[]) {
  const sent = fakeFetch(ACCEPTED, ...replies);
  const handle = createClient({ url: 'https://kinora.example', key: 'k' }).render(EDIT);
  return { handle, paths: () => sent.map(({ method, path }) => `${method} ${path.replace('/edit/v1', '')}`) };
}

async function outcome<Value>(work: Promise<Value>): Promise<Value | Error> {
  const settled = work.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('waiting', () => {
  it('follows the events to the end and returns the finished render', async () => {
    const { handle, paths } = startRender(
      eventStream(event(RENDERING), ':\n\n', event(DONE)),
      envelope({ ...DONE, duration: 1 }),
    );
    const changes: RenderChange[] = [];
    const finished = await outcome(handle.wait({ onProgress: (change) => changes.push(change) }));
    expect(finished).toEqual({ ...DONE, duration: 1 });
    expect(changes).toEqual([RENDERING, DONE]);
    expect(paths()).toEqual(['POST /render', 'GET /render/a/events', 'GET /render/a?data=false']);
  });

  it('reports how many segments were kept from earlier renders', async () => {
    const done = { ...DONE, segments: { reused: 3, made: 1 } };
    const { handle } = startRender(eventStream(event(RENDERING), event(done)), envelope(done));
    const changes: RenderChange[] = [];
    await outcome(handle.wait({ onProgress: (change) => changes.push(change) }));
    expect(changes).toEqual([RENDERING, done]);
  });

  it('opens a new stream if the stream breaks off', async () => {
    const { handle } = startRender(
      eventStream(event(RENDERING), 'event: sta'),
      envelope(RENDERING),
      eventStream(event(RENDERING), event(DONE)),
      envelope(DONE),
    );
    const changes: RenderChange[] = [];
    expect(await outcome(handle.wait({ onProgress: (change) => changes.push(change) }))).toEqual(DONE);
    expect(changes).toEqual([RENDERING, DONE]);
  });

  it('polls the status if there are no events', async () => {
    const { handle, paths } = startRender(
      NO_EVENTS,
      envelope(RENDERING),
      envelope(RENDERING),
      envelope(DONE),
    );
    expect(await outcome(handle.wait())).toEqual(DONE);
    expect(paths().slice(2)).toEqual(Array(3).fill('GET /render/a?data=false'));
  });

  it('gives up a silent stream', async () => {
    const silent = new Response(new ReadableStream());
    const { handle } = startRender(() => Promise.resolve(silent), envelope(DONE));
    expect(await outcome(handle.wait())).toEqual(DONE);
  });

  it('reports why a render failed', async () => {
    const { handle } = startRender(eventStream(event(FAILED)), envelope(FAILED));
    const error = await outcome(handle.wait());
    expect(error).toBeInstanceOf(KinoraRenderError);
    expect(error).toMatchObject({ render: FAILED });
    expect((error as Error).message).toBe('Cancelled');
  });

  it('reports why an edit was rejected, and sends no further requests', async () => {
    const { handle, paths } = startRefusedRender();
    expect(await outcome(handle.wait())).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(paths()).toEqual(['POST /render']);
  });

  function startRefusedRender() {
    const sent = fakeFetch(refusal(400, { code: 'validation_failed', message: 'x' }));
    const handle = createClient({ url: 'https://kinora.example', key: 'k' }).render(EDIT);
    return {
      handle,
      paths: () => sent.map(({ method, path }) => `${method} ${path.replace('/edit/v1', '')}`),
    };
  }

  it('ends after its time limit, at any stage', async () => {
    const { handle } = startRender(NO_EVENTS, envelope(RENDERING));
    const error = await outcome(handle.wait({ timeout: 5_500 }));
    expect(error).toBeInstanceOf(KinoraTimeoutError);
    expect((error as Error).message).toBe('The render did not finish within 5500 ms.');

    const never = startRender();
    expect(await outcome(never.handle.wait({ timeout: Number.NaN }))).toEqual(
      new TypeError('The "timeout" must be a number of milliseconds, 0 or more.'),
    );
  });

  const refused = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  });
  const unknown = 'It is unknown if the render was submitted: the server did not confirm it within 4000 ms.';
  const away = 'https://kinora.example cannot be reached, or the response was interrupted.';

  it.each([
    ['nobody listens', refused, `The render was not submitted within 4000 ms. ${away}`],
    [
      'the server is too busy',
      refusal(503, { code: 'queue_full', message: 'The queue is full.' }),
      'The render was not submitted within 4000 ms. The queue is full.',
    ],
    ['a response was lost', new TypeError('fetch failed'), `${unknown} ${away}`],
    ['there is no answer', () => new Promise<Response>(() => undefined), unknown],
  ])('ends the submission, too, if the time is over: %s', async (_, reply, message) => {
    const sent = fakeFetch(reply);
    const handle = createClient({ url: 'https://kinora.example', key: 'k' }).render(EDIT);
    const waiting = handle.wait({ timeout: 4000 });
    const settled = waiting.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4000);
    const error = await settled;
    expect(error).toBeInstanceOf(KinoraTimeoutError);
    expect((error as Error).message).toBe(message);
    const tries = sent.length;
    expect(await outcome(handle.status())).toBe(error);
    expect(await outcome(handle.cancel())).toBe(error);
    expect(sent).toHaveLength(tries);
  });

  it('does not end the submission if only the waiting is aborted', async () => {
    const busy = refusal(503, { code: 'queue_full', message: 'x' });
    fakeFetch(busy, ACCEPTED, envelope(DONE));
    const handle = createClient({ url: 'https://kinora.example', key: 'k' }).render(EDIT);
    const reason = new Error('enough');
    expect(await handle.wait({ signal: AbortSignal.abort(reason) }).catch(String)).toBe('Error: enough');
    expect(await outcome(handle.status())).toEqual(DONE);
  });

  it('ends when the caller aborts it, even in the middle of a stream', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const silent = new Response(new ReadableStream());
    const { handle } = startRender(() => Promise.resolve(silent), envelope(RENDERING));
    setTimeout(() => controller.abort(reason), 1_000);
    expect(await outcome(handle.wait({ signal: controller.signal }))).toBe(reason);
  });

  it('leaves no timer behind', async () => {
    const { handle } = startRender(eventStream(event(DONE)), envelope(DONE));
    await handle.wait();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a handle', () => {
  it('is not a promise, so that an async function can return it', async () => {
    const { handle } = startRender(envelope(RENDERING));
    expect(await Promise.resolve(handle)).toBe(handle);
    expect(await handle.status()).toEqual(RENDERING);
  });

  it('yields every change, without the values that are not known yet', async () => {
    const unknown = { eta: null, error: null, url: null };
    const events = [event({ ...unknown, ...RENDERING }), event({ ...unknown, ...DONE })];
    const { handle } = startRender(eventStream(...events));
    const changes: RenderChange[] = [];
    for await (const change of handle.events()) changes.push(change);
    expect(changes).toEqual([RENDERING, DONE]);
    expect(changes[0]).not.toHaveProperty('url');
  });

  it('reports a silent server', async () => {
    const silent = new Response(new ReadableStream());
    const { handle } = startRender(() => Promise.resolve(silent));
    expect(await outcome(handle.events().next())).toMatchObject({ code: 'timed_out' });
  });

  it('closes the stream when the caller stops listening', async () => {
    const cancelled = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(event(RENDERING))),
      cancel: cancelled,
    });
    const { handle } = startRender(() => Promise.resolve(new Response(body)));
    for await (const { status } of handle.events()) if (status === 'rendering') break;
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it('cancels', async () => {
    const { handle, paths } = startRender(new Response(null, { status: 204 }));
    await handle.cancel();
    expect(paths()).toEqual(['POST /render', 'DELETE /render/a']);
  });

  it.each([
    ['the response was lost', () => new TypeError('fetch failed'), 0],
    ['a proxy received no response', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['a proxy waited too long', () => new Response('', { status: 504 }), 504],
  ])('does not cancel again if %s, because that could delete the render', async (_, reply, status) => {
    const { handle, paths } = startRender(reply(), new Response(null, { status: 204 }));
    expect(await outcome(handle.cancel())).toMatchObject({ status });
    expect(paths()).toEqual(['POST /render', 'DELETE /render/a']);
  });

  it('cancels again if the server was too busy', async () => {
    const busy = refusal(503, { code: 'queue_full', message: 'x' });
    const { handle, paths } = startRender(busy, new Response(null, { status: 204 }));
    expect(await outcome(handle.cancel())).toBeUndefined();
    expect(paths()).toEqual(['POST /render', 'DELETE /render/a', 'DELETE /render/a']);
  });

  it('of an existing render needs only its id', async () => {
    const sent = fakeFetch(envelope(DONE));
    const { renders } = createClient({ url: 'https://kinora.example', key: 'k' });
    expect(await renders.handle('a').status()).toEqual(DONE);
    expect(sent).toHaveLength(1);
  });

  it('whose submission fails causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    fakeFetch(refusal(401, { code: 'unauthorized', message: 'x' }));
    const handle = createClient({ url: 'https://kinora.example', key: 'k' }).render(EDIT);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await expect(handle.id).rejects.toBeInstanceOf(KinoraApiError);
    await expect(handle.cancel()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
