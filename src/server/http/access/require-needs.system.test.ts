import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import type { ProviderDirectory } from '../../../generation/provider-directory.ts';
import { NO_SERVICES, openTestServer, type TestServer } from '../server.fixture.ts';

/** The services and the transcriber of the server. Each test may change it. */
const has = { directory: NO_SERVICES, transcriber: false };

let server: TestServer;
beforeAll(async () => {
  const providers: ProviderDirectory = {
    find: (owner, request) => has.directory.find(owner, request),
    addedNames: (owner) => has.directory.addedNames(owner),
  };
  server = await openTestServer(undefined, undefined, { providers });
  Object.defineProperty(server.parts, 'canTranscribe', { get: () => has.transcriber });
});
beforeEach(() => {
  has.directory = NO_SERVICES;
  has.transcriber = false;
});
afterAll(() => server.close());

const IMAGE = { type: 'text-to-image', prompt: 'a hill' };
const SPEECH = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' };
const VIDEO = { type: 'video', src: 'https://a.example/talk.mp4' };

const editOf = (...assets: object[]) => ({
  timeline: {
    tracks: [{ clips: assets.map((asset) => ({ alias: aliasOf(asset), asset, start: 0, length: 2 })) }],
  },
  output: { format: 'mp4', resolution: 'sd', destinations: [] as object[] },
});
const aliasOf = (asset: object) => ('type' in asset && asset.type === 'video' ? 'talk' : undefined);

const ALL = editOf(IMAGE, { ...SPEECH, voice: 'Rachel' }, VIDEO, { type: 'caption', src: 'alias://talk' });
const LACKING = [
  'timeline.tracks[0].clips[0].asset.type',
  'timeline.tracks[0].clips[1].asset.voice',
  'timeline.tracks[0].clips[3].asset.src',
];

interface Answer {
  readonly response: {
    readonly error?: { readonly details: readonly { field: string; code: string; message: string }[] };
  };
}

async function post(path: string, body: unknown) {
  const answer = await server.ask('POST', `/edit/v1${path}`, body);
  const details = answer.json<Answer>().response.error?.details ?? [];
  return { status: answer.statusCode, details, fields: details.map(({ field }) => field) };
}

async function storeTemplate(template: object): Promise<string> {
  const answer = await server.ask('POST', '/edit/v1/templates', { name: 'a', template });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ response: { id: string } }>().response.id;
}

describe('an edit that needs what its owner or the server has not', () => {
  test('is refused with everything that is missing, each with what to do', async () => {
    const { status, details, fields } = await post('/render', ALL);
    expect([status, fields]).toEqual([400, LACKING]);
    expect(new Set(details.map(({ code }) => code))).toEqual(new Set(['no_credentials']));
    const [image, voice, caption] = details.map(({ message }) => message);
    expect(image).toContain('kinora providers set openai');
    expect(voice).toContain('kinora providers set elevenlabs');
    expect(caption).toContain('kinora models get base');
    expect(caption).toMatch(/KINORA_TRANSCRIBE_URL or KINORA_WHISPER_MODEL\.$/);
  });

  test('is refused together with missing credentials for destinations', async () => {
    const edit = editOf(IMAGE);
    edit.output.destinations.push({ provider: 's3', options: { region: 'a', bucket: 'bucket' } });
    const { fields } = await post('/render', edit);
    expect(fields).toEqual([LACKING[0], 'output.destinations[0].provider']);
  });

  test('is refused by a dry run, too', async () => {
    const { status, fields } = await post('/render?dryRun=true', ALL);
    expect([status, fields]).toEqual([400, LACKING]);
  });

  test('can be stored as a template, which cannot be rendered', async () => {
    const id = await storeTemplate(ALL);
    for (const path of ['/templates/render', '/templates/render?dryRun=true']) {
      const { status, fields } = await post(path, { id });
      expect([path, status, fields]).toEqual([path, 400, LACKING]);
    }
  });

  test('is refused in the same way if it is large', async () => {
    const edit = { ...ALL, merge: [{ find: 'a', replace: 'x'.repeat(60_000) }] };
    expect((await post('/render', edit)).fields).toEqual(LACKING);
  });

  test('passes without a change as soon as everything is there', async () => {
    has.directory = {
      ...NO_SERVICES,
      find: () => Promise.resolve({ kind: 'service', name: 'openai', access: { key: 'a' } }),
    };
    has.transcriber = true;
    expect((await post('/render', ALL)).status).toBe(201);
    expect((await post('/templates/render', { id: await storeTemplate(ALL) })).status).toBe(201);
    expect((await post('/render?dryRun=true', ALL)).status).toBe(200);
  });
});

test('an edit passes that needs only what Kinora makes itself', async () => {
  const still = { type: 'image-to-video', src: 'https://a.example/a.png' };
  expect((await post('/render', editOf(SPEECH, still))).status).toBe(201);
});

test('credentials that cannot be decrypted are an error of the operator', async () => {
  has.directory = {
    ...NO_SERVICES,
    find: () => Promise.reject(new KinoraError('no_credentials', 'They were stored with another key.')),
  };
  const answer = await server.ask('POST', '/edit/v1/render', editOf(IMAGE));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    response: { error: { code: 'no_credentials', message: 'They were stored with another key.' } },
  });
});
