import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSourceById } from '../../../store/sources.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Upload {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly id: string; readonly url: string; readonly expires: string };
  };
}

const post = (body?: unknown, headers: Record<string, string> = {}) =>
  server.ask('POST', '/ingest/v1/upload', body, headers);

const HOUR_MS = 3_600_000;

describe('POST /ingest/{version}/upload', () => {
  it('creates a signed URL for one hour', async () => {
    const answer = await post();
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json<Upload>();
    const { id, url, expires } = data.attributes;
    expect(answer.json()).toEqual({ data: { type: 'upload', id, attributes: { id, url, expires } } });
    const source = (await findSourceById(server.parts.database.tables, id))!;
    expect(source.upload_expires?.toISOString()).toBe(expires);
    expect(Date.parse(expires) - source.created.getTime()).toBe(HOUR_MS);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`https://media.example/ingest/v1/upload/${id}`);
    const query = Object.fromEntries(searchParams);
    expect(server.parts.uploadAddresses.isValid('v1', id, query)).toBe(true);
    expect(server.parts.uploadAddresses.isValid('stage', id, query)).toBe(false);
  });

  it('creates a source without input that waits for its bytes', async () => {
    const { data } = (await post()).json<Upload>();
    const source = await server.ask('GET', `/ingest/v1/sources/${data.id}`);
    const { attributes } = source.json<{ data: { attributes: object } }>().data;
    expect(attributes).toMatchObject({ id: data.id, status: 'queued' });
    expect(Object.keys(attributes)).toEqual(['id', 'owner', 'status', 'created', 'updated']);
  });

  it.each([
    [undefined, undefined],
    ['application/json', undefined],
    ['application/json', ''],
    ['application/x-www-form-urlencoded', ''],
    ['text/plain; charset=utf-8', ''],
  ])('accepts a request of the type %s with the body %j', async (type, body) => {
    const headers = { 'x-api-key': 'test-key-v1', ...(type !== undefined && { 'content-type': type }) };
    const payload = body === undefined ? {} : { body };
    const answer = await server.app.inject({ method: 'POST', url: '/ingest/v1/upload', headers, ...payload });
    expect(answer.statusCode).toBe(200);
  });

  it('keeps the options for the source', async () => {
    const options = {
      outputs: { renditions: [{ format: 'gif' }] },
      destinations: { provider: 'kinora' },
      callback: 'https://example.com/hook',
    };
    const { data } = (await post(options)).json<Upload>();
    expect(await findSourceById(server.parts.database.tables, data.id)).toMatchObject({
      outputs: JSON.stringify(options.outputs),
      destinations: '[{"provider":"kinora"}]',
      callback: options.callback,
      input: null,
    });
  });

  it.each([
    ['a bad option', '{"outputs":{"renditions":[{"fps":1}]}}', {}, 400, '/outputs/renditions/0/fps'],
    [
      'a destination without credentials',
      '{"destinations":{"provider":"mux"}}',
      {},
      400,
      '/destinations/provider',
    ],
    ['a body that is not JSON', '{', {}, 400, undefined],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, undefined],
    ['the bytes of a file', 'RIFF', { 'content-type': 'video/mp4' }, 415, undefined],
    ['an unknown key', '{}', { 'x-api-key': 'no' }, 401, undefined],
  ])('rejects %s', async (_what, body, headers, status, pointer) => {
    const answer = await post(body, headers);
    expect(answer.statusCode).toBe(status);
    const error = { status: String(status), ...(pointer !== undefined && { source: { pointer } }) };
    expect(answer.json()).toMatchObject({ errors: [error] });
  });

  it('creates one upload for equal requests with one idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await post(undefined, headers);
    expect((await post(undefined, headers)).body).toBe(first.body);
    expect((await post({ callback: 'https://example.com' }, headers)).statusCode).toBe(409);
  });
});
