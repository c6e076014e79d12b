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

/** The render library: edits to files. All its methods reject with a `KinoraError`, which is `cancelled` after an abort. */
export interface Renderer {
  /**
   * Renders an edit to local files.
   *
   * @param to the files to write, those that the edit asks for; what is left of them after a failure is the caller's to remove.
   * @throws {KinoraError} with one sentence that says what is wrong and where.
   */
  render(edit: Edit, to: RenderFiles<string>, options: RenderOptions): Promise<RenderResult>;
  /**
   * Renders one frame as the render makes it. Of sources that are far away only what it needs is fetched, but those that have to be
   * prepared (contract C30).
   *
   * @param edit the edit, reduced to what is visible then.
   * @throws {KinoraError} as `render`, and `validation_failed` when the edit ends before, or is too much for the limits.
   */
  frame(edit: Edit, request: FrameRequest, context: RequestContext): Promise<RenderedFrame>;
  /** Works out what a render would make, as JSON. See {@link dryRunEdit}. */
  dryRun(edit: Edit, context: RequestContext): Promise<string>;
  /** Describes a media file as ffprobe does. See {@link inspectMedia}. */
  probe(url: string, context: RequestContext): Promise<TaskOutcomes['inspect']>;
  /** Ends everything that is kept for further frames. */
  close(): Promise<void>;
}

/** Opens the render library. Nothing is started yet. */
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
