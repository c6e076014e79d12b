import type { GenerationType } from './create-input.ts';
import type { Edit } from './edit/edit.ts';
import type { RenditionTransformation } from './source-input.ts';

/**
 * The statuses of a render in order. `done` and `failed` are final. A render may skip some of the other
 * statuses.
 */
export type RenderStatus =
  | 'queued'
  | 'generating'
  | 'fetching'
  | 'preprocessing'
  | 'rendering'
  | 'saving'
  | 'done'
  | 'failed';

/** The progress of a render. */
export interface RenderChange {
  readonly id: string;
  readonly status: RenderStatus;
  /** Progress from 0 to 1. */
  readonly progress: number;
  /** Estimated seconds until the render is done. Absent while unknown. */
  readonly eta?: number;
  /** Reason of the failure, in one sentence. */
  readonly error?: string;
  /** URL of the finished file. */
  readonly url?: string;
  /** URL of the poster, or null if there is none yet. */
  readonly poster: string | null;
  /** URL of the thumbnail, or null if there is none yet. */
  readonly thumbnail: string | null;
  /** URL of the file with the captions. Absent if there is none yet. */
  readonly captions?: string;
  /**
   * All outputs of an edit with a list of them, in its order. Absent until the render is done. The other fields
   * are those of the first output.
   */
  readonly outputs?: readonly RenderOutput[];
  /** The segments of all its videos. Absent until the render is done, and if none of its files has segments. */
  readonly segments?: RenderSegments;
}

/** The numbers of segments that were kept from earlier renders, and that were made. */
export interface RenderSegments {
  readonly reused: number;
  readonly made: number;
}

/** One of several outputs of a render. */
export interface RenderOutput {
  /** Format of the file. */
  readonly format: string;
  /** Width in pixels. Absent for sound alone. */
  readonly width?: number;
  /** Height in pixels. Absent for sound alone. */
  readonly height?: number;
  /** Duration in seconds. Absent for a still image. */
  readonly duration?: number;
  /** URL of the file, or null if Kinora no longer has it. */
  readonly url: string | null;
  /** URL of its poster, or null if it has none. */
  readonly poster: string | null;
  /** URL of its thumbnail, or null if it has none. */
  readonly thumbnail: string | null;
  /** URL of its captions. Absent if it has none. */
  readonly captions?: string;
}

/** An entry in the list of renders. */
export interface ListedRender extends RenderChange {
  readonly owner: string;
  readonly plan: string;
  /** Code of the failure, such as `asset_unreachable`. Absent unless the render failed. */
  readonly code?: string;
  /** Duration of the finished file in seconds. */
  readonly duration?: number;
  /** Duration of the work in milliseconds. */
  readonly renderTime?: number;
  /** Time that each stage of the last attempt took. Absent before the first attempt. */
  readonly stages?: RenderStages;
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  /** Time in ISO 8601, UTC. */
  readonly updated: string;
}

/** Milliseconds of the stages of a render. Absent where unknown. */
export interface RenderStages {
  /** Waiting for a worker. */
  readonly queued?: number;
  /** Having the generated assets made. */
  readonly generating?: number;
  /** Fetching the sources. */
  readonly fetching?: number;
  /** Preparing the sources. */
  readonly preprocessing?: number;
  /** Drawing and encoding. */
  readonly rendering?: number;
  /** Storing the files. */
  readonly saving?: number;
}

/** A remark on a valid edit that probably does not do what its author meant. */
export interface Warning {
  /** Field of the edit, such as `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly text: string;
}

/** A render. */
export interface Render extends ListedRender {
  /** Absent if there are none. */
  readonly warnings?: readonly Warning[];
  /** The edit as it was submitted, if requested. */
  readonly data?: Edit;
}

/** A callback that was sent or will be sent. */
export interface RenderCallback {
  readonly id: string;
  /** Name of the event, such as `edit/render`. */
  readonly event: string;
  /** `failed` after the last attempt has failed. */
  readonly status: 'waiting' | 'delivered' | 'failed';
  /** URL of the receiver without parts that may be secret. */
  readonly url: string;
  /** Body of the callback. Its `id` is the id of the render or asset. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  readonly attempts: readonly {
    /** Number of the attempt, from 1. */
    readonly number: number;
    /** HTTP status of the response, or `null` if there was no response. */
    readonly code: number | null;
    /** Error of the attempt, or `null` if it succeeded. */
    readonly error: string | null;
    /** Duration of the attempt in milliseconds. */
    readonly took: number;
    /** Time in ISO 8601, UTC. */
    readonly ended: string;
  }[];
}

