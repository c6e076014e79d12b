import { afterEach, expect, it, vi } from 'vitest';
import { fakeFetch } from '../client/fake-fetch.fixture.ts';
import { openServerSource } from './server-source.ts';

afterEach(() => vi.unstubAllGlobals());

const SERVER = { url: 'https://kinora.example/', token: 'kt_secret' };
const layers = (): Response =>
  Response.json({
    success: true,
    message: 'OK',
    response: { timeline: { timeline: {} }, warnings: [] },
  });
const refusal = (status: number, headers = {}): Response =>
  Response.json({ success: false, message: 'No', response: { message: 'Not so.' } }, { status, headers });

it('asks for the layers of an edit, their files, and frames', async () => {
  const sent = fakeFetch(layers(), new Response('file'), new Response('piece'), new Response('frame'));
  const source = await openServerSource(SERVER, { edit: { timeline: {} }, output: 1, height: 720 });
  const { signal } = new AbortController();
  await source.load('ab', undefined, signal);
  await source.load('cd', 3, signal);
  await source.frame(1.5, signal);
  expect(source.timeline).toEqual({ timeline: {} });
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/edit/v1/layers?output=1&height=720', { timeline: {} }],
    ['', '/edit/v1/layers/ab', undefined],
    ['', '/edit/v1/layers/cd/3', undefined],
    ['POST', '/edit/v1/frame?at=1.5&output=1&height=720', { timeline: {} }],
  ]);
  expect(sent.at(-1)?.headers.get('accept')).toBe('image/jpeg');
  expect(sent.map(({ headers }) => headers.get('x-api-key'))).toEqual(Array(4).fill('kt_secret'));
});

it('asks for the saved edit of a token without a body', async () => {
  const sent = fakeFetch(layers());
  await openServerSource({ ...SERVER, version: 'stage' }, {});
  expect(sent.map(({ path, body, headers }) => [path, body, headers.get('content-type')])).toEqual([
    ['/edit/stage/layers?output=0&height=540', undefined, null],
  ]);
});

it.each([
  [refusal(401), { reason: 'expired', message: 'Not so.' }],
  [refusal(404), { reason: 'missing' }],
  [refusal(429, { 'retry-after': '7' }), { reason: 'busy', retryMs: 7000 }],
  [refusal(400), { reason: 'failed', message: 'Not so.', retryMs: undefined }],
  [
    new Response('<html>', { status: 502 }),
    { reason: 'failed', message: 'The server answers with status 502.' },
  ],
  [new TypeError('network'), { reason: 'offline' }],
])('says why a request fails', async (reply, fault) => {
  fakeFetch(reply);
  await expect(openServerSource(SERVER, {})).rejects.toMatchObject(fault);
});
