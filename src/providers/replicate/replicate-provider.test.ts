import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GeneratedFile, GenerationOptions } from '../../create/model.ts';
import type { ProviderAccess, ProviderContext, ProviderJob } from '../../generation/generation-provider.ts';
import type { ProtocolServer } from '../http/protocol-server.fixture.ts';
import { SAMPLE_MP4, SAMPLE_PNG } from '../http/sample-results.fixture.ts';
import { closeAfterTest, createProviderContext } from '../http/provider-context.fixture.ts';
import { describeStartFailures } from '../http/start-failures.fixture.ts';
import { createReplicateProvider } from './replicate-provider.ts';
import { PREDICTION, type ReplicateAnswers, startReplicateServer } from './replicate-server.fixture.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const IMAGE = { type: 'text-to-image', prompt: 'A fox', width: 1200, height: 800 } as const;
const VIDEO = { type: 'image-to-video', imageUrl: 'https://a.example/fox.png', prompt: 'It runs.' } as const;
const INLINE = `data:image/png;base64,${SAMPLE_PNG.toString('base64')}`;

interface Submitted {
  readonly server: ProtocolServer;
  readonly context: ProviderContext;
}

async function submit(
  options: GenerationOptions,
  answers: ReplicateAnswers = {},
  { bytes = SAMPLE_PNG, ...access }: Partial<ProviderAccess> & { readonly bytes?: Buffer } = {},
): Promise<Submitted & { readonly job: Promise<ProviderJob> }> {
  const server = closeAfterTest(await startReplicateServer(answers));
  const context = await createProviderContext({ url: server.url, ...access });
  const path = join(context.folder, 'fox.png');
  await writeFile(path, bytes);
  const image = { path, mediaType: 'image/png' };
  const job = createReplicateProvider()
    .start({ options, id: ID, image }, context)
    .then((started) => {
      if (!('job' in started)) throw new Error('Replicate answers with a job.');
      // A restart keeps only the JSON.
      return JSON.parse(JSON.stringify(started.job)) as ProviderJob;
    });
  // The test awaits the job itself.
  await job.catch(() => undefined);
  return { server, context, job };
}

/** Looks with a provider of its own, as after a restart, until the job is ready. */
async function finish(
  { context }: Submitted,
  job: ProviderJob,
): Promise<{ readonly looks: number; readonly file: GeneratedFile }> {
  for (let looks = 1; ; looks++) {
    const state = await createReplicateProvider().look(job, context);
    if (state === 'running') continue;
    return { looks, file: await createReplicateProvider().fetch(state.ready, context) };
  }
}

const pathsOf = ({ received }: ProtocolServer): string[] =>
  received.map(({ method, path }) => `${method} ${path}`);

