import { chooseNearest, type PictureSize } from '../sdk/nearest-size.ts';

/** A size as the API of OpenAI writes it. */
export type OpenAiImageSize = `${number}x${number}`;

const SIZES: readonly (readonly [model: RegExp, sizes: readonly [OpenAiImageSize, ...OpenAiImageSize[]]])[] =
  [
    [/^dall-e-2/, ['256x256', '512x512', '1024x1024']],
    [/^dall-e-3/, ['1024x1024', '1792x1024', '1024x1792']],
  ];
/** The sizes of all newer models of OpenAI. Servers with the same API support them, too. */
const DEFAULT_SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const;

/** Returns the size that a model supports and whose shape is the nearest to the requested one. */
export function chooseOpenAiSize(model: string, size: PictureSize): OpenAiImageSize {
  return chooseNearest(size, SIZES.find(([pattern]) => pattern.test(model))?.[1] ?? DEFAULT_SIZES);
}
