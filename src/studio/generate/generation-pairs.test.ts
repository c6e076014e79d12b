import { expect, it } from 'vitest';
import { listGenerationPairs } from './generation-pairs.ts';

const pair = (provider: object, type: string) => ({
  properties: { provider, options: { properties: { type: { const: type } } } },
});
const DOCUMENT = {
  components: {
    schemas: {
      CreateRequest: {
        anyOf: ['Speech', 'Image', 'Eleven'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      },
      Speech: pair({ enum: ['shotstack', 'kinora'] }, 'text-to-speech'),
      Image: pair({ enum: ['shotstack', 'kinora'] }, 'text-to-image'),
      Eleven: pair({ const: 'elevenlabs' }, 'text-to-speech'),
    },
  },
};

it('lists what can be generated, and by whom', () => {
  const pairs = listGenerationPairs(DOCUMENT, [
    { type: 'text-to-speech', maker: 'kinora', services: [{ name: 'elevenlabs', ready: true }] },
    { type: 'text-to-image', maker: null, services: [{ name: 'openai', ready: false }] },
  ]);
  expect(pairs.map(({ provider, type, isReady }) => [provider, type, isReady])).toEqual([
    ['kinora', 'text-to-speech', true],
    ['kinora', 'text-to-image', false],
    ['elevenlabs', 'text-to-speech', true],
  ]);
});
