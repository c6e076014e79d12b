import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GenerationProvider, ProviderJob } from '../../generation/generation-provider.ts';
import type { JobLimits } from './job.ts';
import { createProviderContext } from './test-access.fixture.ts';
import {
  answerBytes,
  answerJson,
  dropConnection,
  neverAnswer,
  type ServiceServer,
} from './paid-server.fixture.ts';
import { createMp4 } from './small-media.fixture.ts';

/** The facts of a service for {@link testVideoFaults}. */
export interface VideoSetup {
  readonly create: (limits?: Partial<JobLimits>) => GenerationProvider;
  readonly server: () => ServiceServer;
  /** Pattern for `METHOD /path` of a look. */
  readonly look: RegExp;
}

/** Tests that each fault of a look and of a download has its own error. */
export function testVideoFaults({ create, server, look }: VideoSetup): void {
  const provider = create();
  const hasty = create({ lookMs: 150 });
  const { name } = provider;

  test.each([
    [404, 'provider_refused', 'does not know this job any more'],
    [401, 'provider_rejects_key', 'it rejects the API key'],
    [429, 'provider_unreachable', 'it has no capacity at the moment'],
    [500, 'provider_unreachable', 'it answered 500'],
  ])('reports a look that is answered with %i', async (status, code, why) => {
    server().inject(look, answerJson(status, {}));
    const failure = await failureOf(
      provider.look({ id: 'job-1' }, await createProviderContext(server().url)),
    );
    expect(failure).toMatch(new RegExp(`^${code}: .*${why}`));
    expect(server().requests).toHaveLength(1);
  });

  test.each([
    ['a lost connection', dropConnection, provider, 'the connection was lost'],
    ['no answer', neverAnswer, hasty, 'it did not answer in time'],
    ['an answer in an unknown form', answerJson(200, []), provider, 'its answer cannot be read'],
  ])('may look again after %s', async (_what, answer, by, why) => {
    server().inject(look, answer);
    const context = await createProviderContext(server().url);
    expect(await failureOf(by.look({ id: 'job-1' }, context))).toBe(
      `provider_unreachable: The service ${name} cannot be read: ${why}.`,
    );
  });

  testDownloadFaults({ create, server });
}

function testDownloadFaults({ create, server }: Pick<VideoSetup, 'create' | 'server'>): void {
  const provider = create();
  const hasty = create({ fetchMs: 150 });
  const frugal = create({ maxVideoBytes: 1000 });
  const { name } = provider;
  const RESULT = /^GET \/files\//;
  const readyJob = (): ProviderJob => ({ id: 'job-1', url: `${server().url}/files/video` });

  test('downloads a result from another host without the key', async () => {
    const video = await createMp4(320, 180);
    server().inject(RESULT, answerBytes(video, 'video/mp4'));
    const file = await provider.fetch(readyJob(), await createProviderContext(server().url));
    expect(file).toMatchObject({ extension: '.mp4', warnings: [] });
    expect((await readFile(file.path)).equals(video)).toBe(true);
    const headers = server().requests[0]?.headers;
    expect(headers).toHaveProperty('host');
    expect([headers?.['authorization'], headers?.['x-api-key']]).toEqual([undefined, undefined]);
  });

  test('does not download a result from a private host of the choice of the service', async () => {
    const context = await createProviderContext(undefined);
    expect(await failureOf(provider.fetch(readyJob(), context))).toMatch(
      `provider_refused: The result of the service ${name} cannot be read: `,
    );
    expect(server().requests).toEqual([]);
  });

  test.each([
    [answerJson(403, {}), provider, /^provider_refused: .* its server answered 403\.$/],
    [answerJson(503, {}), provider, /^provider_unreachable: /],
    [dropConnection, provider, /^provider_unreachable: .*the connection was lost/],
    [neverAnswer, hasty, /^provider_unreachable: .*it did not answer in time/],
    [answerBytes(Buffer.from('<html>'), 'text/html'), provider, /^provider_refused: .* is not a video\.$/],
    [
      answerBytes(Buffer.alloc(2000), 'video/mp4'),
      frugal,
      /^provider_refused: .* has more than 0\.001 MB\.$/,
    ],
  ])('reports a download that fails: %#', async (answer, by, failure) => {
    server().inject(RESULT, answer);
    const context = await createProviderContext(server().url);
    expect(await failureOf(by.fetch(readyJob(), context))).toMatch(failure);
  });
}
