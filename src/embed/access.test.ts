import { afterEach, expect, it, vi } from 'vitest';
import { PreviewFault } from '../preview/index.ts';
import { Access } from './access.ts';

afterEach(() => vi.unstubAllGlobals());

const expired = () => new PreviewFault('expired', 'The token has expired.');

it('asks for the first token, and once for a new one when several requests find that it has expired', async () => {
  let made = 0;
  const access = new Access('https://kinora.test', 'v1', () => Promise.resolve(`kt_${++made}`));
  const send = (): Promise<string> =>
    access.token === 'kt_1' ? Promise.reject(expired()) : Promise.resolve(access.token);
  expect(await Promise.all([access.use(send), access.use(send), access.use(send)])).toEqual(
    Array(3).fill('kt_2'),
  );
});

it('fails if the new token does not work either, or there is none', async () => {
  const broken = new Access('https://kinora.test', 'v1', () => 'kt_1');
  await expect(broken.use(() => Promise.reject(expired()))).rejects.toThrow('The token has expired.');
  const fixed = new Access('https://kinora.test', 'v1', 'kt_1');
  await expect(fixed.use(() => Promise.reject(expired()))).rejects.toThrow('The token has expired.');
  const away = new Access('https://kinora.test', 'v1', () => Promise.reject(new Error('away')));
  await expect(away.use(() => Promise.resolve())).rejects.toMatchObject({ reason: 'offline' });
});

it('accepts no key', async () => {
  expect(() => new Access('https://kinora.test', 'v1', 'secret')).toThrow('Never give a page a key');
  const access = new Access('https://kinora.test', 'v1', () => 'secret');
  await expect(access.use(() => Promise.resolve())).rejects.toThrow('Never give a page a key');
});

it('opens an edit whose files are loaded with the token of the moment', async () => {
  let token = 'kt_1';
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Headers }) => {
    const key = headers.get('x-api-key');
    sent.push(key);
    const layers = { response: { timeline: { timeline: {} } } };
    return Promise.resolve(key === token ? Response.json(layers) : new Response('{}', { status: 401 }));
  });
  const { signal } = new AbortController();
  const source = await new Access('https://kinora.test', 'v1', () => token).open({}, signal);
  token = 'kt_2';
  await source.load('file', 0, signal);
  expect(sent).toEqual(['kt_1', 'kt_1', 'kt_2']);
});
