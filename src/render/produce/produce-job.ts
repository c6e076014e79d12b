import type { Dialect, Edit, RenderFiles, SheetSettings, Warning } from '../../edit/model.ts';
import type { BrowserDrawing } from '../compose/browser-drawings.ts';
import type { HardwareName } from '../media/hardware.ts';
import type { KnownMedia } from '../media/known-media.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { ResolvedChromaKey } from '../resolve/chroma-key.ts';
import type { KnownFacts } from '../resolve/output-facts.ts';
import type { AudioClip, ResolvedCutout } from '../resolve/timeline.ts';
import type { SpeechTrack } from '../transcribe/extract-speech.ts';
import type { Transcript } from '../transcribe/transcript.ts';
import type { FileContent } from './file-content.ts';
import type { FontDescription } from './open-fonts.ts';
import type { PixelSize } from '../scene/placement.ts';
import type { AnsweredStep } from './steps.ts';

/**
 * A job for a child process: the output of an edit, single frames of it, the peaks of its sound, or the layers with
 * which a page plays it. Plain JSON, except for the files.
 */
export interface ProduceJob {
  readonly kind: 'output' | 'frames' | 'sound' | 'layers';
  readonly edit: Edit;
  /** The file of each source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** The facts that another process has found out about some of the files, by their URLs. They are not probed again. */
  readonly media?: Readonly<Record<string, KnownMedia>>;
  readonly dialect: Dialect;
  /** A folder for temporary files. */
  readonly folder: string;
  /** Existing files outside of the folder that the process may write: outputs that belong elsewhere. */
  readonly outputs?: readonly string[];
  /** Existing files outside of the folder that the process may read besides the sources: pages that a browser drew. */
  readonly pageFiles?: readonly string[];
  /** True if the pictures carry the watermark. */
  readonly watermark: boolean;
  /**
   * True if single frames show what a video stores before it is encoded: chroma once for 2x2 pixels. By
   * default, they are stills in full colour.
   */
  readonly asVideo?: boolean;
}

/** Asks the child process to run a step and to return its answer. Plain JSON. */
export type StepRequest =
  | { readonly step: 'fonts' }
  | SpeechRequest
  | DrawingsRequest
  | PlanRequest
  | StreamRequest
  | OutputRequest;

/** A request for the sounds of the speech for captions. */
export interface SpeechRequest {
  readonly step: 'speech';
  /** The `src` of the captions whose speech must be transcribed. */
  readonly captions: readonly string[];
}

/** The facts that the parent has found out for the timeline of an output. */
export interface TimelineRequest {
  /** Place of the output among those of the edit. Default: 0. */
  readonly index?: number;
  /** The PNG or the film of each clip that the browser has drawn, by the field of the clip. */
  readonly pages?: Readonly<Record<string, string>>;
  /** The transcripts in source seconds, by the `src` of the captions. */
  readonly transcripts?: Readonly<Record<string, Transcript>>;
}

/** A request for what the browser must draw of an output: SVGs, and pages that move. */
export interface DrawingsRequest extends TimelineRequest, Pick<OutputRequest, 'at' | 'sheet'> {
  readonly step: 'drawings';
}

