import { CAPTION_PICTURES } from './caption-pictures.ts';
import { CLIP_PICTURES } from './clip-pictures.ts';
import type { FieldPicture } from './example.ts';
import type { Field } from './schema-parts.ts';
import { nameOf, type Schema } from './schema-parts.ts';
import { TEXT_PICTURES } from './text-pictures.ts';

/** The pictures of all visual fields, by the names of their object and their own: `Clip.fit`. */
export const FIELD_PICTURES: Readonly<Record<string, FieldPicture>> = {
  ...CLIP_PICTURES,
  ...TEXT_PICTURES,
  ...CAPTION_PICTURES,
};

/** The fields that change no picture by themselves, and why. */
const INVISIBLE: readonly (readonly [field: RegExp, reason: string])[] = [
  [/^Edit\.|^MergeField\./, 'about the document'],
  [/^(Soundtrack|VolumeTween|Duck|CutSilence|AudioAsset|TextToSpeechAsset)\./, 'about sound'],
  [/\.(volume|volumeEffect|preservePitch)$/, 'about sound'],
  [/^(Font\.src|Timeline\.(fonts|cache)|VideoAsset\.transcode)$/, 'about fetching'],
  [/^(Output|Size|Range|Poster|Thumbnail|CaptionFile|\w+Destination)\./, 'about files'],
  [/^Clip\.(id|alias|start|length)$|^Track\.clips$/, 'about times: docs/concepts.md has pictures of them'],
  [/^TextBackground\.wrap$/, 'only rich texts have it'],
  [/\.type$/, 'a name'],
  [/^ImageAsset\.loop$|^LumaAsset\.trim$/, 'the same as of a video'],
  [/^(TextToImageAsset|ImageToVideoAsset)\./, 'about a provider that makes the picture'],
];

/** Returns why a field has no picture. Undefined if it must have one. */
export function findReason(
  object: string,
  field: Field,
  schemas: Readonly<Record<string, Schema>>,
): string | undefined {
  const [, reason] = INVISIBLE.find(([pattern]) => pattern.test(`${object}.${field.name}`)) ?? [];
  if (reason !== undefined) return reason;
  const own = nameOf(field.schema);
  if (own !== undefined && schemas[own]?.properties) return `an object, whose fields are described: ${own}`;
  return own === 'Asset' || own === 'Destination' ? 'a choice of objects' : undefined;
}

/** Returns the file of a picture, without the extension. */
export function fileOf(field: string): string {
  return field.replace('.', '-');
}
