import type { Edit } from '../../edit/index.ts';

/** Who asks to look at media. */
export interface Requester {
  /** Whose cache of sources is used. */
  readonly owner: string;
  /** Ends the work; nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** How the picture of a frame is wanted. */
export interface FrameQuery {
  /** Seconds on the timeline, 0 or more. */
  readonly at: number;
  readonly format: 'png' | 'jpeg';
  /** Whether it carries our mark, as what `stage` makes does. */
  readonly watermark: boolean;
}

/**
 * Looks at media without a render. The server is given it, so that it need not know how media is read. Each of these rejects
 * with a KinoraError: `queue_full` when too many are looked at already.
 */
export interface Inspection {
  /** What ffprobe says of the file at an http or https URL: `streams`, `chapters` and `format`. */
  readonly probe: (url: string, requester: Requester) => Promise<object>;
  /** What a render of the edit would make: an object of `timeline`, `output` and `warnings` as JSON, which may be megabytes. */
  readonly dryRun: (edit: Edit, requester: Requester) => Promise<string>;
  /** The bytes of a picture. */
  readonly frame: (edit: Edit, query: FrameQuery, requester: Requester) => Promise<Buffer>;
}
