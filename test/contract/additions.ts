/** A field that Kinora adds to the interface (contract C55). `docs/additions.md` lists them. */
export interface Addition {
  /** The definition in the JSON Schema, and the name of the field. */
  readonly field: string;
  /** The place of the field in an edit, in the words of `collectVocabulary`. */
  readonly word: string;
}

const clip = '.timeline.tracks.clips';

/** All fields of an edit that the public service does not have, in the order of the schema. */
export const ADDITIONS: readonly Addition[] = [
  { field: 'VideoAsset.duck', word: `${clip}.asset(video).duck` },
  { field: 'VideoAsset.preservePitch', word: `${clip}.asset(video).preservePitch` },
  { field: 'VideoAsset.loop', word: `${clip}.asset(video).loop` },
  { field: 'ImageAsset.loop', word: `${clip}.asset(image).loop` },
  { field: 'AudioAsset.preservePitch', word: `${clip}.asset(audio).preservePitch` },
  { field: 'TextToSpeechAsset.preservePitch', word: `${clip}.asset(text-to-speech).preservePitch` },
  { field: 'AudioAsset.duck', word: `${clip}.asset(audio).duck` },
  { field: 'AudioAsset.loop', word: `${clip}.asset(audio).loop` },
  { field: 'RichCaptionStyle.sizePer', word: `${clip}.asset(rich-caption).style.sizePer` },
  { field: 'Soundtrack.start', word: '.timeline.soundtrack.start' },
  { field: 'Soundtrack.loop', word: '.timeline.soundtrack.loop' },
  { field: 'Soundtrack.duck', word: '.timeline.soundtrack.duck' },
  { field: 'Duck.under', word: '.timeline.soundtrack.duck.under' },
  { field: 'Duck.by', word: '.timeline.soundtrack.duck.by' },
  { field: 'Output.loudness', word: '.output.loudness' },
];

/** Returns the name of an added field. */
export function nameOfAddition({ field }: Addition): string {
  return field.replace(/^.*\./, '');
}
