import { KinoraError } from '../../base/errors.ts';
import { RENDITION_FORMATS, type RenditionFormat } from '../../ingest/model.ts';
import type { RenditionSource } from './rendition.ts';

/** The content of a source that decides which renditions can be made. */
export interface SourceContent {
  readonly kind: 'video' | 'image' | 'audio';
  readonly hasSound: boolean;
  readonly hasAlpha: boolean;
  /** The extension that fits the bytes, such as `.mp4`. Absent if it is unknown. */
  readonly extension?: string | undefined;
}

/** The formats that store each kind of content. */
const FORMATS_BY_KIND = {
  video: ['mp4', 'webm', 'mov', 'avi', 'mkv', 'ogv', 'wmv'],
  audio: ['mp3', 'wav'],
  image: ['jpg', 'png', 'webp', 'tif', 'avif', 'gif'],
} as const satisfies Record<string, readonly RenditionFormat[]>;

/** Other extensions of the formats of renditions. `file-type` reports those of MP4 by the brand of the file. */
const OTHER_EXTENSIONS: Readonly<Record<string, RenditionFormat>> = {
  m4v: 'mp4',
  qt: 'mov',
  jpeg: 'jpg',
  tiff: 'tif',
};

/** Extensions of sounds that are stored without loss. */
const LOSSLESS_SOUNDS: readonly string[] = ['.wav', '.flac', '.aif', '.caf', '.wv', '.w64'];

/** Reads the facts about a source. */
export function describeSource({ media, extension }: RenditionSource): SourceContent {
  const isAnimation = media.kind === 'animation';
  const video = media.kind === 'av' || isAnimation ? media.video : undefined;
  const kind = video ? 'video' : media.kind === 'av' ? 'audio' : 'image';
  return {
    kind,
    hasSound: media.kind === 'av' && media.audio !== undefined,
    hasAlpha: video?.alpha ?? kind === 'image',
    extension,
  };
}

/**
 * Returns the format of a rendition without a requested format: that of the source, or the nearest one that
 * renditions can have.
 */
export function nearestFormat({ kind, hasAlpha, extension = '' }: SourceContent): RenditionFormat {
  const name = extension.slice(1);
  const own = RENDITION_FORMATS.find((format) => format === (OTHER_EXTENSIONS[name] ?? name));
  if (own && canBecome(kind, own)) return own;
  if (kind === 'video') return hasAlpha ? 'webm' : 'mp4';
  if (kind === 'audio') return LOSSLESS_SOUNDS.includes(extension) ? 'wav' : 'mp3';
  // A picture in a format without a rendition, such as BMP or SVG. It may have alpha, and it is sharp.
  return 'png';
}

/**
 * Rejects a format that cannot be made from a source.
 *
 * @throws {KinoraError} `validation_failed` with a sentence that says what does not go together.
 */
export function checkRenditionFormat({ kind, hasSound }: SourceContent, format: RenditionFormat): void {
  const name = `${/^(avi|ogv|avif|mp3|mp4|mkv)$/.test(format) ? 'an' : 'a'} ${format}`;
  if (kind === 'video' && !hasSound && isOfKind('audio', format))
    throw new KinoraError('validation_failed', `This video has no sound, so it cannot become ${name}.`);
  if (canBecome(kind, format)) return;
  const others: readonly string[] = FORMATS_BY_KIND[kind];
  throw new KinoraError(
    'validation_failed',
    `${kind === 'image' ? 'A picture' : 'A sound'} cannot become ${name}. Use ${others.slice(0, -1).join(', ')} or ${others.at(-1)}.`,
  );
}

/** Returns the kind of content of a format. */
export function kindOf(format: RenditionFormat): SourceContent['kind'] {
  if (isOfKind('video', format)) return 'video';
  return isOfKind('audio', format) ? 'audio' : 'image';
}

/** True if a source of a kind can become a file of a format. A video can become anything. */
function canBecome(kind: SourceContent['kind'], format: RenditionFormat): boolean {
  return kind === 'video' || isOfKind(kind, format);
}

function isOfKind(kind: SourceContent['kind'], format: RenditionFormat): boolean {
  return FORMATS_BY_KIND[kind].some((other: string) => other === format);
}
