import { isSoundFormat, isVideoFormat, nameFormat } from '../output/formats.ts';
import { canBeTransparent, codecOf, type VideoCodec } from '../output/output-format.ts';
import { outputShape } from '../output/output-shape.ts';
import { createProblem, type Problem } from '../problems/problem.ts';
import type { Output } from '../schema/output.ts';
import { VIDEO_CODECS } from '../schema/values.ts';
import type { WellFormedParts } from './well-formed-parts.ts';

/** The outputs that can be transparent, for a message. */
const TRANSPARENT_OUTPUTS = 'a webm with the codec "vp9", a mov with the codec "prores4444", a png or a gif';

/** Reports a codec that does not fit the format, and a transparent background that the file cannot store. */
export function checkCodec({ edit, output }: WellFormedParts): Problem[] {
  if (!output) return [];
  const { background } = edit.timeline;
  const problem = findCodecProblem(output) ?? findSizeProblem(output);
  if (problem) return [problem];
  if (background !== 'transparent' || isSoundFormat(output.format) || canBeTransparent(output)) return [];
  const phrase = `cannot be "transparent" in ${nameOf(output)}, which stores no transparency. Choose a colour, or make ${TRANSPARENT_OUTPUTS}`;
  return [createProblem(['timeline', 'background'], 'conflict', phrase)];
}

function findCodecProblem({ format, codec }: Output): Problem | undefined {
  if (codec === undefined) return undefined;
  const field = ['output', 'codec'];
  if (!isVideoFormat(format)) {
    const phrase = `goes only with a video, but output.format is "${format}". Remove it, or set output.format to ${listNames(Object.keys(VIDEO_CODECS))}`;
    return createProblem(field, 'conflict', phrase);
  }
  const codecs: readonly string[] = VIDEO_CODECS[format];
  if (codecs.includes(codec)) return undefined;
  const formats = Object.entries<readonly string[]>(VIDEO_CODECS).filter(([, fitting]) =>
    fitting.includes(codec),
  );
  const phrase = `must be ${listNames(codecs)} for the format "${format}", not "${codec}", which needs the format ${listNames(formats.map(([name]) => name))}`;
  return createProblem(field, 'conflict', phrase);
}

/**
 * The least side of a picture in pixels. x265 rejects smaller ones, and SVT-AV1 never finishes some of those below
 * 32.
 */
const MIN_SIDES: Readonly<Partial<Record<VideoCodec, number>>> = { hevc: 16, av1: 64 };

/** Reports a picture that is too small for its codec. Every resolution is large enough. */
function findSizeProblem(output: Output): Problem | undefined {
  const codec = codecOf(output);
  const least = codec && MIN_SIDES[codec];
  if (least === undefined || !output.size) return undefined;
  const { width, height } = outputShape(output).outputSize;
  if (Math.min(width, height) >= least) return undefined;
  const phrase = `makes a picture of ${width}x${height}, but the codec "${codec}" needs at least ${least} pixels on each side. Make it larger, or choose another codec`;
  return createProblem(['output', 'size'], 'out_of_range', phrase, 'object');
}

const OR_LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Lists names in a message: "a", "b" or "c". */
function listNames(names: readonly string[]): string {
  return OR_LIST.format(names.map((name) => `"${name}"`));
}

/** Names an output in a message: "a jpg", or "a mov with the codec "prores422"". */
function nameOf(output: Output): string {
  const { format } = output;
  const name = nameFormat(format);
  const codec = codecOf(output);
  return codec === undefined || codec === 'h264' ? name : `${name} with the codec "${codec}"`;
}