/** The callbacks of a render. */
export interface CallbackList {
  readonly callbacks: readonly RenderCallback[];
}

/** A render whose file can be downloaded. */
export interface FinishedRender extends Render {
  readonly status: 'done';
  readonly url: string;
}

/** The parts of the file of a clip that are left. All times are seconds of the file. */
export interface CutSilenceReport {
  /** The first 1000 parts of the file that the clip plays, in order. */
  readonly kept: readonly { readonly from: number; readonly to: number }[];
  /** Number of all these parts. */
  readonly parts: number;
  /** Seconds of the file that are cut out after the trim. */
  readonly removed: number;
}

/** Times of the clips of a track. */
export interface DryRunTrack {
  readonly clips: readonly DryRunClip[];
}

/** Times of a clip in seconds, or null if unknown. */
export interface DryRunClip {
  /** Start on the timeline. */
  readonly start: number | null;
  readonly length: number | null;
  /** Tracks of its group. Absent for a clip without a group. */
  readonly tracks?: readonly DryRunTrack[];
  /** The parts of the file that `cutSilence` leaves, or null if they are unknown. Absent without it. */
  readonly cutSilence?: CutSilenceReport | null;
}

/** The file that a render would make for an output. */
export interface PredictedOutput {
  readonly format: string;
  /** Width in pixels. Absent for sound alone. */
  readonly width?: number;
  /** Height in pixels. Absent for sound alone. */
  readonly height?: number;
  /** Frames per second. Absent for sound alone and for a still image. */
  readonly fps?: number;
  /** Number of frames, or null if it is unknown. Absent for sound alone. */
  readonly frames?: number | null;
  /** Duration in seconds, or null if it is unknown. Absent for a still image. */
  readonly duration?: number | null;
}

/** Result of a dry run: what a render would make. */
export interface DryRun {
  readonly message: string;
  readonly timeline: {
    /** Duration in seconds, or null if it is unknown. */
    readonly duration: number | null;
    readonly tracks: readonly DryRunTrack[];
  };
  /** The first output. */
  readonly output: PredictedOutput;
  /** All outputs, in the order of the edit. Absent for an edit with a single `output`. */
  readonly outputs?: readonly PredictedOutput[];
  readonly warnings: readonly Warning[];
}

/** The levels of the sound of an edit over time. */
export interface Waveform {
  /** Duration of the timeline in seconds. */
  readonly duration: number;
  /** The highest level of each of several equal parts: 0 is silence, 1 is full scale. */
  readonly peaks: readonly number[];
  readonly warnings: readonly Warning[];
}

/** The uses that a key allows: everything, rendering and reading, or reading alone. */
export type KeyScope = 'full' | 'render' | 'read';

/** A key of the account, without the key itself. */
export interface ApiKey {
  readonly id: string;
  /** Its name, or null if it has none. */
  readonly name: string | null;
  readonly scope: KeyScope;
  /** The first characters of the key, or null if they are not shown. */
  readonly start: string | null;
  /** True for a key from the settings of the server, which cannot be revoked. */
  readonly fixed: boolean;
  /** True for the key of the client. */
  readonly current: boolean;
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  /** Time of its last use in ISO 8601, UTC, to the minute. Null if it was never used. */
  readonly used: string | null;
}

/** A new key. */
export interface CreatedApiKey {
  readonly id: string;
  /** The key itself. It is not shown again. */
  readonly key: string;
  readonly name: string;
  readonly scope: KeyScope;
}

/** An entry in the list of templates. */
export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  /** Time in ISO 8601, UTC. */
  readonly updated: string;
}

/** A stored template. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** The edit with its placeholders, or an empty object if the template is blank. */
  readonly template: Edit | Readonly<Record<string, never>>;
}

/** The properties of a media file in the JSON of ffprobe. Numbers that may be large are strings. */
export interface Media {
  readonly streams: readonly MediaStream[];
  readonly chapters: readonly Readonly<Record<string, unknown>>[];
  readonly format: MediaFormat;
}

/** The most common fields of a stream of a media file. */
export interface MediaStream {
  readonly index: number;
  /** Kind of the stream: `video`, `audio`, `subtitle`, `data` or `attachment`. */
  readonly codec_type?: string;
  readonly codec_name?: string;
  /** Width in pixels. */
  readonly width?: number;
  /** Height in pixels. */
  readonly height?: number;
  /** Frames per second as a fraction, such as `30000/1001`. */
  readonly r_frame_rate?: string;
  /** Duration in seconds. */
  readonly duration?: string;
  readonly [field: string]: unknown;
}

