import { isSoundFormat } from '../output/sound-format.ts';
import { canBeTransparent, codecOf } from '../output/video-codec.ts';
import { isVideoFormat } from '../output/video-format.ts';
import { createProblem, type Problem } from '../problems/problem.ts';
import type { Output } from '../schema/output.ts';
import type { Timeline } from '../schema/timeline.ts';
import { VIDEO_CODECS } from '../schema/values.ts';

/** The outputs that can be transparent, for a message. */
const TRANSPARENT_OUTPUTS = 'a webm with the codec "vp9", a mov with the codec "prores4444", a png or a gif';

/** Reports a codec that does not fit the format, and a transparent background that the file cannot store. */
export function checkCodec({ background }: Partial<Timeline>, output: Output): Problem[] {
  const problem = findCodecProblem(output);
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

/** Lists names in a message: "a", "b" or "c". */
function listNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

/** Names an output in a message: "a jpg", or "a mov with the codec "prores422"". */
function nameOf(output: Output): string {
  const { format } = output;
  const name = `${format === 'mp4' ? 'an' : 'a'} ${format}`;
  const codec = codecOf(output);
  return codec === undefined || codec === 'h264' ? name : `${name} with the codec "${codec}"`;
}
