import type { Destination } from './edit/destinations.ts';

/** The file formats of renditions: the extensions of their files. */
export type RenditionFormat = NonNullable<RenditionTransformation['format']>;

/** The presets of `enhance.audio`. */
export type EnhancePreset = EnhancedAudio['options']['preset'];

/** The changes from a source to a rendition. An absent field leaves that property of the source unchanged. */
export interface RenditionTransformation {
  /** Absent: the format of the source, or the nearest of these. */
  readonly format?:
    | 'mp4'
    | 'webm'
    | 'mov'
    | 'avi'
    | 'mkv'
    | 'ogv'
    | 'wmv'
    | 'avif'
    | 'gif'
    | 'mp3'
    | 'wav'
    | 'jpg'
    | 'png'
    | 'webp'
    | 'tif'
    | undefined;
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
export interface EnhancedAudio {
  readonly provider: 'dolby';
  readonly options: {
    readonly preset:
      | 'conference'
      | 'interview'
      | 'lecture'
      | 'meeting'
      | 'mobile_phone'
      | 'music'
      | 'podcast'
      | 'studio'
      | 'voice_over';
  };
}

/** The file format of a transcription. */
export type TranscriptionFormat = 'srt' | 'vtt';

/** The files to make from a source. */
export interface RequestedOutputs {
  readonly renditions?: readonly RenditionTransformation[] | undefined;
  readonly transcription?: { readonly format?: TranscriptionFormat | undefined } | undefined;
}

/** The options of a new source. */
export interface SourceOptions {
  /** The files to make from the source. Default: none. */
  readonly outputs?: RequestedOutputs | undefined;
  /** Services to send the source and its renditions to. Default: none. */
  readonly destinations?: Destination | readonly Destination[] | undefined;
  /** URL to notify when the source and each of its outputs are ready or have failed (http or https). */
  readonly callback?: string | undefined;
}

/** A file to ingest from a URL. */
export interface NewSource extends SourceOptions {
  /** Public URL of the file (http or https). */
  readonly url: string;
}

/** A file to send to destinations. */
export interface NewTransfer {
  /** Public URL of the file. */
  readonly url: string;
  /** Your own id for the transfer, 1 to 255 characters. */
  readonly id: string;
  readonly destinations: readonly Destination[];
}
