import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';
import { SPEECH_MODELS, type SpeechModel } from '../../providers/models/speech-models.ts';
import { runIn } from '../run.fixture.ts';
import type { ModelAccess } from '../command-dependencies.ts';

const BYTES = Buffer.alloc(100_000, 'not a model ');
/** A model for these tests, because no real one can be made. */
const MODEL: SpeechModel = {
  name: 'test.en',
  size: '100 kB',
  sha1: createHash('sha1').update(BYTES).digest('hex'),
};

let folder: string;
let server: FixtureServer;
beforeAll(async () => {
  // Only the commands of this file see the additional model.
  (SPEECH_MODELS as SpeechModel[]).push(MODEL);
  server = await startFixtureServer((request, response) => {
    if (request.url === '/files/ggml-test.en.bin') response.end(BYTES);
    else response.writeHead(404).end();
  });
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kinora-models-')), 'models');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));
afterAll(() => server.close());

const kinora = (args: string, transcriber?: ModelAccess['transcriber']) =>
  runIn('/', ['models', ...args.split(' ')], { models: { folder, transcriber } });

async function install({ name }: SpeechModel, content: Buffer | string, at: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `ggml-${name}.bin`), content);
  await utimes(join(folder, `ggml-${name}.bin`), at, at);
}

const lineOf = async (name: string, transcriber?: ModelAccess['transcriber']) => {
  const { out } = await kinora('list', transcriber);
  return out.split('\n').find((line) => line.startsWith(`${name} `));
};

describe('kinora models', () => {
  test('lists size, licence and languages, and which models are installed and used', async () => {
    await install(MODEL, '', 1);
    expect(await lineOf('NAME')).toMatch(/^NAME +SIZE +LICENCE +LANGUAGES +INSTALLED$/);
    expect(await lineOf('large-v3-turbo')).toMatch(/ 1\.5 GiB +MIT +about 100 +-$/);
    expect(await lineOf('test.en')).toMatch(/ 100 kB +MIT +English +yes, used$/);
  });

  test('list says which setting selects another transcriber', async () => {
    await install(MODEL, '', 1);
    const service = { kind: 'service', url: 'http://gpu', key: undefined, model: 'a' } as const;
    const { out } = await kinora('list', service);
    expect(out).toMatch(/test\.en .* yes\n[^]*No installed model is used while KINORA_TRANSCRIBE_URL is set/);
    const named = { kind: 'whisper', model: { kind: 'named', model: { ...MODEL, name: 'base' } } } as const;
    expect((await kinora('list', named)).out).toContain(
      'KINORA_WHISPER_MODEL selects the model base, which is not installed.',
    );
  });

  test('get downloads from a mirror, with its size and licence, and the model is used', async () => {
    const { code, out, err } = await kinora(`get test.en --mirror ${server.url}/files`);
    expect([code, out]).toEqual([
      0,
      'Installed the model test.en.\nKinora uses it from its next start on.\n',
    ]);
    expect(err).toContain('Downloading the model test.en, 100 kB, licence MIT ...');
    expect(await readFile(join(folder, 'ggml-test.en.bin'))).toEqual(BYTES);
  });

  test('get chooses an installed model, and replaces a damaged one', async () => {
    const [other] = SPEECH_MODELS;
    if (other) await install(other, '', 2);
    await install(MODEL, BYTES, 1);
    expect(await lineOf('test.en')).toMatch(/yes$/);
    const requests = server.requests.length;
    expect((await kinora('get test.en')).out).toMatch(/already installed\.\nKinora uses it/);
    expect(server.requests.length).toBe(requests);
    expect(await lineOf('test.en')).toMatch(/yes, used$/);
    await install(MODEL, 'damaged', 1);
    expect((await kinora(`get test.en --mirror ${server.url}/files/`)).out).toMatch(/^Installed/);
    expect(await readFile(join(folder, 'ggml-test.en.bin'))).toEqual(BYTES);
  });

  test('get explains what it cannot do', async () => {
    const missing = await kinora(`get test.en --mirror ${server.url}/elsewhere`);
    expect([missing.code, missing.err]).toEqual([1, expect.stringMatching(/returned 404\. .*--mirror URL/)]);
    expect((await kinora('get huge')).err).toMatch(/^There is no model "huge"\. The models are tiny, /);
    expect((await kinora('get base --mirror files')).err).toMatch(/^--mirror must be the http or https URL/);
  });

  test('remove removes a model, or an unfinished download', async () => {
    await install(MODEL, BYTES, 1);
    await writeFile(join(folder, 'ggml-base.bin.part'), 'a');
    expect((await kinora('remove test.en')).out).toBe('Removed the model test.en.\n');
    expect((await kinora('remove base')).code).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    expect((await kinora('remove base')).err).toContain('The model base is not installed.');
  });
});
