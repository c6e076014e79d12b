import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import type { GeneratedFile, GenerationOptions } from '../create/model.ts';
import type { Edit } from '../edit/model.ts';
import type { GenerationContext } from '../render/generate/generated-media.ts';
import type { Speaker } from '../speech/speaker.ts';
import type { FetchedImage } from './fetched-image.ts';
import { createMotionEdit } from './motion/create-motion-edit.ts';

/** The provider that needs no outside service: it makes speech, and camera motion over an image. */
export interface BuiltInProvider {
  /** Returns a text that identifies all that a result depends on besides the options and the image. */
  identify(options: GenerationOptions): Promise<string>;
  /** Makes a file. @param image the image of an `image-to-video` request. */
  make(
    options: GenerationOptions,
    image: FetchedImage | undefined,
    context: GenerationContext,
  ): Promise<GeneratedFile>;
}

/** Renders an edit to an MP4 file in the folder of the context. @returns the path of the file. */
export type RenderMotion = (
  edit: Edit,
  files: Readonly<Record<string, string>>,
  context: GenerationContext,
) => Promise<string>;

/** The address of the image in the edit of a camera motion. */
const IMAGE = 'generated:image';
/** Camera motions that are rendered at the same time. Each uses all cores, and renders go on beside it. */
const MAX_CONCURRENT = 1;
/** Increase it when camera motions come out differently. */
const MOTION_VERSION = 1;

/** Creates the provider that is Kinora itself. */
export function createBuiltInProvider(speaker: Speaker, renderMotion: RenderMotion): BuiltInProvider {
  const limit = pLimit(MAX_CONCURRENT);
  return {
    identify: (options) =>
      options.type === 'text-to-speech'
        ? speaker.identify(options)
        : Promise.resolve(JSON.stringify(['motion', MOTION_VERSION])),
    make: async (options, image, context) => {
      if (options.type === 'text-to-speech') {
        context.onProgress?.('Speaking');
        return await speaker.speak(options, context);
      }
      if (options.type !== 'image-to-video' || image === undefined)
        throw new KinoraError('internal', `Kinora itself cannot make ${options.type}.`);
      const edit = createMotionEdit(image, options, IMAGE);
      return await limit(async () => {
        context.signal.throwIfAborted();
        context.onProgress?.('Moving the image');
        const path = await renderMotion(edit, { [IMAGE]: image.path }, context);
        return { path, extension: '.mp4', warnings: [] };
      });
    },
  };
}
