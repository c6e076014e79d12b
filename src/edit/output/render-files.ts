import type { Edit } from '../schema/edit.ts';
import type { Output } from '../schema/output.ts';
import { listOutputs } from './output-list.ts';

/** A value for each file that a render makes: the output, and the stills and the captions if requested. */
export interface RenderFiles<Value> {
  readonly output: Value;
  readonly poster?: Value;
  readonly thumbnail?: Value;
  readonly captions?: Value;
}

/** The files of all outputs of an edit: those of the first output, and those of each further one. */
export interface EditFiles extends RenderFiles<string> {
  readonly others?: readonly RenderFiles<string>[];
}

/**
 * Names the files of all outputs of an edit. Those of `outputs[1]` end in `-1`.
 *
 * @param name name of the first output without extension.
 */
export function nameEditFiles(edit: Edit, name: string): EditFiles {
  const [first, ...others] = listOutputs(edit);
  return {
    ...nameRenderFiles(first.output, name),
    ...(edit.others && {
      others: others.map(({ output }, index) => nameRenderFiles(output, `${name}-${index + 1}`)),
    }),
  };
}

/** Lists the files once for each output. */
export function listEditFiles({
  others = [],
  ...first
}: EditFiles): [RenderFiles<string>, ...RenderFiles<string>[]] {
  return [first, ...others];
}

/**
 * Names the files of a render.
 *
 * @param name name of the output without extension.
 * @param ending extension of the output, such as `.mp4`. By default the extension of its format.
 */
export function nameRenderFiles(
  { format, poster, thumbnail, captions }: Pick<Output, 'format' | 'poster' | 'thumbnail' | 'captions'>,
  name: string,
  ending = `.${format}`,
): RenderFiles<string> {
  return {
    output: `${name}${ending}`,
    ...(poster && { poster: `${name}-poster.jpg` }),
    ...(thumbnail && { thumbnail: `${name}-thumb.jpg` }),
    // With the name of the video, players find its captions.
    ...(captions && { captions: `${name}.${captions.format}` }),
  };
}

/** Lists the files, with the output first. */
export function listFiles<Value>({ output, poster, thumbnail, captions }: RenderFiles<Value>): Value[] {
  return [output, poster, thumbnail, captions].filter((file) => file !== undefined);
}

/** Maps each file to another value. */
export function mapFiles<From, To>(
  { output, poster, thumbnail, captions }: RenderFiles<From>,
  make: (from: From) => To,
): RenderFiles<To> {
  return {
    output: make(output),
    ...(poster !== undefined && { poster: make(poster) }),
    ...(thumbnail !== undefined && { thumbnail: make(thumbnail) }),
    ...(captions !== undefined && { captions: make(captions) }),
  };
}
