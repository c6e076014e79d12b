import { describe, expect, it } from 'vitest';
import type { Problem } from '../edit/index.ts';
import {
  type AddedNamesByProvider,
  checkImage,
  extensionOf,
  type GenerationType,
  parseCreateRequest,
} from './index.ts';

const NONE: AddedNamesByProvider = {};
const imageUrl = 'https://example.com/a.png';

/** A valid request of each pair with only the required options. */
const MINIMAL: Readonly<Record<string, Readonly<Record<string, unknown>> & { type: GenerationType }>> = {
  'shotstack text-to-speech': { type: 'text-to-speech', text: 'Hello', voice: 'Joanna' },
  'shotstack text-to-image': { type: 'text-to-image', prompt: 'A cat', width: 512, height: 333 },
  'shotstack image-to-video': { type: 'image-to-video', imageUrl },
  'shotstack text-generator': { type: 'text-generator', prompt: 'A poem' },
  'elevenlabs text-to-speech': { type: 'text-to-speech', text: 'Hello', voice: 'Rachel' },
  'heygen text-to-avatar': { type: 'text-to-avatar', text: 'Hello', avatar: 'Zoey', voice: 'Sam - Natural' },
  'd-id text-to-avatar': { type: 'text-to-avatar', text: 'Hello', avatar: 'rian' },
  'openai text-generator': { type: 'text-generator', prompt: 'A poem', model: 'gpt-4' },
  'stability-ai text-to-image': { type: 'text-to-image', prompt: 'A cat', width: 1024, height: 576 },
};

const DEFAULTS: Readonly<Record<string, object>> = {
  'shotstack text-to-speech': { language: 'en-US', newscaster: false },
  'shotstack image-to-video': { guidanceScale: 1.8, motion: 127 },
  'heygen text-to-avatar': { avatarStyle: 'normal', background: '#ffffff', ratio: '16:9', test: false },
  'stability-ai text-to-image': {
    engine: 'stable-diffusion-xl-1024-v1-0',
    steps: 30,
    seed: 0,
    cfgScale: 7,
  },
};

function requestOf(pair: string, changes: object = {}): { provider: string; options: object } {
  return { provider: pair.split(' ')[0]!, options: { ...MINIMAL[pair], ...changes } };
}

function problemsOf(input: unknown, added = NONE): readonly Problem[] {
  const parsed = parseCreateRequest(input, added);
  return parsed.ok ? [] : parsed.problems;
}

/** Returns the problems of a request with changed options, as messages without the path to the options. */
function messagesOf(pair: string, changes: object): string[] {
  return problemsOf(requestOf(pair, changes)).map(({ message }) => message.replace('options.', ''));
}

