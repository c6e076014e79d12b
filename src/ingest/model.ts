import type { Destination } from '../edit/model.ts';

/** The file formats of renditions: the extensions of their files. */
export const RENDITION_FORMATS = [
  'mp4',
  'webm',
  'mov',
  'avi',
  'mkv',
  'ogv',
  'wmv',
  'avif',
  'gif',
  'mp3',
  'wav',
  'jpg',
  'png',
  'webp',
  'tif',
] as const;
/** One of {@link RENDITION_FORMATS}. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The presets of `enhance.audio`, by the names of the documented provider (contract C52). */
export const ENHANCE_PRESETS = [
  'conference',
  'interview',
  'lecture',
  'meeting',
  'mobile_phone',
  'music',
  'podcast',
  'studio',
  'voice_over',
] as const;
/** One of {@link ENHANCE_PRESETS}. */
export type EnhancePreset = (typeof ENHANCE_PRESETS)[number];

/** The changes from a source to a rendition. An absent field leaves that property of the source unchanged. */
export interface RenditionTransformation {
  /** Absent: the format of the source, or the nearest of {@link RENDITION_FORMATS}. */
  readonly format?: RenditionFormat | undefined;
  /** Size in pixels, 1 to 4096. If one side is absent, the picture keeps its shape. */
  readonly size?: { readonly width?: number | undefined; readonly height?: number | undefined } | undefined;
  /**
   * The fit of a picture in a size of another shape. `crop`, the default, fills the size and cuts off the rest;
   * `cover` stretches the picture to the size; `contain` fits the whole picture and leaves bars.
   */
  readonly fit?: 'cover' | 'contain' | 'crop' | undefined;
  readonly resolution?: 'preview' | 'mobile' | 'sd' | 'hd' | 'fhd' | undefined;
  /** From 1 to 100. */
  readonly quality?: number | undefined;
  /** Frames per second: one of the eleven rates of edits. */
  readonly fps?: number | undefined;
  readonly speed?:
    | {
        /** Factor from 0 to 10. Default 1. */
        readonly speed?: number | undefined;
        /** Default true. */
        readonly preservePitch?: boolean | undefined;
      }
    | undefined;
  /** Frames between two keyframes, 1 to 300. */
  readonly keyframeInterval?: number | undefined;
  /** True if the sound and the picture of the rendition begin together. */
  readonly fixOffset?: boolean | undefined;
  /** True if the pixels of the rendition are stored upright. */
  readonly fixRotation?: boolean | undefined;
  readonly enhance?: { readonly audio?: EnhancedAudio | undefined } | undefined;
  /** Name of the file at destinations, without its extension. */
  readonly filename?: string | undefined;
}

/** The improvement of the sound of a rendition. */
interface EnhancedAudio {
  readonly provider: 'dolby';
  readonly options: { readonly preset: EnhancePreset };
}

/** The file format of a transcription. */
export type TranscriptionFormat = 'srt' | 'vtt';

/** The files to make from a source. */
export interface RequestedOutputs {
  readonly renditions?: readonly RenditionTransformation[] | undefined;
  readonly transcription?: { readonly format?: TranscriptionFormat | undefined } | undefined;
}

/** The options of a source: the files to make from it, their destinations and the callback. */
export interface IngestOptions {
  readonly outputs: RequestedOutputs;
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
type SourceKind = 'video' | 'image' | 'audio' | 'font' | 'subtitles';

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
