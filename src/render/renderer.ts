import { KinoraError } from '../base/errors.ts';
import { type EditFiles, packEdit, type PackedEdit, type ParsedEdit } from '../edit/model.ts';
import type { SourceFacts, RenditionTransformation, IngestLimits } from '../ingest/model.ts';
import { type Conversion, convertFile } from './convert-file.ts';
import { dryRunEdit } from './dry-run-edit.ts';
import {
  type FrameRequest,
  FrameSessions,
  type RenderedFrame,
  type RenderedPicture,
  type SheetRequest,
} from './frame-sessions.ts';
import { inspectMedia, TOO_EXPENSIVE } from './inspect-media.ts';
import { isProcessFailure, runDespiteCrash } from './isolate/run-in-child.ts';
import type { TaskOutcomes } from './isolate/tasks.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import { measureWaveform, type Waveform, type WaveformRequest } from './measure-waveform.ts';
import type { FileType } from './probe/sniff.ts';
import type { EditResult } from './produce/produce-job.ts';
import { RenderRun } from './render-run.ts';
import type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
import type { RenditionFile } from './renditions/rendition.ts';
import { sniffFile } from './sniff-file.ts';
import { type HelpedOutput, type HelpOptions, helpRender } from './streams/help-render.ts';
import { transcribeFile, type TranscriptionTarget } from './transcribe-file.ts';

/**
 * Limits for inspecting a source. The largest picture needs most of the memory. Reading all of a large
 * recording that does not declare its duration needs most of the time.
 */
const LIMITS: ProcessLimits = { memoryBytes: 2 * 2 ** 30, timeMs: 180_000, stallMs: 180_000 };

/** The limits that a source must keep, and the signal that cancels its inspection. */
interface SourceInspection {
  readonly limits: IngestLimits;
  readonly signal: AbortSignal;
}

/**
 * Finds out what a local file is and checks that it can be used as a source. See `inspectSource` of
 * `render/probe`.
 *
 * @throws {KinoraError} `asset_not_media` or `asset_too_large` with the reason in one sentence, or
 *   `cancelled`.
 */
async function inspectSourceFile(
  path: string,
  { log, children }: RendererConfig,
  { limits, signal }: SourceInspection,
): Promise<SourceFacts> {
  try {
    const task = { kind: 'inspectSource', files: {}, path, sourceLimits: limits } as const;
    return await runDespiteCrash(task, { signal, log, children, limits: LIMITS });
  } catch (error) {
    throw isProcessFailure(error)
      ? new KinoraError('asset_not_media', `The file ${TOO_EXPENSIVE}.`, { cause: error })
      : error;
  }
}

export type { RenderPhase, RenderProgress } from './produce/progress.ts';
export type { EditResult, OutputResult, RenderResult } from './produce/produce-job.ts';
export type { Waveform } from './measure-waveform.ts';
export type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
export type { SheetSettings } from './produce/write-sheet.ts';

/** An edit to render. A server packs it in a thread. */
type GivenEdit = ParsedEdit | PackedEdit;

/**
 * The render library, which makes files from edits. If a method fails, it rejects with a `KinoraError`. After
 * an abort, the code of the error is `cancelled`.
 */
export interface Renderer {
  /**
   * Renders an edit to local files. Several outputs share the work before the first frame.
   *
   * @param to paths of the files that the edit asks for. After a failure, the caller must remove partial
   *   files.
   * @throws {KinoraError} with a sentence that says what is wrong and where.
   */
  render(edit: GivenEdit, to: EditFiles, options: RenderOptions): Promise<EditResult>;
  /** Makes streams of a render of another process. See {@link helpRender}. */
  help(edit: PackedEdit, output: HelpedOutput, options: HelpOptions): Promise<number>;
  /**
   * Renders one frame exactly as it appears in the output. Fetches only those bytes of remote sources that
   * the frame needs. Sources that must be prepared (contract C30) are fetched whole.
   *
   * @param edit the edit, reduced to what is visible at that second.
   * @throws {KinoraError} the same errors as `render`, and `validation_failed` if the edit ends before that
   *   second or exceeds the limits of a frame.
   */
  frame(edit: GivenEdit, request: FrameRequest, context: RequestContext): Promise<RenderedFrame>;
  /**
   * Renders several frames into one picture, each with its time.
   *
   * @param edit the edit, reduced to what is visible at its moments.
   * @throws {KinoraError} the same errors as `frame`, and `validation_failed` if the sheet would be too large.
   */
  sheet(edit: GivenEdit, request: SheetRequest, context: RequestContext): Promise<RenderedPicture>;
  /** Measures the peaks of the sound of an edit. See {@link measureWaveform}. */
  waveform(edit: GivenEdit, request: WaveformRequest, context: RequestContext): Promise<Waveform>;
  /** Works out what a render would make, as JSON. See {@link dryRunEdit}. */
  dryRun(edit: GivenEdit, context: RequestContext): Promise<string>;
  /** Describes a media file as ffprobe does. See {@link inspectMedia}. */
  probe(url: string, context: RequestContext): Promise<TaskOutcomes['inspect']>;
  /** Writes the speech of a local media file as subtitles. See {@link transcribeFile}. */
  transcribe(path: string, options: TranscriptionTarget & RequestContext): Promise<void>;
  /** Finds out what a local file is and if it can be used as a source. See {@link inspectSourceFile}. */
  inspectSource(path: string, inspection: SourceInspection): Promise<SourceFacts>;
  /** Finds out the type of a local file from its first bytes. See {@link sniffFile}. */
  sniff(path: string, signal: AbortSignal): Promise<FileType>;
  /** Makes a rendition of a local file. See {@link convertFile}. */
  convert(
    path: string,
    transformation: RenditionTransformation,
    to: Conversion['to'],
    context: Pick<Conversion, 'signal' | 'onProgress'>,
  ): Promise<RenditionFile>;
  /** Ends the processes that are kept for further frames. */
  close(): Promise<void>;
}

/** Opens the render library. Starts no process yet. */
export function openRenderer(config: RendererConfig): Renderer {
  const sessions = new FrameSessions(config);
  return {
    async render(edit, to, options) {
      await using run = new RenderRun(packIfParsed(edit), 'output', config, options);
      return await run.run({ to });
    },
    help: (edit, output, options) => helpRender(edit, output, config, options),
    frame: (edit, request, context) => sessions.render(packIfParsed(edit), request, context),
    sheet: (edit, request, context) => sessions.render(packIfParsed(edit), request, context),
    waveform: (edit, request, context) => measureWaveform(packIfParsed(edit), request, config, context),
    dryRun: (edit, context) => dryRunEdit(packIfParsed(edit), config, context),
    probe: (url, context) => inspectMedia(url, config, context),
    transcribe: (path, options) => transcribeFile(path, config, options),
    inspectSource: (path, inspection) => inspectSourceFile(path, config, inspection),
    sniff: (path, signal) => sniffFile(path, config, signal),
    convert: (path, transformation, to, context) =>
      convertFile(path, transformation, config, { to, ...context }),
    close: () => sessions.close(),
  };
}

function packIfParsed(edit: GivenEdit): PackedEdit {
  return 'bytes' in edit ? edit : packEdit(edit);
}
