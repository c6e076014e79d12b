import type { Output } from '../schema/output.ts';

/** Something for each file that a render makes: its output, and the stills that were asked for beside it. */
export interface RenderFiles<Value> {
  readonly output: Value;
  readonly poster?: Value;
  readonly thumbnail?: Value;
}

/**
 * What the files of a render are called.
 *
 * @param name of the output, without its ending.
 * @param ending of the output, such as `.mp4`; by default that of its format.
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

/** The files, the output first. */
export function listFiles<Value>({ output, poster, thumbnail }: RenderFiles<Value>): Value[] {
  return [output, poster, thumbnail].filter((file) => file !== undefined);
}

/** Makes something of each of the files. */
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
