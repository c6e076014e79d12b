import type { Warning } from '../warnings/warning.ts';

/** The limits and the defaults of a sheet: several frames of an edit in one picture. */
export const SHEET_LIMITS = {
  /** Number of frames, from 1. */
  moments: { max: 64, default: 9 },
  /** Width of the whole picture in pixels. */
  width: { min: 64, max: 4096, default: 1280 },
} as const;
/** The limits and the default of a waveform: the number of its peaks, from 1. */
export const WAVEFORM_LIMITS = { points: { max: 4000, default: 500 } } as const;

/** The form of a picture of an edit. */
interface PictureForm {
  readonly format: 'png' | 'jpeg';
  /** True if each frame carries the watermark, as every output of `stage` does. */
  readonly watermark: boolean;
}

/** The height of the view of a page that plays an edit, in pixels. */
export const LAYER_LIMITS = { height: { min: 90, max: 2160, default: 540 } } as const;

/** A request for one frame of an edit. */
export interface FrameRequest extends PictureForm {
  /** Seconds on the timeline, 0 or more. */
  readonly at: number;
  /** Pixels of height. A higher frame is reduced to it. Default: the height of the output. */
  readonly height?: number | undefined;
}

/** A request for a sheet. */
export interface SheetRequest extends PictureForm {
  readonly sheet: SheetSettings;
}

/** The moments and the form of a sheet. */
export interface SheetSettings {
  /** The seconds of the timeline to show, in this order, or the number of moments to spread evenly. */
  readonly moments: number | readonly number[];
  /** Number of columns, from 1. Default: the square root of the number of frames, rounded up. */
  readonly columns?: number;
  /** Width of the whole picture in pixels. */
  readonly width: number;
  /** True if the time of each frame is written below it. */
  readonly times: boolean;
}

/** A request for the levels of the sound of an edit. */
export interface WaveformRequest {
  /** Number of peaks. */
  readonly points: number;
}

/** Generated media that an edit needs and that are not there yet. Plain JSON. */
export interface MissingMedia extends Warning {
  /**
   * `service` if an outside service makes them when the edit is rendered, and may have to be paid. `failed` if Kinora
   * could not make them itself. `unavailable` if neither Kinora nor a service can make them. A render is rejected then.
   */
  readonly reason: 'service' | 'failed' | 'unavailable';
}

/** A rendered frame. */
export interface RenderedFrame {
  /** The bytes of a PNG or JPEG file. */
  readonly picture: Buffer;
  /** Warnings about the parts of the edit that the picture shows. */
  readonly warnings: readonly Warning[];
}

/** A rendered frame or sheet. */
export interface RenderedPicture extends RenderedFrame {
  /** Seconds of the timeline that a sheet shows, in its order. Empty for a frame. */
  readonly moments: readonly number[];
}

/** The levels of the sound of an edit over time. */
export interface Waveform {
  /** Seconds of the sound. */
  readonly duration: number;
  /** The highest level of each of several equal parts of the sound, 0 to 1. */
  readonly peaks: readonly number[];
  readonly warnings: readonly Warning[];
}

/** The layers with which a page plays an edit. */
export interface EditLayers {
  /** The timeline for the preview engine of this version. Plain JSON. */
  readonly timeline: unknown;
  readonly warnings: readonly Warning[];
}
