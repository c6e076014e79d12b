import { expect, it } from 'vitest';
import { OUTSIDE_PROVIDERS } from '../create/model.ts';
import { loadProvider } from './open-generator.ts';

it.each(OUTSIDE_PROVIDERS)('the provider of %s is that of this name', async (name) => {
  const provider = await loadProvider(name);
  expect(provider.name).toBe(name);
});
