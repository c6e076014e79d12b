import { expect, it } from 'vitest';
import { SERVICE_NAMES } from '../create/model.ts';
import { SERVICE_TYPES } from '../generation/provider-types.ts';
import { loadProvider } from './open-generator.ts';

it.each(SERVICE_NAMES)('the provider of %s makes what the table of types says', async (name) => {
  const provider = await loadProvider(name);
  expect(provider.name).toBe(name);
  expect([...provider.types].sort()).toEqual([...SERVICE_TYPES[name]].sort());
});
