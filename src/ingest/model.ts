import type { z } from 'zod';
import type { Destination } from '../edit/model.ts';
import type { Outputs, RenditionSettings, TranscriptionFormatName } from './schema.ts';

export { ENHANCE_PRESETS, type EnhancePreset, RENDITION_FORMATS, type RenditionFormat } from './values.ts';

/** The changes from a source to a rendition. An absent field leaves that property of the source unchanged. */
export type RenditionTransformation = z.infer<typeof RenditionSettings>;

/** The file format of a transcription. */
export type TranscriptionFormat = z.infer<typeof TranscriptionFormatName>;

/** The options of a source: the files to make from it, their destinations and the callback. */
export interface IngestOptions {
  readonly outputs: z.infer<typeof Outputs>;
  readonly destinations: readonly Destination[];
  /** True if the client sent one destination instead of a list. */
  readonly hasSingleDestination: boolean;
  /** URL to notify. */
  readonly callback: string | undefined;
}

/** A valid request to ingest the file at a URL. */
export interface SourceRequest extends IngestOptions {
  readonly url: string;
}

/** The kinds of sources. An animated image is a video. */
type SourceKind = 'video' | 'image' | 'audio' | 'font' | 'subtitles' | 'lut';

/** The facts of a source or a rendition that clients see. Absent where they do not apply. */
export interface MediaFacts {
  /** Upright size in whole pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  /** Frames per second. */
  readonly fps?: number | undefined;
}

/** The facts that the bytes of a source reveal. */
export interface SourceFacts extends MediaFacts {
  readonly kind: SourceKind;
  /** The extension that fits the bytes, such as `.mp4`. */
  readonly extension: string;
}

/** The limits for sources. The reason of a failure names the limit. */
export interface IngestLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
  /** Maximum length of a side of a picture in pixels. */
  readonly maxPixels: number;
}
