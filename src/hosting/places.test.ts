import { expect, test } from 'vitest';
import { placesOf, usedProviders } from './places.ts';

test('what is excluded gets nothing, whatever it is', () => {
  const destinations = [
    { provider: 'kinora' as const, exclude: true },
    { provider: 's3' as const, exclude: true },
    { provider: 'mux' as const, exclude: false },
  ];
  expect(placesOf(destinations)).toEqual({
    hosted: false,
    elsewhere: [{ place: 3, destination: { provider: 'mux', exclude: false } }],
  });
  expect(usedProviders(destinations)).toEqual([undefined, undefined, 'mux']);
});
