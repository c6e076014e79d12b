import {
  type EditFiles,
  type FrameRequest,
  packEdit,
  type PackedEdit,
  type ParsedEdit,
  type RenderedFrame,
  type SheetRequest,
  type WaveformRequest,
} from '../edit/model.ts';
import type { SpeechOptions } from '../create/model.ts';
import type { SourceFacts, RenditionTransformation, IngestLimits } from '../ingest/model.ts';
import { convertFile } from './convert-file.ts';
import { dryRunEdit } from './dry-run-edit.ts';
import { LayerMaker } from './edit-layers.ts';
import { KnownSources } from './known-sources.ts';
import { PieceMaker, type WaitForRoom } from './source-pieces.ts';
import { FrameSessions } from './frame-sessions.ts';
import { inspectMedia, readCheaply } from './inspect-media.ts';
import { runInChild } from './child/run-in-child.ts';
import { measureWaveform } from './measure-waveform.ts';
import type { FileType } from './probe/sniff.ts';
import type { EditResult } from './produce/produce-job.ts';
import type { DryRunContext, RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
import { speakText } from './speak-text.ts';
import type { RenditionJob } from './renditions/make-rendition.ts';
import type { RenditionFile } from './renditions/rendition.ts';
import { runRender } from './steps/run-render.ts';
import { RunState } from './steps/run-state.ts';
import { type HelpedOutput, type HelpOptions, helpRender } from './streams/help-render.ts';
import { transcribeFile, type TranscriptionTarget } from './transcribe-file.ts';

export type { RenderPhase, RenderProgress } from './produce/progress.ts';
export type { EditResult, OutputResult, RenderResult } from './produce/produce-job.ts';
export type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';

/** The limits that a source must keep, and the signal that cancels its inspection. */
interface SourceInspection {
  readonly limits: IngestLimits;
  readonly signal: AbortSignal;
}

/** Edits whose last frames are kept open, each with a process. */
const MAX_FRAME_SESSIONS = 2;

/** An edit to render. A server packs it in a thread. */
type GivenEdit = ParsedEdit | PackedEdit;

/**
 * The render library, which makes files from edits. If a method fails, it rejects with a `KinoraError`. After
 * an abort, the code of the error is `cancelled`.
 */
export type Renderer = ReturnType<typeof openRenderer>;

/** Opens the render library. Starts no process yet. */
export function openRenderer(config: RendererConfig) {
  const known = new KnownSources();
  const sessions = new FrameSessions(config, { kind: 'frames', max: MAX_FRAME_SESSIONS, known });
  const pieces = new PieceMaker(config, known);
  const layers = new LayerMaker(config, { known, pieces });
  const { log, children } = config;
  return {
    /**
     * Renders an edit to local files. Several outputs share the work before the first frame.
     *
     * @param to paths of the files that the edit asks for. After a failure, the caller must remove partial
     *   files.
     * @throws {KinoraError} with a sentence that says what is wrong and where.
     */
    render: async (edit: GivenEdit, to: EditFiles, options: RenderOptions): Promise<EditResult> => {
      await using state = new RunState(packIfParsed(edit), 'output', config, options);
      return await runRender(state, { to });
    },
    /** Makes streams of a render of another process. See {@link helpRender}. */
    help: (edit: PackedEdit, output: HelpedOutput, options: HelpOptions) =>
      helpRender(edit, output, config, options),
    /**
     * Renders one frame exactly as it appears in the output. Fetches only those bytes of remote sources that
     * the frame needs. Sources that must be prepared (contract C30) are fetched whole.
     *
     * @param edit the edit, reduced to what is visible at that second.
     * @throws {KinoraError} the same errors as `render`, and `validation_failed` if the edit ends before that
     *   second or exceeds the limits of a frame.
     */
    frame: (edit: GivenEdit, request: FrameRequest, context: RequestContext): Promise<RenderedFrame> =>
      sessions.render(packIfParsed(edit), request, context),
    /**
     * Renders several frames into one picture, each with its time.
     *
     * @param edit the edit, reduced to what is visible at its moments.
     * @throws {KinoraError} the same errors as `frame`, and `validation_failed` if the sheet would be too large.
     */
    sheet: (edit: GivenEdit, request: SheetRequest, context: RequestContext) =>
      sessions.render(packIfParsed(edit), request, context),
    /** Makes the layers with which a page plays an edit. See {@link LayerMaker.make}. */
    layers: (edit: GivenEdit, height: number, context: RequestContext) =>
      layers.make(packIfParsed(edit), height, context),
    /** Returns a picture of layers. See {@link LayerMaker.picture}. */
    layerPicture: (id: string, context: RequestContext) => layers.picture(id, context),
    /** Returns a piece of a source of layers. See {@link PieceMaker.find}. */
    layerPiece: (
      id: string,
      piece: number,
      context: RequestContext,
      wait: WaitForRoom = (work) => work(context.signal),
    ) => pieces.find(id, piece, context, wait),
    /** Measures the peaks of the sound of an edit. See {@link measureWaveform}. */
    waveform: (edit: GivenEdit, request: WaveformRequest, context: RequestContext) =>
      measureWaveform(packIfParsed(edit), request, config, context),
    /** Works out what a render would make, as JSON. See {@link dryRunEdit}. */
    dryRun: (edit: GivenEdit, context: DryRunContext) => dryRunEdit(packIfParsed(edit), config, context),
    /** Speaks a text, as an edit with the same speech does. See {@link speakText}. */
    speak: (speech: SpeechOptions, context: RequestContext) => speakText(speech, config, context),
    /** Describes a media file as ffprobe does. See {@link inspectMedia}. */
    probe: (url: string, context: RequestContext) => inspectMedia(url, config, context),
    /** Writes the speech of a local media file as subtitles. See {@link transcribeFile}. */
    transcribe: (path: string, options: TranscriptionTarget & RequestContext) =>
      transcribeFile(path, config, options),
    /**
     * Finds out what a local file is and checks that it can be used as a source. See `inspectSource` of
     * `render/probe`.
     *
     * @throws {KinoraError} `asset_not_media` or `asset_too_large` with the reason in one sentence.
     */
    inspectSource: (path: string, { limits: sourceLimits, signal }: SourceInspection): Promise<SourceFacts> =>
      readCheaply('The file', () =>
        runInChild({ kind: 'inspectSource', path, sourceLimits }, { signal, log, children }),
      ),
    /**
     * Finds out the type of a local file from its first bytes.
     *
     * @throws {KinoraError} `asset_not_media` if the child process ends because of the file.
     */
    sniff: (path: string, signal: AbortSignal): Promise<FileType> =>
      readCheaply('The file', () => runInChild({ kind: 'sniff', path }, { signal, log, children })),
    /**
     * Makes a rendition of a local file. The limits are those of a render.
     *
     * @throws {KinoraError} `validation_failed` if the transformation does not suit the file, `asset_not_media`
     *   or `asset_too_large` if the file cannot be read, or the error of a process that exceeded its limits.
     *   After a failure, the caller removes the unfinished file.
     */
    convert: (
      path: string,
      transformation: RenditionTransformation,
      to: RenditionJob['to'],
      context: Pick<RequestContext, 'signal' | 'onProgress'>,
    ): Promise<RenditionFile> => convertFile({ path, transformation, to }, config, context),
    /** Ends the processes that are kept for further frames and pieces. */
    close: async (): Promise<void> => void (await Promise.all([sessions.close(), pieces.close()])),
  };
}

function packIfParsed(edit: GivenEdit): PackedEdit {
  return 'bytes' in edit ? edit : packEdit(edit);
}
