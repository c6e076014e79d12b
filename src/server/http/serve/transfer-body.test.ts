import { expect, it } from 'vitest';
import { CHECKS } from '../check/checks.ts';

const TRANSFER = { url: 'https://example.com/a.mp4', id: 'mine', destinations: [] };

it('is read without its other properties, so that a thread does not have to hand over a million of them', () => {
  expect(CHECKS.readTransfer(JSON.stringify({ ...TRANSFER, more: [1], name: 'x' }))).toEqual(TRANSFER);
});
