import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDefaultVersion } from './default-version.ts';

const version = createDefaultVersion(['edit', 'ingest']);
const app = fastify();
version.learnFrom(app);
for (const url of [
  '/edit/:version/render',
  '/edit/:version/probe/*',
  '/ingest/:version/sources/:id',
  '/docs/*',
])
  app.get(url, () => 'yes');

it.each([
  ['/edit/render', '/edit/v1/render'],
  ['/edit/render/', '/edit/v1/render/'],
  ['/edit/render?limit=1', '/edit/v1/render?limit=1'],
  ['/edit/probe/https%3A%2F%2Fexample.com%2Fv1', '/edit/v1/probe/https%3A%2F%2Fexample.com%2Fv1'],
  ['/ingest/sources/x/y', '/ingest/v1/sources/x/y'],
])('adds v1 to %s', (url, expected) => {
  expect(version.addTo(url)).toBe(expected);
});

it.each([
  '/',
  '/edit',
  '/edit/v1/render',
  '/edit/stage/render',
  '/edit/v2/render',
  '/edit/sources',
  '/ingest/render',
  '/render',
  '/v1/render',
  '/docs/render',
  '/serve/render',
  '*',
  '?/edit/render',
])('leaves %s as it is', (url) => {
  expect(version.addTo(url)).toBe(url);
});
