import { CAPTION_PICTURES } from './caption-pictures.ts';
import { CLIP_PICTURES } from './clip-pictures.ts';
import { EDIT_PICTURES } from './edit-pictures.ts';
import type { FieldPicture } from './example.ts';
import { MEASURED_PICTURES } from './measured-pictures.ts';
import { MEDIA_PICTURES } from './media-pictures.ts';
import { OUTPUT_PICTURES } from './output-pictures.ts';
import type { Reference } from './reference-pages.ts';
import type { Field } from './schema-parts.ts';
import { nameOf } from './schema-parts.ts';
import { TEXT_PICTURES } from './text-pictures.ts';

/** The pictures of all visual fields, by the names of their object and their own: `Clip.fit`. */
export const FIELD_PICTURES: Readonly<Record<string, FieldPicture>> = {
  ...EDIT_PICTURES,
  ...CLIP_PICTURES,
  ...MEDIA_PICTURES,
  ...MEASURED_PICTURES,
  ...TEXT_PICTURES,
  ...CAPTION_PICTURES,
  ...OUTPUT_PICTURES,
};

/** The fields without a picture, and why. */
export const NOT_PICTURED: readonly (readonly [field: RegExp, reason: string])[] = [
  [/^Edit\.(timeline|outputs?|merge)$/, 'an object or a list of objects, whose fields are described'],
  [/^Edit\.(\$schema|callback|disk|instance)$/, 'about the service: the picture is the same'],
  [
    /^Timeline\.soundtrack$|^(Soundtrack|VolumeTween|Duck|AudioAsset|TextToSpeechAsset|\w+Sound)\./,
    'about sound',
  ],
  [
    /\.(volume|volumeEffect|sound|preservePitch|duck|audioTrack|channels|words)$|^Words\.|^Output\.(mute|audio|loudness)$/,
    'about sound',
  ],
  [
    /^(Timeline\.cache|VideoAsset\.transcode)$|\.encoding$/,
    'about how a file is read: the picture is the same',
  ],
  [/^Output\.destinations$|^\w+Destination\./, 'about delivery: the file is the same'],
  [/^CaptionFile\.format$/, 'about a file of text'],
  [/^MergeField\.field$|^PlaceholderField\./, 'about forms: the picture is the same'],
  [/^Clip\.(id|alias)$/, 'a name'],
  [/Asset\.type$|^TextBackground\.wrap$/, 'has one value, so that there is nothing to compare'],
  [/^(ClipBorder|ClipShadow|FilterRegion)\./, 'the picture of the field of the clip shows them'],
  [
    /^(ClipMotion|Perspective|PinnedCorners?|SpringEasing)\./,
    'the picture of springs, paths, space and motion blur shows them',
  ],
  [/^\w+Filter\./, 'the picture of `filters` of a clip shows each kind'],
  [/^Clip\.asset$/, 'a choice of objects, each with a page of its own'],
  [/^TextToImageAsset\./, 'an outside service makes the image, which the page says'],
  [
    /^(Video|Image|Audio)Asset\.(prompt|model|options)$/,
    'a model makes the file, and the page of models describes it',
  ],
  [/^PlaybackTween\./, 'the pace of a video, which a picture of one moment does not show'],
];

/**
 * Returns why a field has no picture. Undefined if it must have one, such as an object that is described on another
 * page.
 */
export function findReason(object: string, field: Field, reference: Reference): string | undefined {
  const [, reason] = NOT_PICTURED.find(([pattern]) => pattern.test(`${object}.${field.name}`)) ?? [];
  if (reason !== undefined) return reason;
  return (
    findPicturedObject(object, field, reference) && 'an object on the same page, whose fields have pictures'
  );
}

/** Returns the object that a field has, if it is described on the same page, and its fields have pictures. */
export function findPicturedObject(object: string, field: Field, reference: Reference): string | undefined {
  const own = nameOf(field.schema);
  const page = own === undefined ? undefined : reference.pageOf.get(own);
  const part = page?.parts.find(({ name }) => name === own);
  if (!part || page !== reference.pageOf.get(object)) return undefined;
  const hasPictures = part.fields.some(
    (inner) =>
      FIELD_PICTURES[`${part.name}.${inner.name}`] ?? findPicturedObject(part.name, inner, reference),
  );
  return hasPictures ? own : undefined;
}

/** Returns the file of a picture, without the extension. */
export function fileOf(field: string): string {
  return field.replace('.', '-');
}
