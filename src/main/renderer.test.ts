import { expect, it } from 'vitest';
import { ownFile } from './renderer.ts';

it('reads of its own addresses the hosted files, and nothing else of their folder', () => {
  expect(ownFile('/data', '/files/v1/owner/a.mp4')).toBe('/data/v1/owner/a.mp4');
  for (const path of [
    '/files/keys.json',
    '/files/database/base/1',
    '/files/v1/owner/.a',
    '/files/',
    '/v1/owner/a.mp4',
  ])
    expect(ownFile('/data', path)).toBeUndefined();
  expect(ownFile(undefined, '/files/v1/owner/a.mp4')).toBeUndefined();
});
