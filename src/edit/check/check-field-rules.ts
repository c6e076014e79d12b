import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { type AnimatedField, listTweens } from '../clips/list-tweens.ts';
import { isStill } from '../output/output-format.ts';
import { collectProblems, MAX_PROBLEMS, type Problem, createProblem } from '../problems/problem.ts';
import type { Length } from '../schema/clip.ts';
import { DEFAULT_CORRECTION, QR_BYTES } from '../schema/measured/qr-limits.ts';
import { findTweenOverlaps, OVERLAP_TOLERANCE, tweenEndOf } from '../schema/tween-overlaps.ts';
import { speechWordsOf } from '../sources/speech-words.ts';
import type { PartialEdit } from './well-formed-parts.ts';

/** The destinations that have no folders, or that take only one file. */
const SINGLE_FILE_PROVIDERS: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok', 'google-drive']);

/** Reports destinations that cannot take the many files of an HLS. */
function checkHlsDestinations({ format, destinations = [] }: PartialEdit['output']): Problem[] {
  if (format !== 'hls') return [];
  return destinations.flatMap(({ provider, exclude }, index) => {
    if (exclude === true || !SINGLE_FILE_PROVIDERS.has(provider)) return [];
    const phrase = `must be a storage with folders, such as "s3", because an hls has several files, which ${provider} cannot keep together. Choose another destination, or set output.format to "mp4"`;
    return [createProblem(['output', 'destinations', index, 'provider'], 'conflict', phrase)];
  });
}

/**
 * Checks the rules between the fields of the output and of each clip. Returns at most {@link MAX_PROBLEMS}
 * problems.
 */
export function checkFieldRules(
  { timeline, output }: Pick<PartialEdit, 'timeline' | 'output'>,
  clips: readonly ClipLocation[],
): Problem[] {
  return [
    ...checkRangeLength(output),
    ...checkDestinations(output),
    ...checkImages(output),
    ...checkHlsDestinations(output),
    ...listSoundtrackTweens(timeline).flatMap(checkTweenOverlaps),
    ...collectProblems(clips, checkClip),
  ].slice(0, MAX_PROBLEMS);
}

function checkClip(location: ClipLocation): Problem[] {
  const animated = listCheckedTweens(location);
  return [
    ...checkAutoLength(location),
    ...checkCuts(location),
    ...checkQrText(location),
    ...checkWords(location),
    ...checkOverlap(location),
    ...animated.flatMap(checkTweenOverlaps),
    ...animated.flatMap((field) => checkTweenEnds(field, location.clip.length)),
  ];
}

/**
 * Reports a range with the length 0, which has no frame. For a still, the length 0 is allowed, because a
 * still shows only the first frame of the range.
 */
function checkRangeLength({ range, format }: PartialEdit['output']): Problem[] {
  if (range?.length !== 0 || format === undefined || isStill({ format })) return [];
  const phrase = 'must be more than 0, because an empty range has nothing to render';
  return [createProblem(['output', 'range', 'length'], 'out_of_range', phrase, 'number')];
}

/** Maximum length of a destination as JSON. It may have fields that Kinora does not know. */
const MAX_DESTINATION_CHARACTERS = 65_536;

/** Reports destinations that are so large that passing them on would take long. */
function checkDestinations({ destinations = [] }: PartialEdit['output']): Problem[] {
  return destinations.flatMap((destination, index) => {
    const { length } = JSON.stringify(destination);
    if (length <= MAX_DESTINATION_CHARACTERS) return [];
    const phrase = `has ${length} characters as JSON, but may have at most ${MAX_DESTINATION_CHARACTERS}. Remove what it does not need`;
    return [createProblem(['output', 'destinations', index], 'out_of_range', phrase, 'object')];
  });
}

/**
 * Reports the speed 0 or a speed that changes in a clip with the length `auto`. A frozen source has no duration
 * (contract C22), and one with tweens may go back (contract C66).
 */
function checkAutoLength(location: ClipLocation): Problem[] {
  const { asset, length } = location.clip;
  if (length !== 'auto' || !('speed' in asset)) return [];
  if (asset.speed !== 0 && typeof asset.speed !== 'object') return [];
  const written = asset.speed === 0 ? '0' : 'a list of tweens';
  const phrase = `cannot be ${written} in a clip with the length "auto". Give the clip a length in seconds`;
  return [createProblem([...clipPathOf(location), 'asset', 'speed'], 'conflict', phrase, 'number')];
}

