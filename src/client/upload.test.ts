import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { fakeFetch, type Reply, type SentRequest } from './fake-fetch.fixture.ts';
import type { UnfinishedUpload, UploadOptions } from './upload.ts';

const MIB = 2 ** 20;
/** The address names another host than the client uses. */
const BEGUN = { id: 'the-id', url: 'https://public.example/ingest/v1/tus/abc?e=1' };
const kinora = createClient({ url: 'https://kinora.example', key: 'k' });

const { pauses } = vi.hoisted(() => ({ pauses: [] as number[] }));
vi.mock('./time-limit.ts', async (load) => ({
  ...(await load<typeof import('./time-limit.ts')>()),
  sleep: (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds)),
}));

afterEach(() => {
  pauses.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Bytes that differ from their neighbours, so that a wrong order shows. */
function bytesOf(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 251);
}

type Refuse = (sent: SentRequest, count: number) => Response | Error | number | undefined;

/**
 * Fakes a tus server that keeps one upload.
 *
 * @param refuse decides about each request, from 1: undefined to accept it; a number to lose the connection when
 *   that number of bytes of the piece has arrived; or a response or an error to send instead.
 */
function fakeServer(refuse: Refuse = () => undefined, total = 0, begun = new Uint8Array()) {
  let received = begun;
  let length = total;
  let count = 0;
  const offset = () => ({ 'upload-offset': String(received.length), 'upload-length': String(length) });
  const answer: Reply = async (sent, signal) => {
    signal.throwIfAborted();
    count += 1;
    const refused = refuse(sent, count);
    if (typeof refused === 'object') {
      if (refused instanceof Error) throw refused;
      return refused;
    }
    if (sent.method === 'POST') {
      length = Number(sent.headers.get('upload-length'));
      return new Response(null, {
        status: 201,
        headers: { 'x-kinora-source': 'the-id', location: BEGUN.url },
      });
    }
    if (sent.method === 'HEAD') return new Response(null, { headers: offset() });
    if (sent.headers.get('upload-offset') !== String(received.length))
      return new Response('', { status: 409 });
    received = new Uint8Array(Buffer.concat([received, sent.content.subarray(0, refused)]));
    if (refused !== undefined) throw new TypeError('the connection was lost');
    return await Promise.resolve(new Response(null, { status: 204, headers: offset() }));
  };
  return { requests: fakeFetch(answer), received: () => received };
}

/** Returns the answer of an upload, or its error. */
function upload(file: Blob | Uint8Array, options: UploadOptions = {}): Promise<unknown> {
  return kinora.upload(file, options).catch((error: unknown) => error);
}

describe('an upload', () => {
  it('sends its options as metadata, and the file in pieces', async () => {
    const { requests, received } = fakeServer();
    const file = bytesOf(2500);
    const outputs = { renditions: [{ format: 'mp4' as const, filename: 'Größe' }] };
    const destinations = { provider: 's3', options: { bucket: 'b' } } as const;
    const progress: number[] = [];
    const started: UnfinishedUpload[] = [];
    const options = {
      outputs,
      destinations,
      callback: 'https://a.example/hook',
      chunkSize: 1000,
      onStart: (begun: UnfinishedUpload) => void started.push(begun),
      onProgress: ({ sent, total }: { sent: number; total: number }) => progress.push(sent / total),
    };
    // @ts-expect-error -- The destination is shortened.
    expect(await upload(new File([file], 'beach.mp4'), options)).toEqual({ id: 'the-id' });
    expect(received()).toEqual(file);
    expect(progress).toEqual([0, 0.4, 0.8, 1]);
    expect(started).toEqual([BEGUN]);
    const [first, second] = requests;
    expect([first?.method, first?.path, first?.headers.get('x-api-key')]).toEqual([
      'POST',
      '/ingest/v1/tus',
      'k',
    ]);
    const metadata = (first?.headers.get('upload-metadata') ?? '').split(',').map((pair) => pair.split(' '));
    const decoded = metadata.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()]);
    expect(Object.fromEntries(decoded)).toEqual({
      filename: 'beach.mp4',
      callback: 'https://a.example/hook',
      outputs: JSON.stringify(outputs),
      destinations: JSON.stringify(destinations),
    });
    expect(first?.headers.get('upload-length')).toBe('2500');
    expect(requests.every(({ headers }) => headers.get('tus-resumable') === '1.0.0')).toBe(true);
    expect([second?.path, second?.headers.get('content-type')]).toEqual([
      '/ingest/v1/tus/abc?e=1',
      'application/offset+octet-stream',
    ]);
  });

  it('of an empty file only announces it', async () => {
    const { requests } = fakeServer();
    expect(await upload(new Uint8Array())).toEqual({ id: 'the-id' });
    expect(requests.map(({ method, headers }) => [method, headers.has('upload-metadata')])).toEqual([
      ['POST', false],
    ]);
  });

  it('sends larger pieces if the connection is fast', async () => {
    const { requests, received } = fakeServer();
    let now = 0;
    // Every piece takes a second.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const file = new Uint8Array(6 * MIB);
    await upload(file);
    expect(received().length).toBe(file.length);
    expect(requests.map(({ content }) => content.length / MIB)).toEqual([0, 1, 4, 1]);
  });

  it('continues after lost connections where the server has stopped', async () => {
    const lost = (sent: SentRequest, count: number) =>
      sent.method === 'PATCH' && count < 8 ? (count % 3) * 100 : undefined;
    const { requests, received } = fakeServer(lost);
    const file = bytesOf(5000);
    expect(await upload(file, { chunkSize: 1000 })).toEqual({ id: 'the-id' });
    expect(received()).toEqual(file);
    expect(requests.slice(0, 6).map(({ method, content }) => [method, content.length])).toEqual([
      ['POST', 0],
      ['PATCH', 1000],
      ['HEAD', 0],
      ['PATCH', 1000],
      ['HEAD', 0],
      ['PATCH', 1000],
    ]);
  });

  it('waits for a server that still ends an earlier request, and for one that restarts', async () => {
    const busy = [new Response('', { status: 423 }), new Response('', { status: 500 })];
    const { received } = fakeServer(({ method }) => (method === 'PATCH' ? busy.shift() : undefined));
    await upload(bytesOf(100));
    expect([received(), busy]).toEqual([bytesOf(100), []]);
  });

  it('is complete if the response to the last piece is lost and the upload has ended', async () => {
    const { received } = fakeServer(({ method, path }) => {
      if (method === 'PATCH') return 100;
      if (method === 'GET') expect(path).toBe('/ingest/v1/sources/the-id');
      return { HEAD: new Response('', { status: 404 }), GET: Response.json({ data: {} }) }[method];
    });
    expect(await upload(bytesOf(100))).toEqual({ id: 'the-id' });
    expect(received()).toHaveLength(100);
  });

  it('ends if nothing arrives for a few minutes', async () => {
    fakeServer(({ method }) => (method === 'POST' ? undefined : new TypeError('no network')));
    expect(await upload(bytesOf(100))).toMatchObject({ name: 'KinoraApiError', code: 'unreachable' });
    const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
    expect(minutes).toBeGreaterThan(1);
    expect(minutes).toBeLessThan(10);
  });

  it('ends at once if the server rejects it', async () => {
    const error = { status: '413', title: 'Too Large', detail: 'The file has more than 5 GB.' };
    const { requests } = fakeServer(() => Response.json({ errors: [error] }, { status: 413 }));
    expect(await upload(bytesOf(100))).toMatchObject({ status: 413, message: error.detail });
    expect(requests).toHaveLength(1);
  });

  it('ends if it is cancelled', async () => {
    const { requests } = fakeServer();
    const reason = new Error('stop');
    expect(await upload(bytesOf(100), { signal: AbortSignal.abort(reason) })).toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('a resumed upload', () => {
  it('sends only what is missing', async () => {
    const file = bytesOf(1000);
    const first = fakeServer((sent, count) => {
      if (count > 2) return new Response('', { status: 403 });
      return sent.method === 'PATCH' ? 300 : undefined;
    });
    expect(await upload(file)).toMatchObject({ status: 403 });
    const second = fakeServer(() => undefined, 1000, first.received());
    const sent: number[] = [];
    await upload(file, { resume: BEGUN, onProgress: (progress) => sent.push(progress.sent) });
    expect(second.requests.map(({ method }) => method)).toEqual(['HEAD', 'PATCH']);
    expect(second.requests[1]?.content).toEqual(file.subarray(300));
    expect(sent).toEqual([300, 1000]);
  });

  it('must be of the same size, and must exist', async () => {
    fakeServer(undefined, 7);
    expect(await upload(bytesOf(5), { resume: BEGUN })).toMatchObject({
      message: 'The file has 5 bytes, but the upload to resume is one of 7 bytes. Start a new upload.',
    });
    fakeServer(() => new Response('', { status: 404 }));
    expect(await upload(bytesOf(5), { resume: BEGUN })).toMatchObject({
      message: 'The upload does not exist any more. Start a new upload.',
      status: 404,
    });
  });
});

it.each([undefined, null, 'beach.mp4', { path: 'beach.mp4' }])(
  'an upload of %o is rejected at once',
  async (file) => {
    const { requests } = fakeServer(undefined);
    const error = await kinora.upload(file as never).catch((thrown: unknown) => thrown);
    expect(error).toEqual(
      new TypeError(
        'The file of an upload must be a Blob or a Uint8Array. In Node.js, `openAsBlob` opens a file.',
      ),
    );
    expect(requests).toEqual([]);
  },
);
