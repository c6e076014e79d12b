import { describe, expect, test } from 'vitest';
import { toModelRequest, type PromptedFile } from './model-request.ts';

const HD = { width: 1920, height: 1080 };
const startSrc = 'https://example.com/a.png';
const requestFor = (file: Partial<PromptedFile>, viewport?: typeof HD) =>
  toModelRequest({ type: 'image', prompt: 'A cat', ...file }, viewport);

describe('the request for an image', () => {
  test.each([
    [{}, HD, [1920, 1080]],
    [{}, undefined, [1024, 1024]],
    [{ aspectRatio: '16:9' }, HD, [1368, 768]],
    [{ aspectRatio: '1:1', resolution: '2K' }, HD, [2048, 2048]],
    [{ resolution: '0.5K' }, HD, [680, 384]],
    [{ aspectRatio: '8:1', resolution: '4K' }, HD, [4096, 512]],
  ])('with the options %j has a size', (options, viewport, [width, height]) => {
    expect(requestFor({ options }, viewport).options).toEqual({
      type: 'text-to-image',
      prompt: 'A cat',
      width,
      height,
    });
  });

  test('has nothing of its surroundings but their size', () => {
    const shape = { ...HD, rate: 25n };
    expect(requestFor({}, shape).options).toEqual({ type: 'text-to-image', prompt: 'A cat', ...HD });
  });

  test('names the service of its model, and has its instructions before the prompt', () => {
    const options = { systemPrompt: 'Be brief.', seed: 3 };
    expect(requestFor({ model: 'fal-image', options }, HD)).toMatchObject({
      provider: 'fal',
      options: { prompt: 'Be brief.\n\nA cat', seed: 3 },
      model: 'fal-image',
    });
  });
});

describe('the request for a video', () => {
  const type = 'video';

  test('from words asks for a duration that the model makes', () => {
    const model = 'seedance-2.0-text-to-video';
    expect(requestFor({ type, model, seconds: 2.5, options: { duration: '9' } }, HD)).toEqual({
      provider: 'kinora',
      model,
      options: { type: 'text-to-video', prompt: 'A cat', seconds: 4, aspectRatio: '16:9' },
    });
    expect(requestFor({ type, model, options: { duration: '9', aspectRatio: '1:1' } }).options).toMatchObject(
      {
        seconds: 9,
        aspectRatio: '1:1',
      },
    );
    expect(requestFor({ type, model, options: { duration: 'auto' } }).options).toMatchObject({
      seconds: undefined,
    });
  });

  test('from an image falls to camera motion of exactly that length', () => {
    const model = 'seedance-2.0-image-to-video';
    expect(requestFor({ type, model, seconds: 2.5, options: { startSrc } })).toMatchObject({
      provider: 'kinora',
      options: { type: 'image-to-video', imageUrl: startSrc, prompt: 'A cat', seconds: 4 },
      fallback: {
        options: { type: 'image-to-video', imageUrl: startSrc, seconds: 2.5 },
        warning: expect.stringMatching(/^A camera of Kinora moves .*"seedance-2.0-image-to-video"/) as string,
      },
    });
  });

  test('by the camera asks no service', () => {
    const options = { inputSrc: startSrc, motion: 20 };
    const request = requestFor({ type, model: 'kinora-camera', options });
    expect(request).toMatchObject({ provider: 'built-in', options: { imageUrl: startSrc, motion: 20 } });
    expect(request.fallback).toBeUndefined();
  });
});

describe('the request for a sound', () => {
  const type = 'audio';

  test.each([
    [{}, 'Joanna'],
    [{ language: 'de-DE' }, 'Vicki'],
    [{ voice: 'Amy' }, 'Amy'],
  ])('with the options %j is spoken by a built-in voice', (options, voice) => {
    const request = requestFor({ type, options });
    expect(request).toMatchObject({ provider: 'kinora', options: { text: 'A cat', voice } });
    expect(request.fallback).toBeUndefined();
  });

  test.each([
    [{}, 'Rachel', 'Joanna'],
    [{ voice: 'Josh' }, 'Josh', 'Matthew'],
    [{ voice: 'Josh', language: 'de-DE' }, 'Josh', 'Daniel'],
    [{ voice: 'Amy' }, 'Amy', 'Amy'],
  ])('by ElevenLabs with the options %j falls to a built-in voice', (options, voice, own) => {
    expect(requestFor({ type, model: 'elevenlabs-tts', options })).toMatchObject({
      provider: 'elevenlabs',
      options: { voice },
      fallback: { options: { voice: own }, warning: expect.stringContaining(own) as string },
    });
  });

  test('for music has a length', () => {
    const model = 'elevenlabs-music';
    expect(requestFor({ type, model, seconds: 10.2, options: { forceInstrumental: true } })).toEqual({
      provider: 'elevenlabs',
      model,
      options: { type: 'text-to-music', prompt: 'A cat', seconds: 11, instrumental: true },
    });
    expect(requestFor({ type, model, options: { musicLengthMs: 4500 } }).options).toMatchObject({
      seconds: 5,
    });
  });
});
