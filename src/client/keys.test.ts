import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { envelope, fakeFetch, refusal } from './fake-fetch.fixture.ts';

const OPTIONS = { url: 'https://kinora.example/', key: 'the key' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('lists, creates and revokes keys', async () => {
  const created = { id: 'a', key: 'secret', name: 'Farm', scope: 'render' };
  const sent = fakeFetch(
    envelope({ keys: [{ id: 'a' }] }),
    envelope({ message: 'Key Successfully Created', ...created }, 201),
    new Response(null, { status: 204 }),
  );
  const { keys } = createClient(OPTIONS);
  expect(await keys.list()).toEqual([{ id: 'a' }]);
  expect(await keys.create({ name: 'Farm', scope: 'render' })).toEqual(created);
  await keys.revoke('a', { self: true });
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/edit/v1/keys', undefined],
    ['POST', '/edit/v1/keys', { name: 'Farm', scope: 'render' }],
    ['DELETE', '/edit/v1/keys/a?self=true', undefined],
  ]);
});

it('does not create a key again if the response may be lost', async () => {
  const sent = fakeFetch(refusal(502, { code: 'internal', message: 'The proxy lost it.' }));
  const settled = createClient(OPTIONS)
    .keys.create({ name: 'Farm' })
    .catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await settled).toMatchObject({ status: 502 });
  expect(sent).toHaveLength(1);
});

it('asks what its key may do, in its dialect', async () => {
  const sent = fakeFetch(envelope({ scope: 'read', dialect: 'shotstack' }));
  const kinora = createClient({ ...OPTIONS, dialect: 'shotstack' });
  expect(await kinora.account()).toEqual({ scope: 'read', dialect: 'shotstack' });
  expect(sent.map(({ method, path, headers }) => [method, path, headers.get('x-kinora-dialect')])).toEqual([
    ['GET', '/edit/v1/account', 'shotstack'],
  ]);
});
