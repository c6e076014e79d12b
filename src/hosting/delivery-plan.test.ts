import { expect, test } from 'vitest';
import { planDelivery, includedProvidersOf } from './delivery-plan.ts';

test('skips excluded destinations, including the built-in hosting', () => {
  const destinations = [
    { provider: 'kinora' as const, exclude: true },
    { provider: 's3' as const, exclude: true },
    { provider: 'mux' as const, exclude: false },
  ];
  expect(planDelivery(destinations)).toEqual({
    isHosted: false,
    external: [{ position: 3, destination: { provider: 'mux', exclude: false } }],
  });
  expect(includedProvidersOf(destinations)).toEqual([undefined, undefined, 'mux']);
});
