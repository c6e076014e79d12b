import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import mime from 'mime-types';
import { KinoraError } from '../base/errors.ts';
import type { ServiceName } from '../create/model.ts';
import { createBuiltInMakers, type RenderMotion } from '../generation/built-in-makers.ts';
import type { GenerationProvider } from '../generation/generation-provider.ts';
import type { GenerationLedger } from '../generation/ledger.ts';
import {
  createMediaGenerator,
  type MediaGeneratorConfig,
  type OpenMediaGenerator,
} from '../generation/media-generator.ts';
import type { ProviderDirectory } from '../generation/provider-directory.ts';
import type { IngestLimits } from '../ingest/model.ts';
import { createDidProvider } from '../providers/d-id/did-provider.ts';
import { createElevenLabsProvider } from '../providers/elevenlabs/elevenlabs-provider.ts';
import { createFalProvider } from '../providers/fal/fal-provider.ts';
import { createHeyGenProvider } from '../providers/heygen/heygen-provider.ts';
import { createOpenAiProvider } from '../providers/openai/openai-provider.ts';
import { createReplicateProvider } from '../providers/replicate/replicate-provider.ts';
import { createStabilityProvider } from '../providers/stability-ai/stability-provider.ts';
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
  const services = createServices();
  const { directory, ledger, speaker, renderer } = parts;
  return createMediaGenerator({
    directory,
    ledger,
    services,
    builtIn: createBuiltInMakers(speaker, createRenderMotion(renderer)),
    fetchImage: createFetchImage(parts),
    cropImage: async (path, size, { folder, signal }) => {
      const to = { folder: await mkdtemp(join(folder, 'crop-')), name: 'image' };
      const cropped = await renderer().convert(path, { format: 'png', size, fit: 'crop' }, to, { signal });
      return cropped.path;
    },
  });
}

/** Creates the providers of all services. They open their connections with the first request. */
export function createServices(): Readonly<Record<ServiceName, GenerationProvider>> {
  return {
    openai: createOpenAiProvider(),
    'stability-ai': createStabilityProvider(),
    elevenlabs: createElevenLabsProvider(),
    heygen: createHeyGenProvider(),
    'd-id': createDidProvider(),
    fal: createFalProvider(),
    replicate: createReplicateProvider(),
  };
}

function createRenderMotion(renderer: () => Renderer): RenderMotion {
  return async (edit, files, { owner, folder, signal }) => {
    const output = join(await mkdtemp(join(folder, 'motion-')), 'video.mp4');
    const temporary = await mkdtemp(join(folder, 'motion-'));
    await renderer().render(edit, { output }, { owner, watermark: false, folder: temporary, signal, files });
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
