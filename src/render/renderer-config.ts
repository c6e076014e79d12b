import type { Logger } from '../base/logger.ts';
import type { Dialect } from '../edit/model.ts';
import type { Browser } from './browse/browser.ts';
import type { Sources } from './fetch/index.ts';
import type { ProcessPool } from './isolate/process-pool.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import type { RenderProgress } from './produce/progress.ts';
import type { TranscriptCache } from './transcribe/transcript-cache.ts';

/** What a renderer is opened with. All of it stays the caller's to close, after the renderer. */
export interface RendererConfig {
  readonly dialect: Dialect;
  /** Where source files come from. */
  readonly sources: Sources;
  /** Draws pages of HTML. */
  readonly browser: Browser;
  /** Transcribes speech; absent where nothing can. */
  readonly transcripts?: TranscriptCache | undefined;
  /** Where single frames get temporary folders of their own. */
  readonly folder: string;
  readonly log: Logger;
  /** Where child processes come from; each is a new one where absent. */
  readonly children?: ProcessPool | undefined;
  /** What a single frame may take; as much as a render where absent. */
  readonly frameLimits?: ProcessLimits | undefined;
  /** Milliseconds without a request after which the process of a frame is ended; half a minute by default. */
  readonly idleMs?: number | undefined;
}

/** Who a call is for, and how it is followed and ended. */
export interface RequestContext {
  /** Whose cache of sources is used. */
  readonly owner: string;
  /** Ends the work: its child process is killed and the promise rejects with `cancelled`. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/** What a render needs beside its edit. */
export interface RenderOptions extends RequestContext {
  /** True if the pictures carry our mark, as those of `stage` do; sound has none. */
  readonly watermark: boolean;
  /** An empty folder for temporary files, which the caller removes afterwards. */
  readonly folder: string;
}
