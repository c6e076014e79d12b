import { expect, it } from 'vitest';
import { snap } from './snap.ts';

it.each<[string, number[], number, number[], number, { by: number; at: number | undefined }]>([
  ['a near line pulls', [2], 0.95, [3, 5], 0.1, { by: 1, at: 3 }],
  ['the nearest one of several edges and lines does', [2, 4], 0.98, [3, 4.99], 0.1, { by: 0.99, at: 4.99 }],
  ['a far line does not', [2], 0.5, [3], 0.1, { by: 0.5, at: undefined }],
  ['nothing does without a reach', [2], 0.99, [3], 0, { by: 0.99, at: undefined }],
])('%s', (_name, edges, by, lines, reach, expected) => {
  const found = snap(edges, by, lines, reach);
  expect(found.by).toBeCloseTo(expected.by, 9);
  expect(found.at).toBe(expected.at);
});