describe('a request of the Create API', () => {
  it.each(Object.keys(MINIMAL))('needs only the required options, and gets the defaults: %s', (pair) => {
    const { provider, options } = requestOf(pair);
    expect(parseCreateRequest({ provider, options }, NONE)).toEqual({
      ok: true,
      value: { provider, callback: undefined, options: { ...options, ...DEFAULTS[pair] } },
    });
  });

  it.each([
    ['shotstack text-to-speech', { language: 'en-GB', newscaster: false }],
    ['shotstack text-to-speech', { voice: 'Lupe', language: 'es-US', newscaster: true }],
    ['shotstack image-to-video', { guidanceScale: 0, motion: 255 }],
    ['heygen text-to-avatar', { avatarStyle: 'circle', background: '#00FF00', ratio: '9:16', test: true }],
    ['d-id text-to-avatar', { background: '#102030' }],
    ['d-id text-to-avatar', { background: '#f80' }],
    ['d-id text-to-avatar', { background: imageUrl }],
    ['openai text-generator', { systemPrompt: 'Be brief.', model: 'gpt-3.5-turbo' }],
    [
      'stability-ai text-to-image',
      {
        engine: 'stable-diffusion-v1-6',
        steps: 50,
        seed: 4_294_967_295,
        cfgScale: 0.5,
        stylePreset: 'tile-texture',
      },
    ],
  ])('keeps what the client wrote: %s %j', (pair, changes) => {
    const { provider, options } = requestOf(pair, changes);
    const parsed = parseCreateRequest({ provider, options, callback: 'https://a.example/hook' }, NONE);
    expect(parsed).toMatchObject({
      ok: true,
      value: { provider, options, callback: 'https://a.example/hook' },
    });
  });

  it('may name the built-in provider in two ways', () => {
    const { options } = requestOf('shotstack text-generator');
    expect(parseCreateRequest({ provider: 'kinora', options }, NONE)).toMatchObject({
      ok: true,
      value: { provider: 'kinora' },
    });
  });

  it.each([
    ['Léa', 'fr-FR'],
    ['Lea', 'fr-FR'],
    ['Vitoria', 'pt-BR'],
    ['Lisa', 'nl-BE'],
    ['Niamh', 'en-IE'],
    ['Kajal', 'en-US'],
  ])('gets the language of the voice %s: %s', (voice, language) => {
    const parsed = parseCreateRequest(requestOf('shotstack text-to-speech', { voice }), NONE);
    expect(parsed).toMatchObject({ ok: true, value: { options: { voice, language } } });
  });

  it('accepts the names that the operator has added to those of a service', () => {
    const added = { models: ['gpt-9', 'sd-9'], voices: ['Nova'], avatars: ['Ada'] };
    const requests = [
      requestOf('openai text-generator', { model: 'gpt-9' }),
      requestOf('stability-ai text-to-image', { engine: 'sd-9' }),
      requestOf('elevenlabs text-to-speech', { voice: 'Nova' }),
      requestOf('heygen text-to-avatar', { voice: 'Nova', avatar: 'Ada' }),
      requestOf('d-id text-to-avatar', { avatar: 'Ada' }),
    ];
    for (const request of requests) {
      expect(problemsOf(request, { [request.provider]: added })).toEqual([]);
      expect(problemsOf(request, { replicate: added })).not.toEqual([]);
    }
    const [refused] = problemsOf(requestOf('openai text-generator', { model: 'gpt-8' }), { openai: added });
    expect(refused?.message).toContain('"gpt-3.5-turbo", "gpt-4", "gpt-9", "sd-9", not "gpt-8"');
  });
});

describe('a request without a valid pair', () => {
  const pairs =
    'The valid pairs are: shotstack or kinora with text-to-speech, text-to-image, image-to-video, text-generator; elevenlabs with text-to-speech; heygen with text-to-avatar; d-id with text-to-avatar; openai with text-generator; stability-ai with text-to-image.';
  const names = '"shotstack", "kinora", "elevenlabs", "heygen", "d-id", "openai", "stability-ai"';

  it.each([
    [undefined, ['The body must be a JSON object.']],
    [[], ['The body must be a JSON object.']],
    [{}, [`provider is required: one of ${names}.`, 'options is required: an object.']],
    [{ provider: 'openai', options: [] }, ['options must be an object, not a list.']],
    [
      { provider: 'open', options: { type: 'text-generator' } },
      [`provider must be one of ${names}, not "open". Did you mean "openai"?`],
    ],
    [{ provider: 'openai', options: {} }, [`options.type is required: "text-generator". ${pairs}`]],
    [
      { provider: 'heygen', options: { type: 'text-to-image' }, callback: 5, tag: 1 },
      [
        `options.type must be "text-to-avatar", not "text-to-image". ${pairs}`,
        'callback must be a string, not 5.',
        'tag is not a known property. The properties here are provider, options, callback.',
      ],
    ],
    [
      { provider: 'fal', options: { type: 'text-to-image' } },
      [
        `provider must be one of ${names}, not "fal". To use fal, set it with kinora providers set-default, and send the provider "kinora".`,
      ],
    ],
  ])('is rejected with the pairs: %j', (input, messages) => {
    expect(problemsOf(input).map(({ message }) => message)).toEqual(messages);
  });
});

