import { describe, expect, it } from 'vitest';
import { describeDestination, describeGenerationAccess, describeTranscription } from './provider-texts.ts';

describe('a type of media', () => {
  it('is made by Kinora or by the services with a key', () => {
    const services = [{ name: 'elevenlabs', ready: true }] as const;
    expect(describeGenerationAccess({ type: 'text-to-speech', maker: 'kinora', services })).toEqual({
      title: 'Speech',
      isReady: true,
      text: 'Made by Kinora itself or ElevenLabs.',
    });
    const fal = [{ name: 'fal', ready: true }] as const;
    expect(describeGenerationAccess({ type: 'text-to-image', maker: 'fal', services: fal }).text).toBe(
      'Made by fal.',
    );
  });

  it('says which setting and which command is missing', () => {
    const services = [
      { name: 'openai', ready: false },
      { name: 'stability-ai', ready: false },
      { name: 'fal', ready: false },
    ] as const;
    expect(describeGenerationAccess({ type: 'text-to-image', maker: null, services })).toEqual({
      title: 'Pictures from words',
      isReady: false,
      text: 'Needs a key of OpenAI, Stability AI or fal. Set KINORA_OPENAI_KEY, KINORA_STABILITY_KEY or KINORA_FAL_KEY for the whole server, or store a key for this account:',
      command: 'npx kinora providers set openai --file key.json',
    });
  });
});

it('says how to get a transcriber', () => {
  expect(describeTranscription(true)).toMatchObject({ isReady: true });
  expect(describeTranscription(false).command).toBe('npx kinora models get base');
});

it('says how to set up a destination', () => {
  expect(describeDestination({ provider: 'mux', ready: true })).toEqual({
    title: 'Mux',
    isReady: true,
    text: 'Edits name it "mux".',
  });
  expect(describeDestination({ provider: 'new-one', ready: false })).toMatchObject({
    title: 'new-one',
    command: 'npx kinora destinations set new-one --file key.json',
  });
});
