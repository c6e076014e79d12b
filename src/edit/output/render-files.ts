import type { Output } from '../schema/output.ts';

/** A value for each file that a render makes: the output, and the poster and thumbnail if requested. */
export interface RenderFiles<Value> {
  readonly output: Value;
  readonly poster?: Value;
  readonly thumbnail?: Value;
}

/**
 * Names the files of a render.
 *
 * @param name name of the output without extension.
 * @param ending extension of the output, such as `.mp4`. By default the extension of its format.
 */
export function nameRenderFiles(
  { format, poster, thumbnail }: Pick<Output, 'format' | 'poster' | 'thumbnail'>,
  name: string,
  ending = `.${format}`,
): RenderFiles<string> {
  return {
    output: `${name}${ending}`,
    ...(poster && { poster: `${name}-poster.jpg` }),
    ...(thumbnail && { thumbnail: `${name}-thumb.jpg` }),
  };
}

/** Lists the files, with the output first. */
export function listFiles<Value>({ output, poster, thumbnail }: RenderFiles<Value>): Value[] {
  return [output, poster, thumbnail].filter((file) => file !== undefined);
}

/** Maps each file to another value. */
export function mapFiles<From, To>(
  { output, poster, thumbnail }: RenderFiles<From>,
  make: (from: From) => To,
): RenderFiles<To> {
  return {
    output: make(output),
    ...(poster !== undefined && { poster: make(poster) }),
    ...(thumbnail !== undefined && { thumbnail: make(thumbnail) }),
  };
}
