import type { Edit, RenderFiles } from '../edit/model.ts';
import { dryRunEdit } from './dry-run-edit.ts';
import { type FrameRequest, FrameSessions, type RenderedFrame } from './frame-sessions.ts';
import { inspectMedia } from './inspect-media.ts';
import type { TaskOutcomes } from './isolate/tasks.ts';
import type { RenderResult } from './produce/produce-job.ts';
import { RenderRun } from './render-run.ts';
import type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';

export type { RenderPhase, RenderProgress } from './produce/progress.ts';
export type { RenderResult } from './produce/produce-job.ts';
export type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
export type { FrameRequest, RenderedFrame } from './frame-sessions.ts';

/**
 * The render library, which makes files from edits. If a method fails, it rejects with a `KinoraError`. After
 * an abort, the code of the error is `cancelled`.
 */
export interface Renderer {
  /**
   * Renders an edit to local files.
   *
   * @param to paths of the files that the edit asks for. After a failure, the caller must remove partial
   *   files.
   * @throws {KinoraError} with a sentence that says what is wrong and where.
   */
  render(edit: Edit, to: RenderFiles<string>, options: RenderOptions): Promise<RenderResult>;
  /**
   * Renders one frame exactly as it appears in the output. Fetches only those bytes of remote sources that
   * the frame needs. Sources that must be prepared (contract C30) are fetched whole.
   *
   * @param edit the edit, reduced to what is visible at that second.
   * @throws {KinoraError} the same errors as `render`, and `validation_failed` if the edit ends before that
   *   second or exceeds the limits of a frame.
   */
  frame(edit: Edit, request: FrameRequest, context: RequestContext): Promise<RenderedFrame>;
  /** Works out what a render would make, as JSON. See {@link dryRunEdit}. */
  dryRun(edit: Edit, context: RequestContext): Promise<string>;
  /** Describes a media file as ffprobe does. See {@link inspectMedia}. */
  probe(url: string, context: RequestContext): Promise<TaskOutcomes['inspect']>;
  /** Ends the processes that are kept for further frames. */
  close(): Promise<void>;
}

/** Opens the render library. Starts no process yet. */
export function openRenderer(config: RendererConfig): Renderer {
  const sessions = new FrameSessions(config);
  return {
    async render(edit, to, options) {
      await using run = new RenderRun(edit, 'output', config, options);
      return await run.run({ to });
    },
    frame: (edit, request, context) => sessions.render(edit, request, context),
    dryRun: (edit, context) => dryRunEdit(edit, config, context),
    probe: (url, context) => inspectMedia(url, config, context),
    close: () => sessions.close(),
  };
}
