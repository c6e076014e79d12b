import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import { fillDefaults } from '../create/fill-defaults.ts';
import {
  type GeneratedFile,
  type GenerationRequest,
  isBuiltIn,
  OUTSIDE_PROVIDERS,
  type OutsideProvider,
} from '../create/model.ts';
import type { GeneratedMedia, GenerationContext } from '../render/generate/generated-media.ts';
import { askProvider, PROVIDER_TIMEOUTS, type ProviderTimeouts } from './ask-provider.ts';
import type { BuiltInProvider } from './built-in-provider.ts';
import type { FetchedImage } from './fetched-image.ts';
import type { DetectType, GenerationProvider } from './generation-provider.ts';
import type { GenerationKey, GenerationLedger, HeldGeneration } from './ledger.ts';
import {
  type ChosenProvider,
  findServed,
  type ProviderDirectory,
  type ServedRequest,
} from './provider-directory.ts';
import { PROVIDER_TYPES } from './provider-types.ts';
import { recipeOf } from './recipe.ts';
import { nameKeySetting } from './settings.ts';

/** The configuration of the media generator. */
export interface MediaGeneratorConfig {
  readonly directory: ProviderDirectory;
  readonly ledger: GenerationLedger;
  /** Returns the provider of a service. */
  readonly loadProvider: (name: OutsideProvider) => Promise<GenerationProvider>;
  readonly builtIn: BuiltInProvider;
  /** Fetches the image at a URL through the guard. @throws {KinoraError} if it is not an image. */
  readonly fetchImage: (url: string, context: GenerationContext) => Promise<FetchedImage>;
  /** Crops an image to fill a size in whole pixels, as a PNG file. */
  readonly cropImage: (
    path: string,
    size: { readonly width: number; readonly height: number },
    context: GenerationContext,
  ) => Promise<string>;
  /** Finds out the type of a result. */
  readonly detectType: DetectType;
  readonly timeouts?: ProviderTimeouts;
}

/** Further options of a request of the Create API. */
export interface CreationContext extends GenerationContext {
  /** Checks a fetched image. Returns the reason why it is refused, a sentence. */
  readonly checkImage?: ((image: FetchedImage) => string | undefined) | undefined;
}

/** The generator of media, for the Create API and for edits. It keeps them. */
export interface MediaGenerator extends GeneratedMedia {
  obtain(request: GenerationRequest, context: CreationContext): Promise<GeneratedFile>;
}

/** Milliseconds between two looks at a generation that other work holds. */
const HELD_PAUSE_MS = 250;

/** The parts of the media generator. */
interface MediaGeneratorParts extends MediaGeneratorConfig {
  readonly closing: AbortSignal;
}

/** A request with its provider, its image and its key in the ledger. */
interface Planned {
  readonly request: GenerationRequest;
  readonly provider: ChosenProvider;
  readonly image: FetchedImage | undefined;
  readonly key: GenerationKey;
}

/** A media generator, and its end. */
export interface OpenMediaGenerator extends MediaGenerator {
  /** Cuts off the requests that are on their way, and waits until that is recorded. */
  close(): Promise<void>;
}

/** Creates the media generator. */
export function createMediaGenerator(config: MediaGeneratorConfig): OpenMediaGenerator {
  const closing = new AbortController();
  const parts: MediaGeneratorParts = { ...config, closing: closing.signal };
  const obtaining = new Set<Promise<unknown>>();
  const obtainTracked: MediaGenerator['obtain'] = (asked, given) => {
    const work = obtainFile(parts, asked, given);
    obtaining.add(work);
    return work.finally(() => obtaining.delete(work));
  };
  const find: MediaGenerator['find'] = async (asked, context) => {
    const served = await serve(parts, context.owner, asked);
    if (served === undefined) return undefined;
    const kept = await withPlan(parts, served, context, ({ key }) => parts.ledger.load(key, context.folder));
    return kept && addWarning(kept, served);
  };
  return {
    obtain: obtainTracked,
    find,
    foretell: async (asked, owner) => {
      const served = await findServed(parts.directory, owner, asked);
      return served?.warning;
    },
    findOrMake: async (asked, context) => {
      const served = await serve(parts, context.owner, asked);
      return await (served?.provider.kind === 'built-in' ? obtainTracked : find)(asked, context);
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(obtaining);
    },
  };
}

async function obtainFile(
  parts: MediaGeneratorParts,
  asked: GenerationRequest,
  given: CreationContext,
): Promise<GeneratedFile> {
  const context = { ...given, requestedAt: given.requestedAt ?? new Date() };
  const served = await serve(parts, context.owner, asked);
  if (served === undefined) throw createMissingError(asked);
  const file = await withPlan(parts, served, context, (planned) => obtain(parts, planned, context));
  return addWarning(file, served);
}

