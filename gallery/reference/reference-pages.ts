import { listReferences, type ObjectPart, readSchemas, type Schema, toObjectPart } from './schema-parts.ts';

/** A page of the reference. */
export interface ReferencePage {
  /** Name of its file, without the extension. */
  readonly file: string;
  readonly title: string;
  /** What it describes, in one line. */
  readonly about: string;
  /** The objects on it, the main one first. */
  readonly parts: readonly ObjectPart[];
}

/** The pages: their files, titles, what they describe, and the schemas that they begin with. */
const PAGES: readonly (readonly [file: string, title: string, about: string, roots: readonly string[]])[] = [
  ['edit', 'Edit', 'The whole document: timeline, outputs, merge fields, callback.', ['Edit', 'MergeField']],
  ['timeline', 'Timeline and tracks', 'Tracks, background, fonts and soundtrack.', ['Timeline', 'Track']],
  ['clip', 'Clip', 'Times, placement, motion and transitions of a clip.', ['Clip']],
  [
    'shared',
    'Shared parts',
    'Tweens, crop, ducking, cut silences and relative lengths.',
    ['Tween', 'VolumeTween', 'Crop', 'Duck', 'CutSilence', 'RelativeLength'],
  ],
  ['video', 'Asset: video', 'A video file.', ['VideoAsset']],
  ['image', 'Asset: image', 'An image, still or animated.', ['ImageAsset']],
  ['text', 'Asset: text', 'A text in one style.', ['TextAsset']],
  [
    'rich-text',
    'Asset: rich-text',
    'A text with spans, gradients, shadows and animations.',
    ['RichTextAsset'],
  ],
  ['title', 'Asset: title', 'A title in one of ten styles.', ['TitleAsset']],
  ['caption', 'Asset: caption', 'Subtitles in one style.', ['CaptionAsset']],
  ['rich-caption', 'Asset: rich-caption', 'Subtitles word by word.', ['RichCaptionAsset']],
  ['shape', 'Asset: shape', 'A rectangle, a circle or a line.', ['ShapeAsset']],
  ['svg', 'Asset: svg', 'A drawing in SVG.', ['SvgAsset']],
  ['html', 'Asset: html', 'A page of HTML and CSS.', ['HtmlAsset']],
  ['lottie', 'Asset: lottie', 'A Lottie animation.', ['LottieAsset']],
  ['luma', 'Asset: luma', 'A matte that hides parts of other clips.', ['LumaAsset']],
  ['audio', 'Asset: audio', 'A sound file.', ['AudioAsset']],
  ['group', 'Asset: group', 'Clips that act as one picture.', ['GroupAsset']],
  ['text-to-speech', 'Asset: text-to-speech', 'A generated voice.', ['TextToSpeechAsset']],
  ['text-to-image', 'Asset: text-to-image', 'A generated image.', ['TextToImageAsset']],
  ['image-to-video', 'Asset: image-to-video', 'A generated video from an image.', ['ImageToVideoAsset']],
  ['output', 'Output', 'The file to make: format, size, quality, stills.', ['Output']],
  [
    'destinations',
    'Destinations',
    'Services that receive the files.',
    [
      'ShotstackDestination',
      'S3Destination',
      'MuxDestination',
      'GoogleCloudStorageDestination',
      'GoogleDriveDestination',
      'VimeoDestination',
      'TiktokDestination',
      'AkamaiNetStorageDestination',
      'AzureBlobStorageDestination',
    ],
  ],
];

/** The schemas of an edit, and the pages that describe them. */
export interface Reference {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly pages: readonly ReferencePage[];
  /** The page of each object, by the name of the object. */
  readonly pageOf: ReadonlyMap<string, ReferencePage>;
}

/** Lists the pages of the reference. An object that several pages need is on the first one. */
export function readReference(): Reference {
  const schemas = readSchemas();
  const placed = new Set(PAGES.flatMap(([, , , roots]) => roots));
  const pages = PAGES.map(([file, title, about, roots]): ReferencePage => {
    const names = [...roots];
    for (const name of names)
      for (const other of listReferences(schemas[name] ?? {}))
        if (!placed.has(other) && other !== 'Asset' && other !== 'Destination') {
          placed.add(other);
          names.push(other);
        }
    const parts = names.flatMap((name) => toObjectPart(name, schemas[name] ?? {}) ?? []);
    return { file, title, about, parts };
  });
  const pageOf = new Map(pages.flatMap((page) => page.parts.map(({ name }) => [name, page] as const)));
  return { schemas, pages, pageOf };
}