/** A clip whose page moves, and the frames of it that are needed. */
export interface FilmedClip {
  /** Path of the clip: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** Size of the page in whole pixels. */
  readonly size: PixelSize;
  /** Pixels of a picture per pixel of the page. At least 1. */
  readonly scale: number;
  /** Frames per second, as a fraction. */
  readonly rate: readonly [numerator: number, denominator: number];
  /** The frames, counted from the start of the clip, in rising order. `to` is exclusive. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
}

/** A request for the plan of an output whose coded media is kept. */
export interface PlanRequest extends TimelineRequest {
  readonly step: 'plan';
  /** True if other processes may help, so that the contents of files get checksums. */
  readonly isShared: boolean;
  /** The contents of files that are known from earlier renders, by their paths. They are not read again. */
  readonly known?: OutputPlan['contents'];
}

/** A request for one coded stream of an output: a segment of its pictures, or its sound. */
export interface StreamRequest extends TimelineRequest {
  readonly step: 'streams';
  /** The place of the segment. The sound comes after the segments. */
  readonly position: number;
  /** The file to write. */
  readonly path: string;
}

/** A request for the output files. */
export interface OutputRequest extends TimelineRequest {
  readonly step: 'output';
  /** Paths of the files to write: the files of the edit, or one PNG or JPEG for a frame. */
  readonly to: RenderFiles<string>;
  /** Second of the frame. Only for a job of the kind `frames`. */
  readonly at?: number;
  /** Pixels of height that the frame is reduced to. Only with `at`. */
  readonly height?: number;
  /** The sheet to make of several frames. Only for a job of the kind `frames`, in place of `at`. */
  readonly sheet?: SheetSettings;
  /** The layers to make. Only for a job of the kind `layers`. */
  readonly layers?: LayersRequest;
  /** The piece of a source to write, in place of layers. */
  readonly piece?: PieceRequest;
  /** Number of peaks to measure. Only for a job of the kind `sound`, which writes no file. */
  readonly points?: number;
  /**
   * The folder of the coded media of the plan. It has those files that are kept from earlier renders, named by
   * their identities. If absent, nothing is kept.
   */
  readonly streams?: string;
  /** The folder with which an HLS is watched while it is made. See `HlsStreamSettings`. */
  readonly stream?: string;
  /** A working hardware encoder for the video. Default: x264. */
  readonly hardware?: HardwareName;
}

/** A request for the layers of an edit. */
export interface LayersRequest {
  /** Height of the view in pixels. */
  readonly height: number;
  /** The version of the content of each source, by its URL. A source without one has another version each time. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A track of a source that a page loads in pieces. Plain JSON. */
export interface PieceSource {
  /** The URL of the source, or the `src` of a generated file. */
  readonly src: string;
  /** True if the source has pictures, also for its sound. */
  readonly isFilm: boolean;
  readonly version: string;
  /** Index of the stream in the file. */
  readonly stream: number;
  /** The size of its pictures in pixels. Absent for a sound. */
  readonly size?: PixelSize;
  /** The colour to remove from its pictures. */
  readonly key?: ResolvedChromaKey;
  /** How people are cut out of its pictures. */
  readonly cutout?: ResolvedCutout;
  /** How a sound is played, if not as it is, as `writeExact` writes a {@link PlayedSound}. */
  readonly played?: unknown;
}

/** A sound as a clip plays it: faster, in parts, again and again, or filtered. */
export interface PlayedSound extends Pick<
  AudioClip,
  'trim' | 'speed' | 'ramp' | 'parts' | 'loop' | 'preservesPitch' | 'channels' | 'covers' | 'sound'
> {
  /** Length of the clip in samples, or of all clips that continue it. */
  readonly samples: number;
}

/** A request for a piece of a source. */
export interface PieceRequest extends PieceSource {
  /** Its place in the source, from 0. */
  readonly piece: number;
}

/** The layers of an edit, as the file that the job writes. Its pictures are beside it, named by their ids. Plain JSON. */
export interface WrittenLayers {
  /** A `LayeredTimeline`, as `writeTimeline` writes it. */
  readonly timeline: unknown;
  /** The ids of its pictures, each once. */
  readonly pictures: readonly string[];
  /** The sources that are loaded in pieces, by their ids. */
  readonly sources: Readonly<Record<string, PieceSource>>;
  /** The pieces with which the clips begin, in the order of the timeline. */
  readonly firstPieces: readonly { readonly id: string; readonly piece: number }[];
  /** See `ProduceJob.media`. */
  readonly media: Readonly<Record<string, KnownMedia>>;
}

/** The identities of the coded media of an output. Equal identities stand for equal bytes. */
export interface OutputPlan {
  /** The identity of each segment of pictures, in order. Each is 64 hexadecimal digits. */
  readonly segments: readonly string[];
  /** Number of frames of each segment. */
  readonly lengths: readonly number[];
  /** The identity of the sound. */
  readonly sound: string;
  /** True if the output has sound. */
  readonly hasSound: boolean;
  /** The content of each file of the job and each page of HTML, by its path. */
  readonly contents: Readonly<Record<string, FileContent>>;
  /** The facts about those files that another process can read without taking the whole, by their URLs. */
  readonly media: Readonly<Record<string, KnownMedia>>;
}

/** The numbers of segments of pictures that were kept from earlier renders, and that were made. */
export interface SegmentCounts {
  readonly reused: number;
  readonly made: number;
}

/** The answer of each step that the parent asks for. */
export interface StepAnswers extends Record<AnsweredStep, unknown> {
  readonly fonts: readonly FontDescription[];
  readonly speech: readonly SpeechTrack[];
  readonly drawings: { readonly svgs: readonly BrowserDrawing[]; readonly films: readonly FilmedClip[] };
  readonly plan: OutputPlan;
  readonly streams: null;
  readonly output: RenderResult;
}

/** The result of a render: its warnings and some facts of {@link describeOutput}. */
export interface RenderResult extends Pick<KnownFacts, 'width' | 'height' | 'frames' | 'duration'> {
  /** Warnings about valid, but probably mistaken parts. */
  readonly warnings: readonly Warning[];
  /** The kept and made segments of a video. Absent for other files. */
  readonly segments?: SegmentCounts;
  /** Seconds of the timeline that a sheet shows, in its order. Absent for other files. */
  readonly moments?: readonly number[];
  /** The highest levels of equal parts of the sound, 0 to 1. Only of a job of the kind `sound`. */
  readonly peaks?: readonly number[];
}

/** The facts about one output of an edit. */
export type OutputResult = Omit<RenderResult, 'warnings'>;

/** The result of rendering all outputs of an edit: that of the first one, and the facts about the others. */
export interface EditResult extends RenderResult {
  /** Present if the edit has a list of outputs. */
  readonly others?: readonly OutputResult[];
}
