import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { STAGES } from '../../../store/schema.ts';
import { editErrorBody, createErrorHandler } from '../response/errors.ts';
import { describeRoute } from '../openapi/operation.ts';
import { dryRunQuery } from '../openapi/parameters.ts';
import { openRateLimits } from './rate-limits.ts';

let app: FastifyInstance;
const dryRunRoute = describeRoute({ requestParams: { query: dryRunQuery }, responses: {} });
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/**
 * Serves one API at two addresses and two others at one each. A key consists of its stage, its owner and a number;
 * other keys are unknown.
 */
async function serve(factor: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] });
  app = fastify();
  app.setErrorHandler(createErrorHandler(editErrorBody));
  app.decorateRequest('caller', null);
  const limits = await openRateLimits(app, factor);
  const edit = limits('edit');
  for (const [prefix, limit] of [
    ['/edit', edit],
    ['/old', edit],
    ['/serve', limits('serve')],
    ['/ingest', limits('ingest')],
    ['/create', limits('create')],
  ] as const) {
    await app.register(
      (scope, _options, done) => {
        scope.addHook('onRequest', (request, _reply, next) => {
          const stage = STAGES.find((name) => String(request.headers['x-api-key']).startsWith(name));
          const [, owner = ''] = String(request.headers['x-api-key']).split('-');
          const caller = { owner, key: 'key', scope: 'full', share: 1, dialect: null } as const;
          request.caller = stage === undefined ? null : { ...caller, stage };
          next(stage === undefined ? new KinoraError('unauthorized', 'No.') : undefined);
        });
        if (limit !== undefined) scope.addHook('onRequest', limit);
        scope.all('/render', dryRunRoute, () => 'yes');
        scope.post('/frame', describeRoute({ tags: ['Inspection'], responses: {} }), () => 'yes');
        scope.get('/layer', describeRoute({ operationId: 'getLayer', responses: {} }), () => 'yes');
        scope.post('/templates', () => 'yes');
        done();
      },
      { prefix },
    );
  }
}

function ask(url: string, key: string, method: NonNullable<InjectOptions['method']> = 'POST') {
  return app.inject({ method, url, headers: { 'x-api-key': key } });
}

it('rejects requests beyond the limit of an owner with retry-after', async () => {
  await serve(0.01);
  const first = await ask('/edit/render', 'v1-key');
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '2',
    'ratelimit-reset': '60',
  });
  vi.advanceTimersByTime(15_000);
  await ask('/edit/render', 'v1-key');
  expect((await ask('/edit/render', 'v1-key')).statusCode).toBe(200);
  const refused = await ask('/edit/render', 'v1-key');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': '45', 'ratelimit-remaining': '0' });
  expect(refused.json()).toMatchObject({
    success: false,
    message: 'Too Many Requests',
    response: {
      message:
        'The API keys of this account may send at most 3 such requests per minute together. Try again in 45 seconds.',
      error: { code: 'too_many_requests', details: [] },
    },
  });
  vi.advanceTimersByTime(45_000);
  expect((await ask('/edit/render', 'v1-key')).statusCode).toBe(200);
});

it.each([
  ['/edit/render', 'v1', 'POST', 300],
  ['/edit/render', 'stage', 'POST', 150],
  ['/serve/render', 'v1', 'DELETE', 600],
  ['/serve/render', 'stage', 'PUT', 300],
  ['/edit/render', 'v1', 'GET', 3000],
  ['/edit/render', 'stage', 'HEAD', 1500],
  ['/ingest/render', 'v1', 'POST', 300],
  ['/ingest/render', 'stage', 'DELETE', 120],
  ['/ingest/render', 'v1', 'PATCH', 3000],
  ['/create/render', 'v1', 'POST', 300],
  ['/create/render', 'stage', 'POST', 120],
] as const)('limits %s with a %s key and the method %s to %d per minute', async (url, key, method, limit) => {
  await serve(1);
  expect((await ask(url, key, method)).headers['ratelimit-limit']).toBe(String(limit));
});

it('counts owners, APIs, reads and changes separately, but both addresses of an API together', async () => {
  await serve(1 / 300);
  expect((await ask('/edit/render', 'v1-a')).statusCode).toBe(200);
  expect((await ask('/edit/render', 'v1-a')).statusCode).toBe(429);
  expect((await ask('/old/render', 'v1-a')).statusCode).toBe(429);
  expect((await ask('/old/render', 'v1-b')).statusCode).toBe(200);
  expect((await ask('/serve/render', 'v1-a')).statusCode).toBe(200);
  expect((await ask('/edit/render', 'v1-a', 'GET')).statusCode).toBe(200);
});

it('counts frames and dry runs apart from changes, so that who looks at an edit can still render it', async () => {
  await serve(2 / 300);
  const answers = ['/edit/frame', '/edit/render?dryRun=true', '/old/frame', '/old/render?dryRun=1'];
  const codes = [];
  for (const url of answers) codes.push((await ask(url, 'v1-a')).statusCode);
  expect(codes).toEqual([200, 200, 429, 429]);
  expect((await ask('/edit/render', 'v1-a')).headers['ratelimit-remaining']).toBe('1');
  expect((await ask('/edit/render?dryRun=false', 'v1-a')).headers['ratelimit-remaining']).toBe('0');
  // A route that knows no dry run changes something, whatever its address says.
  expect((await ask('/edit/templates?dryRun=true', 'v1-a')).statusCode).toBe(429);
});

it('allows many files of layers, which count apart', async () => {
  await serve(0.01);
  const { headers } = await ask('/edit/layer', 'v1-key', 'GET');
  expect(headers).toMatchObject({ 'ratelimit-limit': '300', 'ratelimit-remaining': '299' });
  expect((await ask('/edit/render', 'v1-key', 'GET')).headers).toMatchObject({ 'ratelimit-remaining': '29' });
});

it('counts all keys of an owner together', async () => {
  await serve(15 / 300);
  const keys = Array.from({ length: 90 }, (_, index) => `v1-a-${index % 6}`);
  const answers = await Promise.all(keys.map((key) => ask('/edit/render', key)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(15);
});

it('does not count requests without a valid key', async () => {
  await serve(1 / 300);
  expect((await ask('/edit/render', 'wrong')).headers).not.toHaveProperty('ratelimit-limit');
  expect((await ask('/edit/render', 'wrong')).statusCode).toBe(401);
});

it('can be turned off', async () => {
  await serve(0);
  expect((await ask('/edit/render', 'v1')).headers).not.toHaveProperty('ratelimit-limit');
});