/** The most common fields of the container of a media file. */
export interface MediaFormat {
  /** The requested URL. */
  readonly filename?: string;
  readonly format_name?: string;
  /** Duration in seconds. */
  readonly duration?: string;
  /** Size in bytes. */
  readonly size?: string;
  /** Bit rate in bits per second. */
  readonly bit_rate?: string;
  readonly [field: string]: unknown;
}

/** A hosted file. */
export interface Asset {
  readonly id: string;
  readonly owner: string;
  readonly region?: string;
  readonly renderId?: string;
  /** Provider of the destination. `shotstack` is the built-in hosting. */
  readonly provider?: string;
  /** Id of the file at the provider. Absent until the file is ready. */
  readonly providerId?: string;
  readonly filename?: string;
  /** URL of the file. Absent until the file is ready, and for destinations that return no URL. */
  readonly url?: string;
  readonly status: 'importing' | 'ready' | 'failed' | 'deleted';
  /** Reason of the failure, in one sentence. */
  readonly error?: string;
  /** Time in ISO 8601, UTC. */
  readonly created?: string;
  /** Time in ISO 8601, UTC. */
  readonly updated?: string;
}

/** A transfer that was accepted. */
export interface Transfer {
  /** The id from the request. */
  readonly id: string;
  readonly owner: string;
  readonly status: 'queued' | 'failed';
  /** Time in ISO 8601, UTC. */
  readonly created: string;
}

/** A source that was accepted. */
export interface CreatedSource {
  readonly id: string;
}

/**
 * The status of a source or of a file that is made from it. All except `queued` and `importing` are final, but
 * another upload can replace a source.
 */
export type IngestStatus = 'queued' | 'importing' | 'ready' | 'failed' | 'deleted' | 'overwritten';

/** A file that is made from a source. */
interface MadeFile {
  readonly id: string;
  readonly status: IngestStatus;
  /** URL of the file. Absent until the file is ready. */
  readonly url?: string;
  /** Reason of the failure, in one sentence. */
  readonly error?: string;
}

/** Facts of a media file. Absent where they do not apply. */
interface ShownFacts {
  /** Width in pixels, of the upright picture. */
  readonly width?: number;
  /** Height in pixels, of the upright picture. */
  readonly height?: number;
  /** Duration in seconds. */
  readonly duration?: number;
  /** Frames per second. */
  readonly fps?: number;
}

/** A rendition of a source. */
export interface Rendition extends MadeFile, ShownFacts {
  /** Duration of the work in milliseconds. */
  readonly executionTime?: number;
  /** The rendition as it was requested. */
  readonly transformation: RenditionTransformation;
}

/** The transcription of a source. */
export type Transcription = MadeFile;

/** An ingested file. */
export interface Source extends ShownFacts {
  readonly id: string;
  readonly owner: string;
  /** URL that the file was fetched from. Absent for an upload. */
  readonly input?: string;
  /** Name of an uploaded file, as its client has sent it. */
  readonly filename?: string;
  /** URL of the stored file. Absent until the file is ready. */
  readonly source?: string;
  readonly status: IngestStatus;
  /** Reason of the failure, in one sentence. */
  readonly error?: string;
  /** Absent if nothing else was requested. */
  readonly outputs?: {
    readonly renditions?: readonly Rendition[];
    readonly transcription?: Transcription;
  };
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  /** Time in ISO 8601, UTC. */
  readonly updated: string;
}

/** The status of a created asset. `done` and `failed` are final. */
export type CreateStatus = 'queued' | 'processing' | 'saving' | 'done' | 'failed';

/** A generated file. */
export interface CreatedAsset {
  readonly id: string;
  readonly owner: string;
  /** Provider as it was requested. */
  readonly provider: string;
  /** Type of media, such as `text-to-speech`. */
  readonly type: GenerationType;
  readonly status: CreateStatus;
  /** URL of the file. Absent until the asset is done. */
  readonly url?: string;
  /** Reason of the failure, in one sentence. */
  readonly error?: string;
  /** Remarks on the result, each a sentence. Absent if there are none. */
  readonly warnings?: readonly string[];
  /** Time in ISO 8601, UTC. */
  readonly created: string;
  /** Time in ISO 8601, UTC. */
  readonly updated: string;
}
