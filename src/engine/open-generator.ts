import { toParsedEdit } from '../edit/index.ts';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import mime from 'mime-types';
import { KinoraError } from '../base/errors.ts';
import type { OutsideProvider } from '../create/model.ts';
import { createBuiltInProvider, type RenderMotion } from '../generation/built-in-provider.ts';
import type { GenerationProvider } from '../generation/generation-provider.ts';
import type { GenerationLedger } from '../generation/ledger.ts';
import {
  createMediaGenerator,
  type MediaGeneratorConfig,
  type OpenMediaGenerator,
} from '../generation/media-generator.ts';
import type { ProviderDirectory } from '../generation/provider-directory.ts';
import type { IngestLimits } from '../ingest/model.ts';
import type { Sources } from '../render/fetch/index.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Speaker } from '../speech/speaker.ts';

/** The parts of a generator that depend on where it runs. */
export interface GeneratorParts {
  readonly directory: ProviderDirectory;
  readonly ledger: GenerationLedger;
  readonly speaker: Speaker;
  readonly sources: Sources;
  /** Returns the renderer, which is opened later, because it needs the generator. */
  readonly renderer: () => Renderer;
  /** The limits of images. */
  readonly imageLimits: IngestLimits;
}

/** Opens the generator of media with all its providers. Close it before the ledger and the renderer. */
export function openGenerator(parts: GeneratorParts): OpenMediaGenerator {
  const { directory, ledger, speaker, renderer } = parts;
  return createMediaGenerator({
    directory,
    ledger,
    loadProvider,
    builtIn: createBuiltInProvider(speaker, createRenderMotion(renderer)),
    fetchImage: createFetchImage(parts),
    detectType: (path, signal) => renderer().sniff(path, signal),
    cropImage: async (path, size, { folder, signal }) => {
      const to = { folder: await mkdtemp(join(folder, 'crop-')), name: 'image' };
      const cropped = await renderer().convert(path, { format: 'png', size, fit: 'crop' }, to, { signal });
      return cropped.path;
    },
  });
}

/** Loads the provider of a service on first use, because most processes use none. */
export async function loadProvider(name: OutsideProvider): Promise<GenerationProvider> {
  return await (loaded[name] ??= LOADERS[name]());
}

const loaded: Partial<Record<OutsideProvider, Promise<GenerationProvider>>> = {};

const LOADERS: Readonly<Record<OutsideProvider, () => Promise<GenerationProvider>>> = {
  openai: async () => (await import('../providers/openai/openai-provider.ts')).createOpenAiProvider(),
  'stability-ai': async () =>
    (await import('../providers/stability-ai/stability-provider.ts')).createStabilityProvider(),
  elevenlabs: async () =>
    (await import('../providers/elevenlabs/elevenlabs-provider.ts')).createElevenLabsProvider(),
  heygen: async () => (await import('../providers/heygen/heygen-provider.ts')).createHeyGenProvider(),
  'd-id': async () => (await import('../providers/d-id/did-provider.ts')).createDidProvider(),
  fal: async () => (await import('../providers/fal/fal-provider.ts')).createFalProvider(),
  replicate: async () =>
    (await import('../providers/replicate/replicate-provider.ts')).createReplicateProvider(),
};

function createRenderMotion(renderer: () => Renderer): RenderMotion {
  return async (edit, files, { owner, folder, signal }) => {
    const output = join(await mkdtemp(join(folder, 'motion-')), 'video.mp4');
    const temporary = await mkdtemp(join(folder, 'motion-'));
    await renderer().render(
      toParsedEdit(edit),
      { output },
      { owner, watermark: false, folder: temporary, signal, files },
    );
    return output;
  };
}

function createFetchImage({
  sources,
  renderer,
  imageLimits,
}: GeneratorParts): MediaGeneratorConfig['fetchImage'] {
  return async (url, { owner, cache, signal }) => {
    const source = await sources.fetch(url, { owner, cache, signal, maxBytes: imageLimits.maxBytes });
    const release = (): Promise<void> => source.release();
    try {
      const { path } = source;
      const facts = await renderer().inspectSource(path, { limits: imageLimits, signal });
      const { kind, extension, width, height } = facts;
      if (kind !== 'image' || width === undefined || height === undefined)
        throw new KinoraError('asset_not_media', 'The file of an image-to-video request is not an image.');
      return { path, mediaType: mime.lookup(extension) || 'image/png', width, height, release };
    } catch (error) {
      await release();
      throw error;
    }
  };
}
