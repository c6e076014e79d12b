import type { PackedEdit, Warning } from '../../edit/index.ts';

/** The sender of an inspection request. */
export interface Requester {
  /** The owner whose source cache is used. */
  readonly owner: string;
  /** Weight of the owner's requests, from 1. Default: 1. */
  readonly share?: number;
  /** Aborts the work, for example when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** The form of a picture. */
interface PictureQuery {
  readonly format: 'png' | 'jpeg';
  /** True if each frame has the Kinora watermark, as every output of `stage` does. */
  readonly watermark: boolean;
}

/** Options of a single frame. */
export interface FrameQuery extends PictureQuery {
  /** Position on the timeline in seconds, at least 0. */
  readonly at: number;
}

/** Options of a sheet of several frames. */
interface SheetQuery extends PictureQuery {
  readonly sheet: {
    /** Positions on the timeline in seconds, or the number of positions to spread evenly. */
    readonly moments: number | readonly number[];
    /** Default: the square root of the number of frames, rounded up. */
    readonly columns?: number;
    /** Width of the whole picture in pixels. */
    readonly width: number;
    /** True if the position of each frame is written below it. */
    readonly times: boolean;
  };
}

/** Options of a waveform. */
interface WaveformQuery {
  /** Number of peaks. */
  readonly points: number;
}

/** The levels of the sound of an edit. */
interface InspectedWaveform {
  /** Seconds. */
  readonly duration: number;
  /** The highest level of each of several equal parts, 0 to 1. */
  readonly peaks: readonly number[];
  readonly warnings: readonly Warning[];
}

/** A rendered frame. */
export interface InspectedFrame {
  /** The bytes of an image file. */
  readonly picture: Buffer;
  /** Remarks on the parts of the edit that the frame shows. */
  readonly warnings: readonly Warning[];
}

/** A rendered sheet. */
interface InspectedSheet extends InspectedFrame {
  /** The positions that it shows, in its order. */
  readonly moments: readonly number[];
}

/**
 * Inspects media and edits without rendering. It is passed to the server, so that the server does not depend
 * on media code. All methods reject with a KinoraError. The code is `queue_full` if too many inspections are
 * running.
 */
export interface Inspection {
  /**
   * Returns the output of ffprobe for the file at an http or https URL: `streams`, `chapters` and `format`.
   */
  readonly probe: (url: string, requester: Requester) => Promise<object>;
  /**
   * Returns what a render of the edit would produce: JSON text with `timeline`, `output` and `warnings`,
   * which may have megabytes.
   */
  readonly dryRun: (edit: PackedEdit, requester: Requester) => Promise<string>;
  /** Returns one frame as an image. */
  readonly frame: (edit: PackedEdit, query: FrameQuery, requester: Requester) => Promise<InspectedFrame>;
  /** Returns several frames in one image. */
  readonly sheet: (edit: PackedEdit, query: SheetQuery, requester: Requester) => Promise<InspectedSheet>;
  /** Returns the levels of the sound of an edit. */
  readonly waveform: (
    edit: PackedEdit,
    query: WaveformQuery,
    requester: Requester,
  ) => Promise<InspectedWaveform>;
}
