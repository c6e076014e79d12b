import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GeneratedFile, SpeechOptions } from '../../create/model.ts';
import type { ProviderAccess } from '../../generation/generation-provider.ts';
import { createProviderContext } from '../http/test-access.fixture.ts';
import { testStartFaults } from '../http/start-faults.fixture.ts';
import { answerJson, type ServiceServer } from '../http/paid-server.fixture.ts';
import { createElevenLabsProvider } from './elevenlabs-provider.ts';
import {
  ELEVENLABS_NO_QUOTA,
  ELEVENLABS_REFUSAL,
  OWN_VOICE,
  startElevenLabsServer,
} from './elevenlabs-server.fixture.ts';

const PROVIDER = createElevenLabsProvider();
const SPEECH = { type: 'text-to-speech', text: 'Hello, you two.', voice: 'Rachel' } as const;
const RACHEL = '21m00Tcm4TlvDq8ikWAM';
let server: ServiceServer;

beforeAll(async () => {
  server = await startElevenLabsServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function speak(
  options: Partial<SpeechOptions> = {},
  access: Partial<ProviderAccess> = {},
): Promise<GeneratedFile> {
  const context = await createProviderContext(server.url, access);
  const started = await PROVIDER.start({ options: { ...SPEECH, ...options }, id: 'request-1' }, context);
  if ('job' in started) return expect.unreachable('speech is not a job');
  return started.file;
}

test('returns an MP3 and the words with their times', async () => {
  const file = await speak();
  const bytes = await readFile(file.path);
  expect([file.extension, bytes.readUInt16BE(), file.warnings]).toEqual(['.mp3', 0xfffb, []]);
  expect(file.words).toEqual([
    { text: 'Hello,', from: 0, to: 0.5 },
    { text: 'you', from: 0.7, to: 1 },
    { text: 'two.', from: 1.1, to: 1.4 },
  ]);
  expect(server.lines).toEqual([`POST /v1/text-to-speech/${RACHEL}/with-timestamps`]);
  expect(server.requests[0]).toMatchObject({
    json: { text: SPEECH.text, model_id: 'eleven_multilingual_v2' },
  });
  expect(server.requests[0]?.query.get('output_format')).toBe('mp3_44100_128');
});

test('refuses a result that is not a sound', async () => {
  const page = Buffer.from('<html>Sorry</html>').toString('base64');
  server.inject(/^POST/, answerJson(200, { audio_base64: page }));
  expect(await failureOf(speak())).toBe(
    'provider_refused: The result of the service elevenlabs is not a sound.',
  );
});

test('takes the model of the access', async () => {
  await speak({}, { model: 'eleven_turbo_v2_5' });
  expect(server.requests[0]).toMatchObject({ json: { model_id: 'eleven_turbo_v2_5' } });
  const [one, other] = [undefined, 'eleven_turbo_v2_5'].map((model) =>
    PROVIDER.identify(SPEECH, { key: 'k', model }),
  );
  expect(one).not.toBe(other);
});

test('keeps the version in the path of a base URL', async () => {
  await speak({}, { url: `${server.url}/v1/` });
  expect(server.paid).toBe(1);
});

test('finds voices of the account by name, and passes ids', async () => {
  for (const voice of ['nora', OWN_VOICE.voice_id]) {
    await speak({ voice });
    expect(server.lines.at(-1)).toContain(OWN_VOICE.voice_id);
  }
  expect(server.lines.filter((line) => line === 'GET /v1/voices')).toHaveLength(1);
});

test('does not pay if the voice is unknown or the voices cannot be listed', async () => {
  expect(await failureOf(speak({ voice: 'Nobody' }))).toMatch(
    'provider_refused: The account at the service elevenlabs has no voice "Nobody".',
  );
  server.inject(/^GET/, answerJson(500, {}));
  expect(await failureOf(speak({ voice: 'Nora' }))).toMatch(/^provider_unreachable: /);
  expect([server.lines.length, server.paid]).toEqual([3, 0]);
});

test('lists the voices again if the first attempt fails', async () => {
  server.inject(/^GET/, answerJson(500, {}), 1);
  expect((await speak({ voice: 'Nora' })).words).toHaveLength(3);
});

test.each([
  ['no alignment', { alignment: null }],
  ['a wrong alignment', { alignment: { characters: 'Hello', normalized: 1 } }],
  [
    'an empty alignment',
    { alignment: { characters: [], character_start_times_seconds: [], character_end_times_seconds: [] } },
  ],
])('keeps a speech with %s', async (_what, answer) => {
  server.inject(/^POST/, answerJson(200, { audio_base64: '//uQxA==', ...answer }));
  const file = await speak();
  expect(file.words).toBeUndefined();
  expect(file.warnings).toEqual([expect.stringContaining('has not sent the times of the words')]);
});

test('has no jobs', async () => {
  const context = await createProviderContext(server.url);
  for (const work of [PROVIDER.look({ id: 'x' }, context), PROVIDER.fetch({ id: 'x' }, context)])
    expect(await failureOf(work)).toMatch(/^provider_refused: .* has no jobs/);
});

describe('faults', () => {
  testStartFaults({
    create: createElevenLabsProvider,
    server: () => server,
    options: SPEECH,
    paid: /^POST/,
    refusal: ELEVENLABS_REFUSAL,
    reason: 'A voice with the voice_id x was not found',
    noQuota: ELEVENLABS_NO_QUOTA,
  });
});

describe('music', () => {
  const compose = async (options: object, access: Partial<ProviderAccess> = {}): Promise<GeneratedFile> => {
    const music = { type: 'text-to-music', prompt: 'Calm waves', ...options } as const;
    const context = await createProviderContext(server.url, access);
    const started = await PROVIDER.start({ options: music, id: 'request-1' }, context);
    return 'job' in started ? expect.unreachable('music is not a job') : started.file;
  };

  test('is an MP3 of the wanted length', async () => {
    const file = await compose({ seconds: 10, instrumental: true }, { model: 'eleven_turbo_v2_5' });
    expect([file.extension, file.words]).toEqual(['.mp3', undefined]);
    expect([server.lines, server.paid]).toEqual([['POST /v1/music'], 1]);
    expect(server.requests[0]?.json).toEqual({
      prompt: 'Calm waves',
      music_length_ms: 10_000,
      force_instrumental: true,
      model_id: 'music_v1',
    });
    expect(server.requests[0]?.query.get('output_format')).toBe('mp3_44100_128');
  });

  test('follows a plan in place of the prompt, by the model of the access', async () => {
    const plan = { sections: [] };
    await compose({ plan, seconds: 10 }, { model: 'text-to-music=music_v2' });
    expect(server.requests[0]?.json).toEqual({ composition_plan: plan, model_id: 'music_v2' });
  });

  test('that is refused is not paid', async () => {
    server.inject(/^POST/, answerJson(422, { detail: { status: 'bad_prompt', message: 'Name no band.' } }));
    expect(await failureOf(compose({}))).toMatch(/^provider_refused: .*Name no band/);
  });
});
