import type { Edit } from '../schema/edit.ts';
import type { Output } from '../schema/output.ts';
import { listHlsSizes } from './hls-sizes.ts';
import { listOutputs } from './output-list.ts';

/** A value for each file that a render makes: the output, and the stills and the captions if requested. */
export interface RenderFiles<Value> {
  readonly output: Value;
  readonly poster?: Value;
  readonly thumbnail?: Value;
  readonly captions?: Value;
  /**
   * The other files of an HLS, whose output is the list of them: for each size its list of segments and its
   * video, from the largest, and then those of the sound.
   */
  readonly parts?: readonly Value[];
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
  output: Output,
  name: string,
  ending = formatExtensionOf(output.format),
): RenderFiles<string> {
  const { format, poster, thumbnail, captions } = output;
  return {
    output: `${name}${ending}`,
    ...(poster && { poster: `${name}-poster.jpg` }),
    ...(thumbnail && { thumbnail: `${name}-thumb.jpg` }),
    // With the name of the video, players find its captions.
    ...(captions && { captions: `${name}.${captions.format}` }),
    ...(format === 'hls' && { parts: nameParts(output, name) }),
  };
}

/** Returns the extension of the file of a format, with its dot. */
export function formatExtensionOf(format: Output['format']): string {
  return format === 'hls' ? '.m3u8' : `.${format}`;
}

function nameParts(output: Output, name: string): string[] {
  const videos = listHlsSizes(output).map(({ height }) => `${name}-${height}p`);
  return [
    ...videos.flatMap((video) => [`${video}.m3u8`, `${video}.mp4`]),
    `${name}-sound.m3u8`,
    `${name}-sound.m4a`,
  ];
}

/** Lists the files, with the output first. */
export function listFiles<Value>({
  output,
  poster,
  thumbnail,
  captions,
  parts = [],
}: RenderFiles<Value>): Value[] {
  return [output, poster, thumbnail, captions, ...parts].filter((file) => file !== undefined);
}

/** Maps each file to another value. */
export function mapFiles<From, To>(
  { output, poster, thumbnail, captions, parts }: RenderFiles<From>,
  make: (from: From) => To,
): RenderFiles<To> {
  return {
    output: make(output),
    ...(poster !== undefined && { poster: make(poster) }),
    ...(thumbnail !== undefined && { thumbnail: make(thumbnail) }),
    ...(captions !== undefined && { captions: make(captions) }),
    ...(parts !== undefined && { parts: parts.map(make) }),
  };
}
