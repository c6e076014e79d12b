import { z } from 'zod';
import type { GeneratedFile, GenerationOptions, ImageOptions, TextOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  ProviderAccess,
  ProviderContext,
  StartResult,
} from '../../generation/generation-provider.ts';
import { createMissingSteps, createUnsupportedTypeError } from '../http/at-once.ts';
import { chooseProviderModel, identifyProvider } from '../http/model-choice.ts';
import { chooseNearest, type PictureSize } from '../http/nearest-size.ts';
import { writeMedia, writeResult } from '../http/save-result.ts';
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { createProviderRefusal } from '../provider-errors.ts';

/** A size as the API of OpenAI writes it. */
type OpenAiImageSize = `${number}x${number}`;

const SIZES: readonly (readonly [model: RegExp, sizes: readonly [OpenAiImageSize, ...OpenAiImageSize[]]])[] =
  [
    [/^dall-e-2/, ['256x256', '512x512', '1024x1024']],
    [/^dall-e-3/, ['1024x1024', '1792x1024', '1024x1792']],
  ];
/** The sizes of all newer models of OpenAI. Servers with the same API support them, too. */
const DEFAULT_SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const;

/** Returns the size that a model supports and whose shape is the nearest to the requested one. */
function chooseOpenAiSize(model: string, size: PictureSize): OpenAiImageSize {
  return chooseNearest(size, SIZES.find(([pattern]) => pattern.test(model))?.[1] ?? DEFAULT_SIZES);
}

/** Time limits of the calls of OpenAI in milliseconds. */
export interface OpenAiTimeLimits {
  readonly textMs: number;
  readonly imageMs: number;
}

const NAME = 'openai';
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.openai.com/v1',
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
};
const DEFAULT_MODELS = { 'text-generator': 'gpt-5.4-mini', 'text-to-image': 'gpt-image-1.5' } as const;
/** Models that reason. They want the system prompt from the developer. */
const REASONING_MODEL = /^(?:o\d+|(?!gpt-\d+-chat)gpt-(?:[5-9]|\d{2,})(?:\.\d+)?)(?:-|$)/;
/** Models that always send the image itself. Others send its address unless asked. */
const MODEL_WITH_BYTES = /^(?:chat)?gpt-image-/;
/** Maximum size of a response with an image of 50 MB in base64. */
const MAX_IMAGE_RESPONSE_BYTES = 70_000_000;

/**
 * Creates the provider of OpenAI, and of servers with the same API. It answers at once, so there are no jobs.
 * The API has no idempotency key.
 */
export function createOpenAiProvider(
  limits: OpenAiTimeLimits = { textMs: 120_000, imageMs: 300_000 },
): GenerationProvider {
  return {
    name: NAME,
    identify: (options, access) => identifyProvider(NAME, access, PROVIDER.baseUrl, modelOf(options, access)),
    start: async ({ options }, context): Promise<StartResult> => {
      if (options.type === 'text-generator')
        return { file: await generateText(options, context, limits.textMs) };
      if (options.type === 'text-to-image')
        return { file: await generateImage(options, context, limits.imageMs) };
      throw createUnsupportedTypeError(NAME, options.type);
    },
    ...createMissingSteps(NAME),
  };
}

function modelOf(options: GenerationOptions, access: ProviderAccess): string {
  if (options.type === 'text-generator')
    return options.model ?? chooseProviderModel(access, options.type, DEFAULT_MODELS[options.type]);
  if (options.type === 'text-to-image')
    return chooseProviderModel(access, options.type, DEFAULT_MODELS[options.type]);
  throw createUnsupportedTypeError(NAME, options.type);
}

const Message = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
const Completion = z.object({
  choices: z.tuple([z.object({ message: Message, finish_reason: z.string().nullish() })], z.unknown()),
});

/** Generates a text by chat completions. Servers with the same API know these, but seldom the newer responses. */
async function generateText(
  options: TextOptions,
  context: ProviderContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const model = modelOf(options, context.access);
  const role = REASONING_MODEL.test(model) ? 'developer' : 'system';
  const { systemPrompt: system } = options;
  const messages = [
    ...(system === undefined ? [] : [{ role, content: system }]),
    { role: 'user', content: options.prompt },
  ];
  const request = { step: 'start', path: '/chat/completions', body: { model, messages }, limitMs } as const;
  const [{ message, finish_reason: reason }] = (await sendRequest(PROVIDER, request, context)).parse(
    Completion,
  ).choices;
  const { key } = context.access;
  if (reason === 'content_filter' || message.refusal)
    throw createProviderRefusal(NAME, 'its content filter has removed the text', key);
  const text = message.content ?? '';
  if (text.trim() === '') throw createProviderRefusal(NAME, 'it has returned no text', key);
  const file = await writeResult(NAME, text, '.txt', context);
  const warning = 'The text ends early, because the model has reached its maximum length.';
  return reason === 'length' ? { ...file, warnings: [warning] } : file;
}

const Images = z.object({ data: z.tuple([z.object({ b64_json: z.string().min(1) })], z.unknown()) });

async function generateImage(
  options: ImageOptions,
  context: ProviderContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const model = modelOf(options, context.access);
  const { prompt } = options;
  const body = {
    model,
    prompt,
    n: 1,
    size: chooseOpenAiSize(model, options),
    ...(!MODEL_WITH_BYTES.test(model) && { response_format: 'b64_json' }),
  };
  const request = { step: 'start', path: '/images/generations', body, limitMs } as const;
  const answer = await sendRequest(PROVIDER, { ...request, maxBytes: MAX_IMAGE_RESPONSE_BYTES }, context);
  const [image] = answer.parse(Images).data;
  return await writeMedia(NAME, Buffer.from(image.b64_json, 'base64'), 'image', context);
}
