import { ClipFilter } from '../../src/edit/schema/filters.ts';
import { ClipBorder, ClipShadow } from '../../src/edit/schema/rim.ts';
import { SOUND_NUMBERS } from '../../src/edit/schema/sound/sound-numbers.ts';
import { SHAPED_TRANSITIONS } from '../../src/base/vocabulary/shaped-transitions.ts';
import { ADDED_FORMATS, PUSHES } from '../../src/edit/schema/values.ts';

/** A field that Kinora adds to the interface (contract C55). `docs/additions.md` lists them. */
export interface Addition {
  /** The definition in the JSON Schema, and the name of the field. Absent for a value of a field. */
  readonly field?: string;
  /** The place of the field in an edit, in the words of `collectVocabulary`. */
  readonly word: string;
}

const clip = '.timeline.tracks.clips';

/** The fields of a transition that is an object. */
const STEP: readonly string[] = [
  'name',
  'duration',
  'easing',
  'shape',
  'direction',
  'softness',
  'pattern',
  'src',
  'inverted',
  'amount',
  'seed',
];
/** Objects that are added as a whole, with all their fields. */
export const ADDED_OBJECTS: readonly string[] = [
  'PlaceholderField',
  'ClipShapes',
  'ClipPlace',
  'GroupAsset',
  'LottieAsset',
  'ProgressAsset',
  'QrAsset',
  'WaveformAsset',
  'TransitionStep',
  'IrisStep',
  'SplitStep',
  'ZoomThroughStep',
  'WhipStep',
  'LumaStep',
  'GlitchStep',
  'LightLeakStep',
  'FilmBurnStep',
  'PageTurnStep',
  'EffectPart',
  'CaptionFile',
  'Duck',
  // Filters with values.
  'FilterRegion',
  ...ClipFilter.options.map((filter) => String(filter.meta()?.id)),
  'ClipMotion',
  'Perspective',
  'PinnedCorners',
  'PinnedCorner',
  'SpringEasing',
  'ClipBorder',
  'ClipShadow',
  'CutSilence',
  'Words',
  'Cutout',
  ...['voice', 'podcast', 'telephone', 'radio', ...Object.keys(SOUND_NUMBERS)].map(
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Sound`,
  ),
  // Of the newer interface (contract C66).
  'PlaybackTween',
  'RichTextSpan',
  'RichTextSpanFont',
  'RichTextSpanStyle',
];

/** All fields of an edit that the public service does not have, in the order of the schema. */
export const ADDITIONS: readonly Addition[] = [
  { field: 'Edit.outputs', word: '.outputs' },
  { field: 'MergeField.field', word: '.merge.field' },
  { field: 'Clip.overlap', word: `${clip}.overlap` },
  { word: `${clip}.fit = follow` },
  { field: 'VideoAsset.cutout', word: `${clip}.asset(video).cutout` },
  { field: 'ImageAsset.cutout', word: `${clip}.asset(image).cutout` },
  { field: 'Clip.filters', word: `${clip}.filters` },
  ...ClipFilter.options.flatMap(({ shape }) =>
    Object.keys(shape).map((name) => ({ word: `${clip}.filters(${shape.type.value}).${name}` })),
  ),
  { field: 'Clip.corners', word: `${clip}.corners` },
  { field: 'Clip.border', word: `${clip}.border` },
  ...Object.keys(ClipBorder.shape).map((name) => ({ word: `${clip}.border.${name}` })),
  { field: 'Clip.shadow', word: `${clip}.shadow` },
  ...Object.keys(ClipShadow.shape).map((name) => ({ word: `${clip}.shadow.${name}` })),
  { word: `${clip}.fit = blur` },
  { field: 'Clip.blend', word: `${clip}.blend` },
  ...['motion', 'perspective', 'motionBlur'].map((name) => ({
    field: `Clip.${name}`,
    word: `${clip}.${name}`,
  })),
  { field: 'Clip.shapes', word: `${clip}.shapes` },
  ...['name', 'from', 'to'].map((name) => ({ word: `${clip}.effect.${name}` })),
  ...['in', 'out'].flatMap((side): Addition[] => [
    ...[...PUSHES, ...Object.keys(SHAPED_TRANSITIONS)].map((name) => ({
      word: `${clip}.transition.${side} = ${name}`,
    })),
    ...STEP.map((name) => ({ word: `${clip}.transition.${side}.${name}` })),
  ]),
  ...['type', 'tracks', 'width', 'height', 'sound'].map((name) => ({ word: `${clip}.asset(group).${name}` })),
  { field: 'Track.sound', word: '.timeline.tracks.sound' },
  { field: 'VideoAsset.sound', word: `${clip}.asset(video).sound` },
  { field: 'AudioAsset.sound', word: `${clip}.asset(audio).sound` },
  { field: 'TextToSpeechAsset.sound', word: `${clip}.asset(text-to-speech).sound` },
  { field: 'Soundtrack.sound', word: '.timeline.soundtrack.sound' },
  { field: 'Timeline.sound', word: '.timeline.sound' },
  { field: 'VideoAsset.duck', word: `${clip}.asset(video).duck` },
  { field: 'VideoAsset.audioTrack', word: `${clip}.asset(video).audioTrack` },
  { field: 'VideoAsset.channels', word: `${clip}.asset(video).channels` },
  { field: 'VideoAsset.preservePitch', word: `${clip}.asset(video).preservePitch` },
  { field: 'VideoAsset.loop', word: `${clip}.asset(video).loop` },
  { field: 'VideoAsset.slowMotion', word: `${clip}.asset(video).slowMotion` },
  { field: 'VideoAsset.cutSilence', word: `${clip}.asset(video).cutSilence` },
  { field: 'VideoAsset.words', word: `${clip}.asset(video).words` },
  { field: 'ImageAsset.encoding', word: `${clip}.asset(image).encoding` },
  { field: 'ImageAsset.loop', word: `${clip}.asset(image).loop` },
  { field: 'AudioAsset.preservePitch', word: `${clip}.asset(audio).preservePitch` },
  { field: 'AudioAsset.cutSilence', word: `${clip}.asset(audio).cutSilence` },
  { field: 'AudioAsset.words', word: `${clip}.asset(audio).words` },
  { field: 'TextToSpeechAsset.cutSilence', word: `${clip}.asset(text-to-speech).cutSilence` },
  { field: 'TextToSpeechAsset.words', word: `${clip}.asset(text-to-speech).words` },
  { field: 'TextToSpeechAsset.preservePitch', word: `${clip}.asset(text-to-speech).preservePitch` },
  { field: 'AudioAsset.duck', word: `${clip}.asset(audio).duck` },
  { field: 'AudioAsset.audioTrack', word: `${clip}.asset(audio).audioTrack` },
  { field: 'AudioAsset.channels', word: `${clip}.asset(audio).channels` },
  { field: 'AudioAsset.loop', word: `${clip}.asset(audio).loop` },
  ...['type', 'src', 'trim', 'speed', 'loop', 'crop'].map((name) => ({
    word: `${clip}.asset(lottie).${name}`,
  })),
  ...['progress', 'qr', 'waveform'].flatMap((type) => [
    { word: `${clip}.asset(${type}).type` },
    { word: `${clip}.asset(${type}).type = ${type}` },
  ]),
  ...[
    'shape',
    'value',
    'direction',
    'color',
    'background',
    'cornerRadius',
    'thickness',
    'width',
    'height',
  ].map((name) => ({ word: `${clip}.asset(progress).${name}` })),
  ...['text', 'errorCorrection', 'modules', 'color', 'background', 'margin', 'width', 'height'].map(
    (name) => ({
      word: `${clip}.asset(qr).${name}`,
    }),
  ),
  ...[
    ...['source', 'shape', 'bars', 'color', 'background', 'mirrored', 'gap', 'cornerRadius', 'thickness'],
    ...['gain', 'attack', 'decay', 'width', 'height'],
  ].map((name) => ({ word: `${clip}.asset(waveform).${name}` })),
  { field: 'TextFont.minSize', word: `${clip}.asset(text).font.minSize` },
  { field: 'RichTextAsset.spans', word: `${clip}.asset(rich-text).spans` },
  { field: 'RichTextFont.minSize', word: `${clip}.asset(rich-text).font.minSize` },
  { field: 'TitleAsset.minSize', word: `${clip}.asset(title).minSize` },
  { field: 'Output.captions', word: '.output.captions' },
  { field: 'CaptionAsset.encoding', word: `${clip}.asset(caption).encoding` },
  { field: 'RichCaptionAsset.encoding', word: `${clip}.asset(rich-caption).encoding` },
  { field: 'RichCaptionStyle.sizePer', word: `${clip}.asset(rich-caption).style.sizePer` },
  { field: 'Soundtrack.start', word: '.timeline.soundtrack.start' },
  { field: 'Soundtrack.loop', word: '.timeline.soundtrack.loop' },
  { field: 'Soundtrack.duck', word: '.timeline.soundtrack.duck' },
  { field: 'Soundtrack.audioTrack', word: '.timeline.soundtrack.audioTrack' },
  { field: 'Soundtrack.channels', word: '.timeline.soundtrack.channels' },
  ...ADDED_FORMATS.map((name) => ({ word: `.output.format = ${name}` })),
  { field: 'Output.images', word: '.output.images' },
  { field: 'Output.codec', word: '.output.codec' },
  { field: 'Output.loudness', word: '.output.loudness' },
  { field: 'Output.audio', word: '.output.audio' },
];

/** Returns the name of an added field. Empty for an added value. */
export function nameOfAddition({ field = '' }: Addition): string {
  return field.replace(/^.*\./, '');
}

/** The names of all added fields. */
export const ADDED_NAMES: readonly string[] = ADDITIONS.map(nameOfAddition).filter((name) => name !== '');
