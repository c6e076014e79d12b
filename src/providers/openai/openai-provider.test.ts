import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GeneratedFile, GenerationOptions } from '../../create/model.ts';
import type { ProviderAccess } from '../../generation/generation-provider.ts';
import { closeAfterTest, createProviderContext } from '../http/provider-context.fixture.ts';
import { describeStartFailures } from '../http/start-failures.fixture.ts';
import { SAMPLE_PNG } from '../http/sample-results.fixture.ts';
import { createOpenAiProvider } from './openai-provider.ts';
import { type OpenAiAnswers, startOpenAiServer } from './openai-server.fixture.ts';

const TEXT = { type: 'text-generator', prompt: 'Write about a fox.' } as const;
const IMAGE = { type: 'text-to-image', prompt: 'A fox', width: 1280, height: 720 } as const;
const ID = '00000000-0000-4000-8000-000000000001';

async function start(
  options: GenerationOptions,
  answers: OpenAiAnswers = {},
  access: Partial<ProviderAccess> = {},
) {
  const server = closeAfterTest(await startOpenAiServer(answers));
  const context = await createProviderContext({ url: server.url, ...access });
  const started = createOpenAiProvider().start({ options, id: ID }, context);
  const file = started.then((result): GeneratedFile => {
    if (!('file' in result)) throw new Error('OpenAI has no jobs.');
    return result.file;
  });
  // The test awaits the file itself.
  file.catch(() => undefined);
  await started.catch(() => undefined);
  return { file, bodies: server.received.map(({ body }) => body) };
}

describe('a text of OpenAI', () => {
  it('is written to a file', async () => {
    const { file, bodies } = await start(TEXT);
    const { path, ...rest } = await file;
    expect(await readFile(path, 'utf8')).toBe('A fox jumps.');
    expect(rest).toEqual({ extension: '.txt', warnings: [] });
    expect(bodies).toEqual([
      { model: 'gpt-5.4-mini', messages: [{ role: 'user', content: 'Write about a fox.' }] },
    ]);
  });

  it('comes from the requested model, with the system prompt first', async () => {
    const options = { ...TEXT, model: 'gpt-4', systemPrompt: 'Be brief.' };
    const { bodies } = await start(options, {}, { model: 'gpt-4.1' });
    expect(bodies).toMatchObject([
      { model: 'gpt-4', messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }] },
    ]);
  });

  it.each([
    ['gpt-4.1', 'system'],
    ['gpt-5-chat-latest', 'system'],
    ['llama-3', 'system'],
    ['gpt-5.4-mini', 'developer'],
    ['o3-mini', 'developer'],
  ])('of the model %s gets its system prompt from the %s', async (model, role) => {
    const { bodies } = await start({ ...TEXT, model, systemPrompt: 'Be brief.' });
    expect(bodies).toMatchObject([{ messages: [{ role, content: 'Be brief.' }, { role: 'user' }] }]);
  });

  it('comes from the model of the operator if the request names none', async () => {
    expect((await start(TEXT, {}, { model: 'llama-3' })).bodies).toMatchObject([{ model: 'llama-3' }]);
    const model = 'text-to-image=sd-3 text-generator=llama-3';
    expect((await start(TEXT, {}, { model })).bodies).toMatchObject([{ model: 'llama-3' }]);
    expect((await start(IMAGE, {}, { model })).bodies).toMatchObject([{ model: 'sd-3' }]);
  });

  it('that ends early has a warning', async () => {
    const { file } = await start(TEXT, { finishReason: 'length' });
    expect((await file).warnings).toEqual([
      'The text ends early, because the model has reached its maximum length.',
    ]);
  });

  it.each<[string, OpenAiAnswers, string]>([
    ['filtered', { finishReason: 'content_filter' }, 'its content filter has removed the text'],
    ['empty', { text: ' \n' }, 'it has returned no text'],
  ])('that is %s is a refusal', async (_, answers, reason) => {
    const { file } = await start(TEXT, answers);
    expect(await failureOf(file)).toBe(
      `provider_refused: The service openai has refused the request: ${reason}.`,
    );
  });
});

describe('an image of OpenAI', () => {
  it('is written to a file, in the supported size of the nearest shape', async () => {
    const { file, bodies } = await start(IMAGE);
    const { path, ...rest } = await file;
    expect(await readFile(path)).toEqual(SAMPLE_PNG);
    expect(rest).toEqual({ extension: '.png', warnings: [] });
    expect(bodies).toEqual([{ model: 'gpt-image-1.5', prompt: 'A fox', n: 1, size: '1536x1024' }]);
  });

  it.each([
    ['dall-e-2', 300, 200, '512x512'],
    ['dall-e-3', 720, 1280, '1024x1792'],
    ['gpt-image-1', 100, 100, '1024x1024'],
  ])('of the model %s for %ix%i has the size %s', async (model, width, height, size) => {
    const { bodies } = await start({ ...IMAGE, width, height }, {}, { model });
    expect(bodies).toMatchObject([{ size }]);
  });

  it('is asked for as bytes from a model that may send an address', async () => {
    const { bodies } = await start(IMAGE, {}, { model: 'dall-e-3' });
    expect(bodies).toMatchObject([{ response_format: 'b64_json' }]);
  });

  it('that is something else is a refusal', async () => {
    const { file } = await start(IMAGE, { image: Buffer.from('<html></html>') });
    expect(await failureOf(file)).toBe('provider_refused: The result of the service openai is not an image.');
  });

  it('has no job', async () => {
    const provider = createOpenAiProvider();
    const failure = 'provider_refused: The service openai has no jobs: it answers each request at once.';
    const context = await createProviderContext({});
    expect(await failureOf(provider.look({ id: 'a' }, context))).toBe(failure);
    expect(await failureOf(provider.fetch({ id: 'a' }, context))).toBe(failure);
  });
});

it('other types are refused before anything is sent', async () => {
  const options = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' } as const;
  const { file, bodies } = await start(options);
  expect(await failureOf(file)).toBe(
    'provider_refused: The service openai cannot generate the type text-to-speech.',
  );
  expect(bodies).toEqual([]);
});

describeStartFailures({
  name: 'openai',
  startServer: startOpenAiServer,
  createProvider: createOpenAiProvider,
  createHastyProvider: () => createOpenAiProvider({ textMs: 100, imageMs: 100 }),
  request: { options: IMAGE, id: ID },
  reasons: {
    policy: 'Your request was rejected by the safety system (...)',
    quota: 'answered 429, because the account has no credit or quota left: You exceeded your current quota',
    busy: 'Rate limit reached',
    away: 'The engine is overloaded',
  },
});
