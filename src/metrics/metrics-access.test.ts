import { describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { hasToken, isFromThisMachine, isLocalUrl } from './metrics-access.ts';
import { listenForMetrics } from './metrics-listener.ts';

describe('a request for metrics without a token', () => {
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    isFromThisMachine({ socket: { remoteAddress }, headers });

  it.each([
    ['127.0.0.1', 'localhost:3000'],
    ['::ffff:127.0.0.1', '127.0.0.1:3000'],
    ['::1', '[::1]:3000'],
  ])('from %s to %s comes from this machine', (address, host) => {
    expect(from(address, { host })).toBe(true);
  });

  it.each([
    ['10.0.0.2', { host: 'localhost' }],
    ['127.0.0.1', { host: 'media.example.com' }],
    ['127.0.0.1', { host: 'localhost.example.com' }],
    ['127.0.0.1', { host: '127.0.0.1', 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: '127.0.0.1', forwarded: 'for=1.2.3.4' }],
    ['127.0.0.1', { host: '127.0.0.1', via: '1.1 proxy' }],
    ['127.0.0.1', { host: 'localhost', origin: 'https://example.com' }],
    ['127.0.0.1', {}],
  ])('from %s with %j may come from elsewhere', (address, headers) => {
    expect(from(address, headers as Record<string, string>)).toBe(false);
  });
});

it('knows the addresses of this machine', () => {
  expect(isLocalUrl('http://localhost:3000')).toBe(true);
  expect(isLocalUrl('http://[::1]:3000')).toBe(true);
  expect(isLocalUrl('https://media.example.com')).toBe(false);
});

it('compares tokens', () => {
  const token = 'sixteen-characters';
  const withToken = (authorization?: string) => hasToken({ headers: { authorization } }, token);
  expect(withToken(`Bearer ${token}`)).toBe(true);
  expect([withToken(), withToken('Bearer '), withToken(token), withToken(`Bearer ${token}x`)]).not.toContain(
    true,
  );
});

it('serves metrics, and nothing else, at an address of their own', async () => {
  const metrics = {
    contentType: 'text/plain',
    read: () => Promise.resolve('all 1\n'),
    watch: () => undefined,
    close: () => undefined,
  };
  const address = { host: '127.0.0.1', port: 0 };
  const listener = await listenForMetrics(metrics, address, 'sixteen-characters', SILENT);
  try {
    const ask = (path: string, options?: RequestInit) =>
      fetch(`http://127.0.0.1:${listener.port}${path}`, options);
    const headers = { authorization: 'Bearer sixteen-characters' };
    expect(await (await ask('/metrics', { headers })).text()).toBe('all 1\n');
    expect((await ask('/metrics')).status).toBe(401);
    for (let count = 1; count < 60; count += 1) await ask('/metrics');
    expect((await ask('/metrics')).status).toBe(429);
    expect(await (await ask('/metrics', { headers })).text()).toBe('all 1\n');
    expect((await ask('/v1/render', { headers })).status).toBe(404);
    expect((await ask('/metrics', { method: 'POST', headers })).status).toBe(405);
    const again = listenForMetrics(metrics, { host: '127.0.0.1', port: listener.port }, undefined, SILENT);
    await expect(again).rejects.toThrow('Set it to another port: each process needs its own.');
  } finally {
    await listener.close();
  }
});