describe('the options', () => {
  it.each([
    ['shotstack text-to-speech', { text: ' ' }, 'text must not be empty.'],
    ['shotstack text-to-speech', { text: 'a\0' }, 'text must not contain the character U+0000.'],
    ['shotstack text-to-speech', { voice: undefined }, 'voice is required: a string.'],
    [
      'shotstack text-to-speech',
      { voice: 'Joana' },
      /^voice must be one of .*"Léa".* Did you mean "Joanna"\?$/,
    ],
    [
      'shotstack text-to-speech',
      { language: 'en_US' },
      /^language must be one of .* Did you mean "en-US"\?$/,
    ],
    ['shotstack text-to-speech', { newscaster: 'no' }, 'newscaster must be true or false, not "no".'],
    [
      'shotstack text-to-speech',
      { newscaster: true, language: 'en-GB' },
      /^newscaster can be true only for Matthew/,
    ],
    ['shotstack text-to-speech', { txt: 1 }, 'txt is not a known property. Did you mean "text"?'],
    ['shotstack text-to-image', { width: undefined }, 'width is required: a number.'],
    ['shotstack text-to-image', { width: 0 }, 'width must be 1 or more, not 0.'],
    ['shotstack text-to-image', { width: 4097 }, 'width must be 4096 or less, not 4097.'],
    ['shotstack text-to-image', { height: 1.5 }, 'height must be a whole number, not 1.5.'],
    [
      'shotstack text-to-image',
      { height: '512' },
      'height must be a number, not "512". Write it without quotes.',
    ],
    ['shotstack text-to-image', { steps: 30 }, /^steps is not a known property\./],
    [
      'shotstack image-to-video',
      { imageUrl: 'ftp://user:secret@example.com/a.png' },
      'imageUrl must be a URL of at most 8192 characters that starts with http:// or https://.',
    ],
    ['shotstack image-to-video', { guidanceScale: 10.1 }, 'guidanceScale must be 10 or less, not 10.1.'],
    ['shotstack image-to-video', { motion: 0 }, 'motion must be 1 or more, not 0.'],
    ['shotstack image-to-video', { motion: 256 }, 'motion must be 255 or less, not 256.'],
    ['shotstack text-generator', { prompt: 5 }, 'prompt must be a string, not 5.'],
    [
      'elevenlabs text-to-speech',
      { voice: 'Joanna' },
      /^voice must be one of "Adam", .* "Sam", not "Joanna"\./,
    ],
    ['elevenlabs text-to-speech', { language: 'en-US' }, /^language is not a known property\./],
    ['heygen text-to-avatar', { avatar: 'Angel' }, /^avatar must be one of 25 names, .* "Angela"\?$/],
    [
      'heygen text-to-avatar',
      { voice: 'Sam Natural' },
      /^voice must be one of 84 names, .* mean "Sam - Natural"\?$/,
    ],
    [
      'heygen text-to-avatar',
      { avatarStyle: 'square' },
      'avatarStyle must be one of "normal", "circle", not "square".',
    ],
    ['heygen text-to-avatar', { background: 'red' }, /^background must be a colour in the form/],
    ['heygen text-to-avatar', { ratio: '1:1' }, 'ratio must be one of "16:9", "9:16", not "1:1".'],
    ['heygen text-to-avatar', { test: 1 }, 'test must be true or false, not 1.'],
    ['d-id text-to-avatar', { avatar: 'Jack' }, /^avatar must be one of "jack", .* Did you mean "jack"\?$/],
    ['d-id text-to-avatar', { background: 'file:///a' }, /^background must be a colour .* https:\/\/\.$/],
    [
      'openai text-generator',
      { model: 'gpt-5' },
      /^model must be one of "gpt-3.5-turbo", "gpt-4", not "gpt-5"/,
    ],
    ['openai text-generator', { systemPrompt: '' }, 'systemPrompt must not be empty.'],
    ['stability-ai text-to-image', { width: 1000 }, 'width must be a multiple of 64, not 1000.'],
    ['stability-ai text-to-image', { height: 64 }, 'height must be 128 or more, not 64.'],
    [
      'stability-ai text-to-image',
      { engine: 'dall-e' },
      /^engine must be one of "stable-diffusion-xl-1024-v0-9"/,
    ],
    ['stability-ai text-to-image', { steps: 9 }, 'steps must be 10 or more, not 9.'],
    ['stability-ai text-to-image', { steps: 51 }, 'steps must be 50 or less, not 51.'],
    ['stability-ai text-to-image', { seed: -1 }, 'seed must be 0 or more, not -1.'],
    [
      'stability-ai text-to-image',
      { seed: 4_294_967_296 },
      'seed must be 4294967295 or less, not 4294967296.',
    ],
    ['stability-ai text-to-image', { cfgScale: 35.1 }, 'cfgScale must be 35 or less, not 35.1.'],
    [
      'stability-ai text-to-image',
      { stylePreset: 'analogue-film' },
      /^stylePreset .* Did you mean "analog-film"\?$/,
    ],
  ])('%s cannot have %j', (pair, changes, message) => {
    const expected: unknown = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(messagesOf(pair, changes)).toEqual([expected]);
  });

  it.each([
    ['shotstack text-to-speech', 'text', 10_000],
    ['stability-ai text-to-image', 'prompt', 4000],
    ['openai text-generator', 'systemPrompt', 100_000],
  ])('%s has at most a %s of %i characters', (pair, name, max) => {
    expect(messagesOf(pair, { [name]: 'x'.repeat(max) })).toEqual([]);
    const message = `${name} must have at most ${max} characters.`;
    expect(messagesOf(pair, { [name]: 'x'.repeat(max + 1) })).toEqual([message]);
  });

  it('are rejected with every bad field at once, in document order', () => {
    const options = {
      text: '',
      type: 'text-to-speech',
      voice: 'Nobody',
      newscaster: 1,
      language: 'xx',
      a: 1,
    };
    const found = problemsOf({ callback: 'ftp://a', provider: 'kinora', options });
    expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/callback wrong_form',
      '/options/text wrong_form',
      '/options/voice not_allowed',
      '/options/newscaster wrong_type',
      '/options/language not_allowed',
      '/options/a unknown_property',
    ]);
  });
});

