import { expect, it } from 'vitest';
import { SERVICE_NAMES } from '../create/model.ts';
import { SERVICE_TYPES } from '../generation/provider-types.ts';
import { createServices } from './open-generator.ts';

it.each(SERVICE_NAMES)('the provider of %s makes what the table of types says', (name) => {
  const services = createServices();
  expect(services[name].name).toBe(name);
  expect([...services[name].types].sort()).toEqual([...SERVICE_TYPES[name]].sort());
});
