// The Edit model, without JSON parsing. A render process receives an edit that is already valid, so the
// process does not need the zod schemas. Without the schemas, the process loads a fifth less code.
export { listHlsSizes } from './output/hls-sizes.ts';
export {
  type EditFiles,
  formatExtensionOf,
  listEditFiles,
  listFiles,
  mapFiles,
  nameEditFiles,
  nameRenderFiles,
  type RenderFiles,
} from './output/render-files.ts';
export { duckAliasesOf, indexByAlias, shownAliasOf, speechAliasOf } from './clips/aliases.ts';
export { truncateText } from './problems/messages.ts';
export {
  burnsCaptions,
  canHaveSound,
  codecOf,
  hasPictures,
  needsPictures,
  isStill,
  storesStills,
} from './output/output-format.ts';
export { type Dialect, DIALECTS } from './dialect.ts';
export { isTweens } from './clips/list-tweens.ts';
export { listClips, clipPathOf, type ClipLocation, trackKeyOf, trackOf } from './clips/clip-location.ts';
export { canvasAround, canvasOf } from './clips/canvas.ts';
export { findCanvasExcess } from './check/check-groups.ts';
export {
  formatPath,
  JSON_TYPES,
  jsonTypeOf,
  MAX_PROBLEMS,
  createProblem,
  type Path,
  type Problem,
  type ProblemCode,
} from './problems/problem.ts';
export { type ParsedEdit, toParsedEdit } from './parse/parsed-edit.ts';
export { packEdit, type PackedEdit, unpackEdit } from './parse/packed-edit.ts';
export type { AllowedSources } from './check/check-sources.ts';
export { encodingsOf, listSources, type Source, usesCache } from './sources/sources.ts';
export { featherOf, listImageCutouts } from './sources/cutouts.ts';
export { followedAssetOf, listFollowedSources } from './sources/followed-sources.ts';
export { cutSilenceOf, listSilenceSettings, type SilenceSettings } from './sources/silence-settings.ts';
export { cutsWords, transcriptKeyOf, speechWordsOf } from './sources/speech-words.ts';
export type { Words } from './schema/playback/words.ts';
export { type SpeechSource, listSpeechSources } from './sources/speech-sources.ts';
export {
  type ClipTime,
  type MaybeSeconds,
  type MediaLength,
  resolveTimes,
  STILL_LENGTH,
  type EditTimes,
} from './times/resolve-times.ts';
export { describeBrowserNeed } from './svg/describe-browser-need.ts';
export { describeSvgExcess, readSvgParts } from './svg/describe-svg-excess.ts';
export { readEmbeddedImage } from './svg/embedded-images.ts';
export type { SvgElement } from './svg/read-svg.ts';
export { reduceToMoment, reduceToMoments, reduceToSound } from './times/reduce-to-moment.ts';
export { countFrames, type OutputRange, resolveRange, checkRange } from './output/output-range.ts';
export { combineWarnings, listOutputs, nameOutput, selectOutput } from './output/output-list.ts';
export {
  type EditLayers,
  type FrameRequest,
  LAYER_LIMITS,
  type MissingMedia,
  type RenderedFrame,
  type RenderedPicture,
  SHEET_LIMITS,
  type SheetRequest,
  type SheetSettings,
  type Waveform,
  WAVEFORM_LIMITS,
  type WaveformRequest,
} from './output/previews.ts';
export { type CompleteOutput, completeOutput } from './output/complete-output.ts';
export { frameRateOf } from './output/frame-rate.ts';
export type { OutputSize } from './output/composed-size.ts';
export { type OutputShape, outputShape } from './output/output-shape.ts';
export { type PredictedCost, predictCost, usesAllCores } from './predict-cost.ts';
export { MAX_SEGMENTS_AT_ONCE } from './cost/predict-memory.ts';
export { lengthWithoutMedia } from './times/media-length.ts';
export { MAX_TIMELINE_LENGTH, MAX_TIMELINE_HOURS } from './check/check-timeline.ts';
export { findWarnings, warnAboutPlaceholder } from './warnings/find-warnings.ts';
export { formatNumber, toSentence, type Warning } from './warnings/warning.ts';
export {
  listGeneratedAssets,
  providerOfAsset,
  replaceGeneratedAssets,
} from './generated/generated-assets.ts';
export {
  contentFieldOf,
  type GeneratedAsset,
  generatedTypeOf,
  isPrompted,
  nameGeneratedSource,
  placeholderOf,
  type PromptedAsset,
} from './generated/generated-source.ts';
export { findVoice, languageOf, MAX_SPEECH_CHARACTERS, type Voice } from './voices/voices.ts';
export { FAMILY_NAMES, type FamilyName, findBuiltInFamily } from './fonts/families.ts';
export { normalizeFontName, parseFontName, parseWeight, WEIGHT_NAMES } from './fonts/font-name.ts';
export {
  type GenerationModel,
  MODEL_TYPES,
  type ModelType,
  type ModelWork,
} from './models/generation-model.ts';
export { IMAGE_SIDES } from './models/model-options.ts';
export { isWithdrawnModel } from './models/read-prompted.ts';
export { findModel, modelOf, MODELS } from './models/models.ts';
export { warnAboutModel } from './models/warn-about-model.ts';
export { checkPrompted } from './models/check-prompted.ts';
export { findModelNeed, listNeeds, type ModelNeed, type Need, type NeedKind } from './needs/list-needs.ts';
export type { CaptionAsset, RichCaptionAsset } from './schema/text/caption-asset.ts';
export type { Asset, Clip, Track } from './schema/clip.ts';
export type { Transition } from './schema/transition.ts';
export type { Duck } from './schema/duck.ts';
export type { LottieAsset } from './schema/playback/lottie-asset.ts';
export type { ProgressAsset } from './schema/measured/progress-asset.ts';
export type { QrAsset } from './schema/measured/qr-asset.ts';
export type { WaveformAsset } from './schema/measured/waveform-asset.ts';
export { DEFAULT_CORRECTION } from './schema/measured/qr-limits.ts';
export type { Destination } from './schema/destination.ts';
export type { Html5Asset, HtmlAsset, ShapeAsset, SvgAsset, TitleAsset } from './schema/drawn-asset.ts';
export type { Edit, WrittenEdit } from './schema/edit.ts';
export type { AudioAsset, ChromaKey, Crop, ImageAsset, LumaAsset, VideoAsset } from './schema/media-asset.ts';
export type { Output, Range } from './schema/output.ts';
export type { RichTextAsset } from './schema/text/rich-text-asset.ts';
export type { RichTextSpan } from './schema/text/rich-text-span.ts';
export type { TextAsset } from './schema/text/text-asset.ts';
export type { Soundtrack } from './schema/timeline.ts';
export type { SoundFilter } from './schema/sound/sound-filter.ts';
export { SOUND_NUMBERS, type SoundNumber, type SoundNumbers } from './schema/sound/sound-numbers.ts';
export type { ClipFilter } from './schema/filters.ts';
export type { Tween } from './schema/tween.ts';
