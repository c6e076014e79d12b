import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openOutbound } from '../outbound/index.ts';
import { type FixtureServer, sendForever, startFixtureServer } from '../outbound/server.fixture.ts';
import { generateWebhookSecret } from '../store/callbacks.ts';
import { sendCallback } from './send-callback.ts';

const SECRET = generateWebhookSecret();
const BODY = '{"type":"edit","action":"render","id":"a","status":"done"}';
/** Milliseconds. The receivers that respond at all are faster than this. */
const WITHIN = 1000;

const outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: WITHIN });
let receiver: FixtureServer | undefined;
afterEach(() => receiver?.close());
afterAll(() => outbound.close());

function callback(url: string) {
  return { id: 'callback-1', event: 'edit/render', url, body: BODY, attempts: 2, secret: SECRET };
}

async function sendTo(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  path = '/hook',
): Promise<{ code: number | null; error: string | null }> {
  receiver = await startFixtureServer(answer);
  const url = new URL(path, receiver.url).href;
  const { code, error, took } = await sendCallback(
    outbound,
    callback(url),
    new AbortController().signal,
    WITHIN,
  );
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(10 * WITHIN);
  return { code, error };
}

describe('an attempt at a callback', () => {
  it('is a request that the reference library of Standard Webhooks verifies', async () => {
    let body = '';
    let headers: Record<string, string> = {};
    const outcome = await sendTo((request, response) => {
      // Node gives each of these headers as a single string.
      headers = request.headers as Record<string, string>;
      void text(request).then((sent) => {
        body = sent;
        response.end('thanks');
      });
    });
    expect(outcome).toEqual({ code: 200, error: null });
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(BODY));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'callback-1',
      'x-shotstack-event-type': 'edit',
      'x-shotstack-attempt': '3',
    });
    expect(() => new Webhook(generateWebhookSecret()).verify(body, headers)).toThrow();
  });

  it('succeeds with every status from 200 to 299', async () => {
    expect(await sendTo((_, response) => response.writeHead(204).end())).toEqual({ code: 204, error: null });
  });

  it.each([
    [301, 'The receiver responded with the status 301. Redirects are not followed.'],
    [404, 'The receiver responded with the status 404.'],
    [500, 'The receiver responded with the status 500.'],
  ])('fails with the status %i', async (code, error) => {
    const answer = (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(code, { location: '/elsewhere' }).end();
    };
    expect(await sendTo(answer)).toEqual({ code, error });
    expect(receiver?.requests).toHaveLength(1);
  });

  it('waits neither for a silent receiver beyond the limit nor for the rest of a response', async () => {
    const silent = 'The receiver did not respond within 1 s.';
    expect(await sendTo(() => undefined)).toEqual({ code: null, error: silent });
    await receiver?.close();
    expect(await sendTo((_, response) => sendForever(response))).toEqual({ code: 200, error: null });
    await receiver?.close();
    const lies = (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(200, { 'content-length': '1000000' }).write('short');
    };
    expect(await sendTo(lies)).toEqual({ code: 200, error: null });
  });

  it('reports a receiver that is unreachable or closes the connection', async () => {
    const error = 'The receiver could not be reached or closed the connection.';
    expect(await sendTo((request) => request.socket.destroy())).toEqual({ code: null, error });
    await receiver?.close();
    const gone = await sendCallback(
      outbound,
      callback(receiver?.url ?? ''),
      new AbortController().signal,
      WITHIN,
    );
    expect(gone).toMatchObject({ code: null, error });
  });

  it('refuses a private host and says so', async () => {
    const guarded = openOutbound({ allowHosts: [], connectTimeoutMs: WITHIN });
    const { signal } = new AbortController();
    const { code, error } = await sendCallback(guarded, callback('http://127.0.0.1:1/hook?key=x'), signal);
    await guarded.close();
    expect(code).toBeNull();
    expect(error).toBe(
      'http://127.0.0.1:1/hook leads to the host 127.0.0.1, which is private or reserved. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
    );
  });

  it('sends the credentials of a URL as an authorization header', async () => {
    let authorization: string | undefined;
    receiver = await startFixtureServer((request, response) => {
      ({ authorization } = request.headers);
      response.end();
    });
    const url = receiver.url.replace('//', '//user:pass@');
    await sendCallback(outbound, callback(url), new AbortController().signal, WITHIN);
    expect(authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
  });

  it('ends with its signal, without an outcome', async () => {
    receiver = await startFixtureServer(() => undefined);
    const ending = new AbortController();
    const sent = sendCallback(outbound, callback(receiver.url), ending.signal);
    ending.abort(new Error('stopping'));
    await expect(sent).rejects.toThrow('stopping');
  });
});
