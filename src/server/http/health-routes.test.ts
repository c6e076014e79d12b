import fastify from 'fastify';
import { expect, it } from 'vitest';
import { healthRoutes } from './health-routes.ts';

it('is not ready when a part fails or does not answer, and says which', async () => {
  const app = fastify();
  const parts = {
    database: { check: () => Promise.reject(new Error('password of the database')) },
    queue: { check: () => Promise.resolve() },
    storage: { check: () => new Promise<void>(() => undefined) },
  };
  healthRoutes(app, parts, 20);
  const answer = await app.inject({ url: '/ready' });
  await app.close();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: 'not ready', failing: ['database', 'storage'] });
});
