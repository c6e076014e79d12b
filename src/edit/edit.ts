// All about an edit but how one is read out of JSON. The schemas for that are a fifth of what a render process would load, and it is
// given an edit that is right.
export { allFiles, eachFile, fileNames, type PerFile } from './file-names.ts';
export { voiceIn } from './alias.ts';
export { shorten } from './schema/expecting.ts';
export { canSound, hasPictures, isSeen, isStill } from './formats.ts';
export { clipsOf, pathOf, type ClipPlace } from './places.ts';
export {
  fieldOf,
  JSON_TYPES,
  type JsonType,
  jsonTypeOf,
  MAX_PROBLEMS,
  problemAt,
  type Path,
  type Problem,
  type ProblemCode,
} from './problem.ts';
export { sourcesOf, type Source, type SourcesFrom } from './sources.ts';
export { type NamedVoice, voicesOf } from './voices.ts';
export {
  type ClipTime,
  type MaybeSeconds,
  type MediaLength,
  resolveTimes,
  STILL_LENGTH,
  type Times,
} from './times/times.ts';
export { momentOf } from './times/moment.ts';
export { transitionTimes } from './times/transition-times.ts';
export { framesIn, type OutputRange, rangeOf, rangeProblems } from './times/range.ts';
export { frameRate } from './times/frame-rate.ts';
export { lengthWithoutMedia, LONGEST_TIMELINE, MOST_HOURS } from './times/timeline.ts';
export { type Warning, warningsOf } from './warnings/warnings.ts';
export type { Asset } from './schema/asset.ts';
export type { CaptionAsset, RichCaptionAsset } from './schema/caption-asset.ts';
export type { Clip, Length, Start, Transformation, Transition } from './schema/clip.ts';
export type { Destination } from './schema/destination.ts';
export type { HtmlAsset, ShapeAsset, SvgAsset, TitleAsset } from './schema/drawn-asset.ts';
export type { Edit, MergeField } from './schema/edit.ts';
export type { ImageToVideoAsset, TextToImageAsset, TextToSpeechAsset } from './schema/generated-asset.ts';
export type { AudioAsset, ChromaKey, Crop, ImageAsset, LumaAsset, VideoAsset } from './schema/media-asset.ts';
export type { Offset } from './schema/offset.ts';
export type { Output, Range, Size } from './schema/output.ts';
export type { RichTextAsset } from './schema/rich-text-asset.ts';
export type { TextAlignment, TextAsset, TextBackground, TextFont } from './schema/text-asset.ts';
export type { Font, Soundtrack, Timeline, Track } from './schema/timeline.ts';
export type { Tween } from './schema/tween.ts';
