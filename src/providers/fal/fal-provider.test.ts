import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GeneratedFile, GenerationOptions } from '../../create/model.ts';
import type { ProviderAccess, ProviderContext, ProviderJob } from '../../generation/generation-provider.ts';
import { SAMPLE_MP4, SAMPLE_PNG } from '../http/sample-results.fixture.ts';
import { closeAfterTest, createProviderContext } from '../http/provider-context.fixture.ts';
import { describeStartFailures } from '../http/start-failures.fixture.ts';
import type { ProtocolServer } from '../http/protocol-server.fixture.ts';
import { createFalProvider } from './fal-provider.ts';
import { FAL_JOB, type FalAnswers, startFalServer } from './fal-server.fixture.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const IMAGE = { type: 'text-to-image', prompt: 'A fox', width: 3000, height: 1500 } as const;
const VIDEO = { type: 'image-to-video', imageUrl: 'https://a.example/fox.png' } as const;

interface Started {
  readonly server: ProtocolServer;
  readonly context: ProviderContext;
  readonly job: ProviderJob;
}

async function start(
  options: GenerationOptions,
  answers: FalAnswers = {},
  access: Partial<ProviderAccess> = {},
): Promise<Started> {
  const server = closeAfterTest(await startFalServer(answers));
  const context = await createProviderContext({ url: server.url, ...access });
  const path = join(context.folder, 'fox.png');
  await writeFile(path, SAMPLE_PNG);
  const image = { path, mediaType: 'image/png' };
  const started = await createFalProvider().start({ options, id: ID, image }, context);
  if (!('job' in started)) throw new Error('fal answers with a job.');
  // A restart keeps only the JSON.
  return { server, context, job: JSON.parse(JSON.stringify(started.job)) as ProviderJob };
}

/** Looks with a provider of its own, as after a restart, until the job is ready. Returns the states. */
async function finish({
  context,
  job,
}: Started): Promise<{ readonly looks: number; readonly file: GeneratedFile }> {
  for (let looks = 1; ; looks++) {
    const state = await createFalProvider().look(job, context);
    if (state === 'running') continue;
    return { looks, file: await createFalProvider().fetch(state.ready, context) };
  }
}

const pathsOf = ({ received }: ProtocolServer): string[] =>
  received.map(({ method, path }) => `${method} ${path}`);