/** Finds who makes a file. A field that is left out and one with its default are the same request. */
async function serve(
  { directory }: MediaGeneratorParts,
  owner: string,
  asked: GenerationRequest,
): Promise<ServedRequest | undefined> {
  const served = await findServed(directory, owner, asked);
  return served && { ...served, request: { ...served.request, options: fillDefaults(served.request) } };
}

function addWarning(file: GeneratedFile, { warning }: ServedRequest): GeneratedFile {
  return warning === undefined ? file : { ...file, warnings: [warning, ...file.warnings] };
}

/** Fetches the image of a request, identifies the result, and does some work with both. */
async function withPlan<Result>(
  parts: MediaGeneratorParts,
  { request, provider }: ServedRequest,
  context: CreationContext,
  work: (planned: Planned) => Promise<Result>,
): Promise<Result> {
  const { options, take } = request;
  const image =
    options.type === 'image-to-video' ? await parts.fetchImage(options.imageUrl, context) : undefined;
  try {
    const refusal = image && context.checkImage?.(image);
    if (refusal !== undefined) throw new KinoraError('asset_refused', refusal);
    const identity =
      provider.kind === 'built-in'
        ? await parts.builtIn.identify(options)
        : (await parts.loadProvider(provider.name)).identify(options, provider.access);
    const imageHash = image && (await hashFile(image.path, context.signal));
    const key = { owner: context.owner, recipe: recipeOf(options, identity, imageHash, take) };
    return await work({ request, provider, image, key });
  } finally {
    await image?.release();
  }
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

async function obtain(
  parts: MediaGeneratorParts,
  planned: Planned,
  context: CreationContext & { readonly requestedAt: Date },
): Promise<GeneratedFile> {
  const { ledger } = parts;
  const { key, provider } = planned;
  for (;;) {
    context.signal.throwIfAborted();
    await using held = await ledger.take(key, provider.kind === 'built-in' ? 'built-in' : provider.name);
    if (held === undefined) {
      await wait(HELD_PAUSE_MS, undefined, { signal: context.signal });
      continue;
    }
    const { status } = held;
    if (status.state === 'failed' && status.at >= context.requestedAt)
      throw new KinoraError(status.code, status.error);
    if (status.state !== 'done') return await make(parts, planned, held, context);
    const kept = await ledger.load(key, context.folder);
    if (kept !== undefined) return kept;
    if (provider.kind === 'built-in') return await make(parts, planned, held, context);
    throw await recordLoss(held, provider.name);
  }
}

/** A paid result whose file is gone is not asked for again by the same request. The storage may only be away. */
async function recordLoss(held: HeldGeneration, service: string): Promise<KinoraError> {
  const error = `${service} has made the file before, but it is no longer in the storage. Kinora does not ask again automatically, so that nothing is paid twice. Send the request again if it may be paid twice.`;
  await held.record({ state: 'failed', code: 'provider_unknown', error, at: new Date() });
  return new KinoraError('provider_unknown', error);
}

/** Makes the file and keeps it. */
async function make(
  parts: MediaGeneratorParts,
  { request, provider, image }: Planned,
  held: HeldGeneration,
  context: CreationContext,
): Promise<GeneratedFile> {
  const { options } = request;
  if (provider.kind === 'built-in') {
    const made = await parts.builtIn.make(options, image, context);
    await held.keep(made);
    return made;
  }
  const { name, access } = provider;
  context.onProgress?.(`Waiting for ${name}`);
  const service = await parts.loadProvider(name);
  const { folder, signal } = context;
  const { detectType } = parts;
  const toSend = { options, id: held.id, image };
  const keep = async (answer: GeneratedFile): Promise<GeneratedFile> => {
    const file = await fitImage(parts, request, answer, { ...context, signal: new AbortController().signal });
    await held.keep(file);
    return file;
  };
  const how = { timeouts: parts.timeouts ?? PROVIDER_TIMEOUTS, closing: parts.closing, keep };
  return await askProvider(service, held, toSend, { access, folder, signal, detectType }, how);
}

/** Services make images in sizes of their own, so an image is cropped to the requested size. */
async function fitImage(
  { cropImage }: MediaGeneratorParts,
  { options }: GenerationRequest,
  file: GeneratedFile,
  context: GenerationContext,
): Promise<GeneratedFile> {
  if (options.type !== 'text-to-image') return file;
  const { width, height } = options;
  return { ...file, path: await cropImage(file.path, { width, height }, context), extension: '.png' };
}

function createMissingError({ provider, options: { type } }: GenerationRequest): KinoraError {
  const isOwn = isBuiltIn(provider);
  const able = OUTSIDE_PROVIDERS.find((name) => PROVIDER_TYPES[name].includes(type));
  const service = isOwn ? (able ?? 'openai') : provider;
  const missing = isOwn
    ? `Kinora needs an outside service for ${type}, and there are credentials for none.`
    : `There are no credentials for ${provider}.`;
  return new KinoraError(
    'no_credentials',
    `${missing} For a server, store them with "kinora providers set ${service}". For a command without a server, set ${nameKeySetting(service)}.`,
  );
}