describe('an image of Replicate', () => {
  it('is a prediction that survives a restart', async () => {
    const submitted = await submit(IMAGE, { looks: 2 });
    const job = await submitted.job;
    const { server } = submitted;
    expect(job).toEqual({ id: PREDICTION, url: `${server.url}/v1/predictions/${PREDICTION}`, kind: 'image' });
    const { looks, file } = await finish(submitted, job);
    expect(looks).toBe(3);
    expect(await readFile(file.path)).toEqual(SAMPLE_PNG);
    expect(file).toMatchObject({ extension: '.png', warnings: [] });
    expect(server.received[0]?.body).toEqual({
      input: { prompt: 'A fox', aspect_ratio: '3:2', output_format: 'png' },
    });
    const look = `GET /v1/predictions/${PREDICTION}`;
    expect(pathsOf(server)).toEqual([
      'POST /v1/models/black-forest-labs/flux-schnell/predictions',
      look,
      look,
      look,
      'GET /delivery/a.png',
    ]);
    // The key goes only to the service, not to the host of the result.
    expect(server.received.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('may come from a version of a model', async () => {
    const { server } = await submit(IMAGE, {}, { model: 'owner/paint:abc' });
    expect(pathsOf(server)).toEqual(['POST /v1/predictions']);
    expect(server.received[0]?.body).toEqual({
      version: 'abc',
      input: { prompt: 'A fox', aspect_ratio: '3:2' },
    });
  });
});

describe('a video of Replicate', () => {
  it('starts from the bytes of the image', async () => {
    const submitted = await submit(VIDEO);
    const { file } = await finish(submitted, await submitted.job);
    expect(await readFile(file.path)).toEqual(SAMPLE_MP4);
    expect(file).toMatchObject({ extension: '.mp4', warnings: [] });
    expect(pathsOf(submitted.server)[0]).toBe('POST /v1/models/wan-video/wan-2.2-i2v-fast/predictions');
    expect(submitted.server.received[0]?.body).toEqual({ input: { prompt: 'It runs.', image: INLINE } });
  });

  it('starts from an uploaded file if the image is large', async () => {
    const { server, job } = await submit(VIDEO, {}, { bytes: Buffer.alloc(800_000, 7) });
    await job;
    expect(pathsOf(server)).toEqual([
      'POST /v1/files',
      'POST /v1/models/wan-video/wan-2.2-i2v-fast/predictions',
    ]);
    expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect((server.received[0]?.body as Buffer).length).toBeGreaterThan(800_000);
    expect(server.received[1]?.body).toMatchObject({ input: { image: `${server.url}/v1/files/file1` } });
  });

  it('whose upload failed was certainly not asked for', async () => {
    const upload = { status: 502, bytes: Buffer.from('<html>') };
    const { server, job } = await submit(VIDEO, { upload }, { bytes: Buffer.alloc(800_000, 7) });
    expect(await failureOf(job)).toBe(
      'provider_unreachable: The service replicate cannot be read: it answered 502.',
    );
    expect(pathsOf(server)).toEqual(['POST /v1/files']);
  });

  it.each([
    ['minimax/video-01', { first_frame_image: INLINE, aspect_ratio: '9:16' }],
    ['kwaivgi/kling-v2.1', { start_image: INLINE, aspect_ratio: '9:16' }],
    [
      'stability-ai/stable-video-diffusion',
      { input_image: INLINE, motion_bucket_id: 99, aspect_ratio: '9:16' },
    ],
    ['bytedance/seedance-1-lite', { image: INLINE, aspect_ratio: '9:16' }],
    ['wavespeedai/wan-2.1-i2v-480p', { image: INLINE }],
  ])('has the fields of the model %s', async (model, input) => {
    const { server } = await submit({ ...VIDEO, motion: 99, aspectRatio: '9:16' }, {}, { model });
    expect(server.received[0]?.body).toEqual({ input: { prompt: 'It runs.', ...input } });
  });
});

describe('a look at a prediction of Replicate', () => {
  async function lookFailure(prediction: ReplicateAnswers['prediction']): Promise<string> {
    const submitted = await submit(IMAGE, prediction ? { prediction } : {});
    return failureOf(createReplicateProvider().look(await submitted.job, submitted.context));
  }

  it.each<[string, object, string]>([
    ['failed', { status: 'failed', error: 'NSFW content detected.' }, 'NSFW content detected'],
    ['failed without a word', { status: 'failed', error: null }, 'it gives no reason'],
    ['was cancelled', { status: 'canceled' }, 'it was cancelled'],
    ['was aborted', { status: 'aborted' }, 'it was cancelled'],
    ['has no output', { status: 'succeeded', output: null }, 'it has no result'],
  ])('that %s is a refusal', async (_, json, reason) => {
    expect(await lookFailure({ json })).toBe(
      `provider_refused: The job of the service replicate has failed: ${reason}.`,
    );
  });

  it.each<[string, ReplicateAnswers['prediction'], string]>([
    ['is away', { status: 500, json: { detail: 'Oops.' } }, 'it answered 500: Oops'],
    ['sends something else', { json: { status: 'new' } }, 'its answer cannot be read'],
  ])('may be repeated if the service %s', async (_, prediction, what) => {
    expect(await lookFailure(prediction)).toBe(
      `provider_unreachable: The service replicate cannot be read: ${what}.`,
    );
  });

  it('is a refusal if the prediction is gone', async () => {
    expect(await lookFailure({ status: 404, json: { detail: 'Prediction not found.' } })).toBe(
      'provider_refused: The service replicate does not know this job any more: it answered 404. Look for the job in your account there.',
    );
  });
});

describeStartFailures({
  name: 'replicate',
  startServer: startReplicateServer,
  createProvider: createReplicateProvider,
  createHastyProvider: () => createReplicateProvider({ startMs: 100, lookMs: 100, fetchMs: 100 }),
  request: { options: IMAGE, id: ID },
  reasons: {
    policy: '- input.prompt: The prompt is not allowed',
    quota:
      'answered 402, because the account has no credit or quota left: You have insufficient credit to run this model',
    busy: 'Request was throttled',
    away: 'Service is in maintenance',
  },
});

describe('a film of Replicate', () => {
  const FILM = { type: 'text-to-video', prompt: 'A fox runs.', aspectRatio: '4:3', seconds: 6 } as const;

  it('is made from words alone', async () => {
    const { server, job } = await submit(FILM);
    expect(pathsOf(server)[0]).toMatch(/wan-video\/wan-2\.2-t2v-fast\/predictions$/);
    expect(server.received[0]?.body).toEqual({ input: { prompt: 'A fox runs.', aspect_ratio: '16:9' } });
    expect((await job)['warning']).toMatch(/does not know the duration/);
  });

  it('has a ratio that the family Wan makes, also by another maker', async () => {
    const { server } = await submit(FILM, {}, { model: 'wavespeedai/wan-2.1-t2v-480p' });
    expect(server.received[0]?.body).toEqual({ input: { prompt: 'A fox runs.', aspect_ratio: '16:9' } });
  });

  it('has the duration of the request if the model has one', async () => {
    const { server } = await submit(FILM, {}, { model: 'bytedance/seedance-1-pro' });
    expect(server.received[0]?.body).toEqual({
      input: { prompt: 'A fox runs.', aspect_ratio: '4:3', duration: 6 },
    });
  });
});