it.each([
  ['shotstack text-to-speech', '.mp3'],
  ['shotstack text-to-image', '.png'],
  ['stability-ai text-to-image', '.jpg'],
  ['shotstack image-to-video', '.mp4'],
  ['heygen text-to-avatar', '.mp4'],
  ['openai text-generator', '.txt'],
])('the result of %s is a %s', (pair, extension) => {
  const parsed = parseCreateRequest(requestOf(pair), NONE);
  expect(parsed.ok && extensionOf(parsed.value)).toBe(extension);
});

it('an image by a model is a PNG, whichever service makes it', () => {
  const options = { type: 'text-to-image', prompt: 'A cat', width: 512, height: 512 } as const;
  expect(extensionOf({ provider: 'stability-ai', options, model: 'stability-image' })).toBe('.png');
});

describe('an image that becomes a video', () => {
  it.each([
    ['png', 1024, 576],
    ['jpg', 576, 1024],
    ['jpeg', 768, 768],
  ])('may be a %s of %ix%i', (format, width, height) => {
    expect(checkImage({ format, width, height })).toBeUndefined();
  });

  const rule = 'The image at imageUrl must be a png or a jpg of 1024x576, 576x1024 or 768x768 pixels, but';
  it.each([
    ['png', 1024, 577, 'its size is 1024x577.'],
    ['webp', 768, 768, 'it is a webp of 768x768.'],
  ])('cannot be a %s of %ix%i', (format, width, height, fault) => {
    expect(checkImage({ format, width, height })).toBe(`${rule} ${fault}`);
  });
});