describe('an image of fal', () => {
  it('is a job that survives a restart', async () => {
    const started = await start(IMAGE, { looks: 2 });
    expect(started.job).toEqual({
      id: FAL_JOB,
      url: `${started.server.url}/fal-ai/flux/requests/${FAL_JOB}`,
      kind: 'image',
    });
    const { looks, file } = await finish(started);
    expect(looks).toBe(3);
    expect(await readFile(file.path)).toEqual(SAMPLE_PNG);
    expect(file).toMatchObject({ extension: '.png', warnings: [] });
    const { server } = started;
    expect(server.received[0]?.body).toEqual({
      prompt: 'A fox',
      image_size: { width: 2016, height: 992 },
      num_images: 1,
      output_format: 'png',
    });
    const job = `/fal-ai/flux/requests/${FAL_JOB}`;
    const look = `GET ${job}/status`;
    expect(pathsOf(server)).toEqual([
      'POST /fal-ai/flux/dev',
      look,
      look,
      look,
      `GET ${job}`,
      'GET /files/a.png',
    ]);
    // The key goes only to the service, not to the host of the result.
    expect(server.received.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['bria/text-to-image/3.2', '/bria/text-to-image/3.2'],
    ['fal-ai/qwen-image', '/fal-ai/qwen-image'],
    ['luma-photon', '/fal-ai/luma-photon'],
  ])('may come from the model %s', async (model, path) => {
    const { server } = await start(IMAGE, {}, { model });
    expect(pathsOf(server)).toEqual([`POST ${path}`]);
  });

  it('that is unsafe has a warning', async () => {
    const { url } = closeAfterTest(await startFalServer());
    const result = { json: { images: [{ url: `${url}/files/a.png` }], has_nsfw_concepts: [true] } };
    const { file } = await finish(await start(IMAGE, { result }));
    expect(file.warnings).toEqual(['The service fal marks the image as unsafe, so it may be black.']);
  });
});

describe('a video of fal', () => {
  it('starts from the bytes of the image', async () => {
    const started = await start({ ...VIDEO, prompt: 'It runs.', aspectRatio: '21:9' });
    const { file } = await finish(started);
    expect(await readFile(file.path)).toEqual(SAMPLE_MP4);
    expect(file).toMatchObject({ extension: '.mp4', warnings: [] });
    expect(pathsOf(started.server)[0]).toBe('POST /fal-ai/wan/v2.2-a14b/image-to-video');
    expect(started.server.received[0]?.body).toEqual({
      prompt: 'It runs.',
      image_url: `data:image/png;base64,${SAMPLE_PNG.toString('base64')}`,
      aspect_ratio: '16:9',
    });
  });

  it('has a warning for options that the model does not have', async () => {
    const model = 'fal-ai/wan/v2.2-a14b/image-to-video';
    const { server, job } = await start({ ...VIDEO, motion: 200, guidanceScale: 3 });
    expect(server.received[0]?.body).toMatchObject({ prompt: expect.stringContaining('motion') as string });
    expect(job['warning']).toBe(
      `The model ${model} does not know motion and guidanceScale. What the request says there has no effect.`,
    );
  });

  it('has the motion of the request if the model has one', async () => {
    const { server, job } = await start({ ...VIDEO, motion: 200 }, {}, { model: 'fal-ai/stable-video' });
    expect(server.received[0]?.body).toMatchObject({ motion_bucket_id: 200 });
    expect(job['warning']).toBeUndefined();
  });
});

describe('a film of fal', () => {
  const FILM = {
    type: 'text-to-video',
    prompt: 'A fox runs.',
    aspectRatio: '4:3',
    seconds: 6,
    resolution: '720p',
  } as const;

  it('is made from words alone', async () => {
    const started = await start({ ...FILM, sound: true });
    expect((await finish(started)).file.extension).toBe('.mp4');
    expect(pathsOf(started.server)[0]).toBe('POST /fal-ai/wan/v2.2-a14b/text-to-video');
    expect(started.server.received[0]?.body).toEqual({
      prompt: 'A fox runs.',
      aspect_ratio: '16:9',
      resolution: '720p',
    });
    expect(started.job['warning']).toMatch(/does not know the duration and sound/);
  });

  it('has the duration of the request if the model has one', async () => {
    const model = 'text-to-video=fal-ai/bytedance/seedance/v1/pro/text-to-video';
    const { server, job } = await start({ ...FILM, sound: true }, {}, { model });
    expect(pathsOf(server)[0]).toBe('POST /fal-ai/bytedance/seedance/v1/pro/text-to-video');
    expect(server.received[0]?.body).toMatchObject({
      duration: '6',
      aspect_ratio: '4:3',
      generate_audio: true,
    });
    expect(job['warning']).toBeUndefined();
  });
});

describe('a look at a job of fal', () => {
  async function lookFailure(answers: FalAnswers): Promise<string> {
    const { context, job } = await start(IMAGE, answers);
    return failureOf(createFalProvider().look(job, context));
  }

  it.each<[string, FalAnswers, string]>([
    [
      'that failed',
      { status: { json: { status: 'COMPLETED', error: 'NSFW content.', error_type: 'x' } } },
      'The job of the service fal has failed: NSFW content.',
    ],
    [
      'that was cancelled',
      { status: { json: { status: 'CANCELED' } } },
      'The job of the service fal has failed: it was cancelled.',
    ],
    [
      'whose model rejects the input',
      {
        result: {
          status: 422,
          json: { detail: [{ loc: ['body', 'image_url'], msg: 'Too small.', type: 'x' }] },
        },
      },
      'The service fal has refused the request: image_url: Too small.',
    ],
    [
      'whose model has crashed',
      { result: { status: 504, json: { detail: 'Request timed out', error_type: 'request_timeout' } } },
      'The job of the service fal has failed: Request timed out.',
    ],
  ])('%s is a refusal', async (_, answers, message) => {
    expect(await lookFailure(answers)).toBe(`provider_refused: ${message}`);
  });

  it.each<[string, FalAnswers, string]>([
    [
      'at a moment without an answer',
      { status: { status: 502, bytes: Buffer.from('<html>') } },
      'it answered 502',
    ],
    ['with a result of no use', { result: { json: { text: 'a' } } }, 'its answer cannot be read'],
    [
      'with a result behind a broken gateway',
      { result: { status: 502, bytes: Buffer.from('') } },
      'it answered 502',
    ],
    [
      'with a result behind a gateway that answers JSON',
      { result: { status: 502, json: { message: 'Bad Gateway' } } },
      'it answered 502: Bad Gateway',
    ],
  ])('%s may be repeated', async (_, answers, what) => {
    expect(await lookFailure(answers)).toBe(`provider_unreachable: The service fal cannot be read: ${what}.`);
  });

  it('of a silent service may be repeated', async () => {
    const { server, context, job } = await start(IMAGE);
    server.misbehave('silent');
    const provider = createFalProvider({ startMs: 100, lookMs: 100, fetchMs: 100 });
    expect(await failureOf(provider.look(job, context))).toBe(
      'provider_unreachable: The service fal cannot be read: it did not answer in time.',
    );
  });

  it('goes only to the server of the operator, so that no other one gets the key', async () => {
    const started = await start(IMAGE, { origin: 'https://queue.fal.run' });
    expect(started.job['url']).toBe(`https://queue.fal.run/fal-ai/flux/requests/${FAL_JOB}`);
    await finish(started);
    expect(pathsOf(started.server)).toContain(`GET /fal-ai/flux/requests/${FAL_JOB}/status`);
  });
});

describe('a download from fal', () => {
  async function fetchFailure(answers: FalAnswers): Promise<string> {
    return failureOf(start(IMAGE, answers).then(finish));
  }

  it.each<[string, FalAnswers, string]>([
    ['that is gone', { file: { status: 404 } }, 'cannot be downloaded: its server answered 404'],
    ['whose address is over', { file: { status: 403 } }, 'cannot be downloaded: its server answered 403'],
    ['that is too large', { file: { bytes: Buffer.alloc(50_000_001) } }, 'has more than 50 MB'],
    ['of a page', { file: { bytes: Buffer.from('<html></html>') } }, 'is not an image'],
    ['of a video instead of an image', { file: { bytes: SAMPLE_MP4 } }, 'is not an image'],
    [
      'with a bad address',
      { result: { json: { image: { url: 'data:image/png;base64,AA==' } } } },
      'has no http or https URL',
    ],
  ])('%s is a refusal', async (_, answers, what) => {
    expect(await fetchFailure(answers)).toBe(`provider_refused: The result of the service fal ${what}.`);
  });

  it('from a private host of a stranger is refused', async () => {
    const result = { json: { image: { url: 'http://127.0.0.2/a.png' } } };
    expect(await fetchFailure({ result })).toBe(
      'provider_refused: The result of the service fal cannot be read: http://127.0.0.2/a.png leads to the host 127.0.0.2, which is private or reserved. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
    );
  });

  it('that is cut may be repeated', async () => {
    const { server, context, job } = await start(IMAGE);
    const state = await createFalProvider().look(job, context);
    if (state === 'running') throw new Error('The job is ready.');
    server.misbehave('cut');
    expect(await failureOf(createFalProvider().fetch(state.ready, context))).toBe(
      'provider_unreachable: The service fal cannot be read: the connection was lost.',
    );
    server.misbehave(undefined);
    const { path } = await createFalProvider().fetch(state.ready, context);
    expect(await readFile(path)).toEqual(SAMPLE_PNG);
  });
});

describeStartFailures({
  name: 'fal',
  startServer: startFalServer,
  createProvider: createFalProvider,
  createHastyProvider: () => createFalProvider({ startMs: 100, lookMs: 100, fetchMs: 100 }),
  request: { options: IMAGE, id: ID },
  reasons: {
    policy: 'prompt: The content was flagged',
    quota:
      'answered 403, because the account has no credit or quota left: User is locked. Reason: Exhausted balance. Top up your balance',
    busy: 'Too many requests',
    away: 'No runner available',
  },
});
