import type { Logger } from '../base/logger.ts';
import type { MissingMedia } from '../edit/model.ts';
import type { Browser } from './browse/browser.ts';
import type { Sources } from './fetch/index.ts';
import type { GeneratedMedia } from './generate/generated-media.ts';
import type { ProcessPool } from './child/process-pool.ts';
import type { ProcessLimits } from './child/watchdog.ts';
import type { KnownMedia } from './media/known-media.ts';
import type { RenderProgress } from './produce/progress.ts';
import type { SegmentStore } from './streams/segment-store.ts';
import type { ShareStreams } from './streams/stream-sharing.ts';
import type { TranscriptCache } from './transcribe/transcript-cache.ts';

/**
 * The configuration of a renderer. The caller first closes the renderer and then closes the objects in this
 * configuration.
 */
export interface RendererConfig {
  /** Provides the source files. */
  readonly sources: Sources;
  /** Draws HTML pages. */
  readonly browser: Browser;
  /** Transcribes speech. Absent if no transcriber is configured. */
  readonly transcripts?: TranscriptCache | undefined;
  /** Generates media. Absent if nothing can be generated. */
  readonly generated?: GeneratedMedia | undefined;
  /** Keeps coded media between renders. Absent if nothing is kept. */
  readonly segments?: SegmentStore | undefined;
  /** Folder for the temporary folders of single frames. */
  readonly folder: string;
  readonly log: Logger;
  /** Provides the child processes. If there is no pool, each piece of work starts a new process. */
  readonly children?: ProcessPool | undefined;
  /** Limits for a single frame. Default: the limits of a render. */
  readonly frameLimits?: ProcessLimits | undefined;
  /** Milliseconds without a request after which the process of a frame is ended. Default: 30,000. */
  readonly idleMs?: number | undefined;
}

/** The owner of a call, with its progress callback and its abort signal. */
export interface RequestContext {
  /** The owner whose source cache is used. */
  readonly owner: string;
  /** Cancels the call: kills its child process and rejects the promise with `cancelled`. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/** The context of a dry run. */
export interface DryRunContext extends RequestContext {
  /**
   * If present, makes the generated media that Kinora makes itself, and lists those that are missing, after those that
   * nobody can make.
   */
  readonly free?: { readonly unavailable: readonly MissingMedia[] } | undefined;
}

/** An HLS that is watched while it is made. */
interface StreamOfOutput {
  /** Its place among the outputs of the edit. */
  readonly position: number;
  /** An existing folder in that of the render. See `HlsStreamSettings`. */
  readonly folder: string;
}

/** The options of a render. */
export interface RenderOptions extends RequestContext {
  /** True if the pictures carry the watermark, as on `stage`. Sound has none. */
  readonly watermark: boolean;
  /** An empty folder for temporary files. The caller removes it afterwards. */
  readonly folder: string;
  /** Local files, by the `src` that stands for them in the edit. They are not fetched. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Returns what an earlier job has found out about the content of a source. Undefined if there was none. */
  readonly findKnown?: ((src: string, version: string) => KnownMedia | undefined) | undefined;
  /** Shares the streams of an output with other processes. Absent if there are none. */
  readonly share?: ShareStreams | undefined;
  /** The output to watch while it is made. Absent if there is none. */
  readonly stream?: StreamOfOutput | undefined;
  /** True if an earlier attempt may have shared streams, which other processes may still make. Default: false. */
  readonly isRepeated?: boolean | undefined;
  /** The time of the client's request, for all attempts at it. See `GenerationContext`. Default: now. */
  readonly requestedAt?: Date | undefined;
}
