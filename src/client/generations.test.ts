import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { KinoraApiError } from './errors.ts';
import { fakeFetch } from './fake-fetch.fixture.ts';

const kinora = createClient({ url: 'https://kinora.example', key: 'k', version: 'stage' });
const SPEECH = { type: 'audio', prompt: 'Hello' } as const;

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

it('makes a file from a prompt, and waits for it', async () => {
  const requests = fakeFetch(
    Response.json({ id: 'a', status: 'queued' }, { status: 202 }),
    Response.json({ id: 'a', status: 'processing' }, { status: 202 }),
    Response.json({ id: 'a', status: 'done', url: 'https://files/a.mp3' }),
  );
  const made = await outcome(kinora.generate(SPEECH, { length: 3, idempotencyKey: 'take 2' }));
  expect(made).toEqual({ id: 'a', status: 'done', url: 'https://files/a.mp3' });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /edit/stage/generate',
    'GET /edit/stage/generate/a',
    'GET /edit/stage/generate/a',
  ]);
  expect(requests[0]?.headers.get('idempotency-key')).toBe('take 2');
  expect(requests[0]?.body).toEqual({ asset: SPEECH, length: 3 });
});

it('reads errors that are texts, and those of models', async () => {
  fakeFetch(Response.json({ error: 'It needs fal.', code: 'AiCapabilityNotIncluded' }, { status: 403 }));
  const refused = await outcome(kinora.generations.quote(SPEECH));
  expect(refused).toBeInstanceOf(KinoraApiError);
  expect(refused).toMatchObject({ message: 'It needs fal.', code: 'AiCapabilityNotIncluded', status: 403 });
  fakeFetch(Response.json({ error: 'A prompt is required.' }, { status: 400 }));
  expect(await outcome(kinora.generations.start(SPEECH))).toMatchObject({
    message: 'A prompt is required.',
    code: 'http_400',
  });
});

it('lists the models with their options', async () => {
  const requests = fakeFetch(Response.json({ models: [{ model: 'x' }] }));
  expect(await outcome(kinora.models())).toEqual([{ model: 'x' }]);
  expect(requests[0]?.path).toBe('/edit/stage/models?expand=options');
});
