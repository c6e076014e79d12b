import fastify from 'fastify';
import { expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { healthRoutes } from './health-routes.ts';

it('reports the parts that fail or do not respond', async () => {
  const app = fastify();
  const parts = {
    database: { check: () => Promise.reject(new Error('password of the database')) },
    queue: { check: () => Promise.resolve() },
    storage: { check: () => new Promise<void>(() => undefined) },
    disk: { check: () => Promise.reject(new KinoraError('disk_full', 'The disk is full.')) },
  };
  healthRoutes(app, parts, 20);
  const answer = await app.inject({ url: '/ready' });
  await app.close();
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.json()).toEqual({
    status: 'not ready',
    failing: ['database', 'storage', 'disk'],
    reasons: {
      database: 'Something went wrong on our side.',
      storage: 'It did not respond within 20 ms.',
      disk: 'The disk is full.',
    },
  });
});

it('checks the parts once for all who ask within a second', async () => {
  const app = fastify();
  let checks = 0;
  const part = {
    check: () => {
      checks += 1;
      return Promise.resolve();
    },
  };
  healthRoutes(app, { database: part, queue: part, storage: part, disk: part }, 1000, 60_000);
  const ask = () => app.inject({ url: '/ready' });
  const answers = [...(await Promise.all(Array.from({ length: 50 }, ask))), await ask()];
  await app.close();
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(checks).toBe(4);
});
