import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAIProvider } from '@ai-sdk/openai';
import type { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile, GenerationOptions, ImageOptions, TextOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  ServiceAccess,
  ServiceContext,
  StartResult,
} from '../../generation/generation-provider.ts';
import { createMissingSteps } from '../http/at-once.ts';
import { createServiceRefusal } from '../provider-errors.ts';
import { loadSdk } from '../sdk/load-sdk.ts';
import { chooseServiceModel, identifyService } from '../sdk/model-choice.ts';
import { chooseNearest, type PictureSize } from '../sdk/nearest-size.ts';
import { serviceUrlOf, callService, MAX_JSON_BYTES, type ServiceConnection } from '../sdk/provider-call.ts';
import { writeResult } from '../sdk/save-result.ts';
import { createUnsupportedTypeError } from '../sdk/unsupported-type.ts';

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

const SERVICE = 'openai';
const DEFAULT_URL = 'https://api.openai.com/v1';
const DEFAULT_MODELS = { 'text-generator': 'gpt-5.4-mini', 'text-to-image': 'gpt-image-1.5' } as const;
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
    name: SERVICE,
    types: ['text-generator', 'text-to-image'],
    identify: (options, access) => identifyService(SERVICE, access, DEFAULT_URL, modelOf(options, access)),
    start: async ({ options }, context): Promise<StartResult> => {
      if (options.type === 'text-generator')
        return { file: await generateText(options, context, limits.textMs) };
      if (options.type === 'text-to-image')
        return { file: await generateImage(options, context, limits.imageMs) };
      throw createUnsupportedTypeError(SERVICE, options.type);
    },
    ...createMissingSteps(SERVICE),
  };
}

function modelOf(options: GenerationOptions, access: ServiceAccess): string {
  if (options.type === 'text-generator')
    return options.model ?? chooseServiceModel(access, options.type, DEFAULT_MODELS[options.type]);
  if (options.type === 'text-to-image')
    return chooseServiceModel(access, options.type, DEFAULT_MODELS[options.type]);
  throw createUnsupportedTypeError(SERVICE, options.type);
}

function generateText(
  options: TextOptions,
  context: ServiceContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const call = { service: SERVICE, step: 'start', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const sdk = await loadSdk();
    const models = await openModels(connection, context.access);
    const { text, finishReason } = await sdk.generateText({
      // Servers with the same API know chat completions, but seldom the newer responses.
      model: models.chat(modelOf(options, context.access)),
      ...(options.systemPrompt !== undefined && { instructions: options.systemPrompt }),
      prompt: options.prompt,
      maxRetries: 0,
      abortSignal: connection.signal,
      telemetry: { isEnabled: false },
    });
    if (finishReason === 'content-filter') throw refuse('its content filter has removed the text', context);
    if (text.trim() === '') throw refuse('it has returned no text', context);
    const path = join(context.folder, 'result.txt');
    await writeFile(path, text);
    const warnings =
      finishReason === 'length'
        ? ['The text ends early, because the model has reached its maximum length.']
        : [];
    return { path, extension: '.txt', warnings };
  });
}

function generateImage(
  options: ImageOptions,
  context: ServiceContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const call = { service: SERVICE, step: 'start', limitMs, maxBytes: MAX_IMAGE_RESPONSE_BYTES } as const;
  return callService(call, context, async (connection) => {
    const sdk = await loadSdk();
    const models = await openModels(connection, context.access);
    const model = modelOf(options, context.access);
    const { image } = await sdk.generateImage({
      model: models.image(model),
      prompt: options.prompt,
      size: chooseOpenAiSize(model, options),
      maxRetries: 0,
      abortSignal: connection.signal,
    });
    return writeResult(connection, image.uint8Array, { kind: 'image', context });
  });
}

async function openModels({ key, fetch }: ServiceConnection, access: ServiceAccess): Promise<OpenAIProvider> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ apiKey: key, baseURL: serviceUrlOf(access, DEFAULT_URL), fetch });
}

function refuse(reason: string, { access }: ServiceContext): KinoraError {
  return createServiceRefusal(SERVICE, reason, access.key);
}