/** Reports cuts of silence in a clip whose speed changes. */
function checkCuts(location: ClipLocation): Problem[] {
  const { asset } = location.clip;
  if (asset.type !== 'video' || !asset.cutSilence || typeof asset.speed !== 'object') return [];
  const phrase =
    'cannot be used with a speed that is a list of tweens. Remove it, or set the speed to a number';
  return [createProblem([...clipPathOf(location), 'asset', 'cutSilence'], 'conflict', phrase, 'object')];
}

/** Reports words of a clip whose sound does not play its file once, from its trim to its end. */
function checkWords(location: ClipLocation): Problem[] {
  const { asset } = location.clip;
  const words = speechWordsOf(asset);
  if (!words) return [];
  const path = [...clipPathOf(location), 'asset', 'words'];
  if (words.cut && words.keep) {
    const phrase =
      'cannot be used beside "cut", because everything else is cut out already. Remove one of the two';
    return [createProblem([...path, 'keep'], 'conflict', phrase, 'array')];
  }
  const { speed, loop } = { speed: undefined, loop: false, ...asset };
  const other = typeof speed === 'object' ? 'a speed that is a list of tweens' : loop ? 'a loop' : undefined;
  if (other === undefined) return [];
  const phrase = `cannot be used with ${other}. Remove one of the two`;
  return [createProblem(path, 'conflict', phrase, 'object')];
}

/** Reports the text of a QR code that no code has room for. */
function checkQrText(location: ClipLocation): Problem[] {
  const { asset } = location.clip;
  if (asset.type !== 'qr') return [];
  const { text, errorCorrection = DEFAULT_CORRECTION } = asset;
  const [bytes, most] = [Buffer.byteLength(text), QR_BYTES[errorCorrection]];
  if (bytes <= most) return [];
  const phrase = `has ${bytes} bytes, but a QR code with the error correction "${errorCorrection}" holds at most ${most}. Shorten the text, or set "errorCorrection" to less`;
  return [createProblem([...clipPathOf(location), 'asset', 'text'], 'out_of_range', phrase, 'string')];
}

/** Reports an overlap of a clip that has a start of its own. */
function checkOverlap(location: ClipLocation): Problem[] {
  const { start, overlap = 0 } = location.clip;
  if (overlap === 0 || start === 'auto') return [];
  const phrase = 'needs the start "auto". Set "start" to "auto", or remove the overlap';
  return [createProblem([...clipPathOf(location), 'overlap'], 'conflict', phrase, 'number')];
}

function listSoundtrackTweens({ soundtrack }: PartialEdit['timeline']): AnimatedField[] {
  const { volume } = soundtrack ?? {};
  return Array.isArray(volume) ? [{ path: ['timeline', 'soundtrack', 'volume'], tweens: volume }] : [];
}

/** Lists the tweens of a clip that may neither overlap nor end late: all but those of a title's own offset. */
function listCheckedTweens(location: ClipLocation): AnimatedField[] {
  return listTweens(location.clip)
    .filter(({ path: [first, second] }) => first !== 'asset' || second !== 'offset')
    .map(({ path, tweens }) => ({ path: [...clipPathOf(location), ...path], tweens }));
}

/** Reports a tween that ends after its clip (contract 2.7). Skips a clip whose length is not a number. */
function checkTweenEnds({ path, tweens }: AnimatedField, clipLength: Length): Problem[] {
  if (typeof clipLength !== 'number') return [];
  const late = tweens.map(tweenEndOf).findIndex((end) => end - clipLength > OVERLAP_TOLERANCE);
  const tween = tweens[late];
  if (tween === undefined) return [];
  const phrase = `ends at ${tweenEndOf(tween)} s, but its clip lasts only ${clipLength} s. Shorten the tween or start it earlier`;
  return [createProblem([...path, late], 'out_of_range', phrase, 'object')];
}

/** Reports overlapping tweens in a list (contract C25). */
function checkTweenOverlaps({ path, tweens }: AnimatedField): Problem[] {
  return collectProblems(findTweenOverlaps(tweens), ({ index, phrase }) => [
    createProblem([...path, index], 'overlap', phrase, 'object'),
  ]);
}

/** Reports a format of images in an output that is not a zip of images. */
function checkImages({ format, images }: PartialEdit['output']): Problem[] {
  if (images === undefined || format === undefined || format === 'zip') return [];
  const phrase = `goes only with the format "zip", but output.format is "${format}". Remove it, or set output.format to "zip"`;
  return [createProblem(['output', 'images'], 'conflict', phrase)];
}
