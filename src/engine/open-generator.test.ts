import { expect, it } from 'vitest';
import { OUTSIDE_PROVIDERS } from '../create/model.ts';
import { PROVIDER_TYPES } from '../generation/provider-types.ts';
import { loadProvider } from './open-generator.ts';

it.each(OUTSIDE_PROVIDERS)('the provider of %s makes what the table of types says', async (name) => {
  const provider = await loadProvider(name);
  expect(provider.name).toBe(name);
  expect([...provider.types].sort()).toEqual([...PROVIDER_TYPES[name]].sort());
});
