import type { Destination } from '../edit/index.ts';
import type { EditInput } from './edit-input.ts';

/** The statuses of a render in their order; `done` and `failed` are final, and not every render has all others. */
export type RenderStatus =
  'queued' | 'generating' | 'fetching' | 'preprocessing' | 'rendering' | 'saving' | 'done' | 'failed';

/** How far a render is. */
export interface RenderChange {
  readonly id: string;
  readonly status: RenderStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** Seconds until it is likely done; absent while unknown. */
  readonly eta?: number;
  /** Why it failed, in one sentence. */
  readonly error?: string;
  /** The address of the finished file. */
  readonly url?: string;
  /** The address of the poster; null while there is none. */
  readonly poster: string | null;
  /** The address of the thumbnail; null while there is none. */
  readonly thumbnail: string | null;
}

/** A render as a list shows it. */
export interface ListedRender extends RenderChange {
  readonly owner: string;
  readonly plan: string;
  /** Seconds of the finished file. */
  readonly duration?: number;
  /** Milliseconds that the work took. */
  readonly renderTime?: number;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** ISO 8601, UTC. */
  readonly updated: string;
}

/** Something that is allowed in an edit and hardly meant. */
export interface Warning {
  /** Such as `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly text: string;
}

/** A render. */
export interface Render extends ListedRender {
  /** Absent when there are none. */
  readonly warnings?: readonly Warning[];
  /** The edit as it was submitted, when it was asked for. */
  readonly data?: EditInput;
}

/** Something that was told, or is to be told, to the receiver of a render. */
export interface RenderCallback {
  readonly id: string;
  /** Such as `edit/render`. */
  readonly event: string;
  /** `failed` when no attempt is left. */
  readonly status: 'waiting' | 'delivered' | 'failed';
  /** Without what may be secret in an address. */
  readonly url: string;
  /** What is sent: `id` says which render or asset it tells of. */
  readonly body: Readonly<Record<string, unknown>>;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly attempts: readonly {
    /** From 1. */
    readonly number: number;
    /** The HTTP status of the answer; `null` when there was none. */
    readonly code: number | null;
    /** `null` when it was a success. */
    readonly error: string | null;
    /** Milliseconds. */
    readonly took: number;
    /** ISO 8601, UTC. */
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

/** What a render would make. */
export interface DryRun {
  readonly message: string;
  readonly timeline: {
    /** Seconds; null when it could not be known. */
    readonly duration: number | null;
    readonly tracks: readonly {
      /** In seconds; null when it could not be known. */
      readonly clips: readonly { readonly start: number | null; readonly length: number | null }[];
    }[];
  };
  readonly output: {
    readonly format: string;
    /** Pixels; absent for sound. */
    readonly width?: number;
    /** Pixels; absent for sound. */
    readonly height?: number;
    /** Frames in a second; absent for sound and for a still picture. */
    readonly fps?: number;
    /** Null when it could not be known; absent for sound. */
    readonly frames?: number | null;
    /** Seconds; null when it could not be known; absent for a still picture. */
    readonly duration?: number | null;
  };
  readonly warnings: readonly Warning[];
}

/** A template as a list shows it. */
export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** ISO 8601, UTC. */
  readonly updated: string;
}

/** A stored template. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** The edit with its placeholders; an empty object when the template is blank. */
  readonly template: EditInput | Readonly<Record<string, never>>;
}

/** What a media file is, exactly as ffprobe's JSON says it: numbers that may be large are strings. */
export interface Media {
  readonly streams: readonly MediaStream[];
  readonly chapters: readonly Readonly<Record<string, unknown>>[];
  readonly format: MediaFormat;
}

/** One stream of a media file; the most used of its fields. */
export interface MediaStream {
  readonly index: number;
  /** `video`, `audio`, `subtitle`, `data` or `attachment`. */
  readonly codec_type?: string;
  readonly codec_name?: string;
  /** Pixels. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
  /** Frames in a second, as a fraction such as `30000/1001`. */
  readonly r_frame_rate?: string;
  /** Seconds. */
  readonly duration?: string;
  readonly [field: string]: unknown;
}

/** The file around the streams; the most used of its fields. */
export interface MediaFormat {
  /** The URL that was asked for. */
  readonly filename?: string;
  readonly format_name?: string;
  /** Seconds. */
  readonly duration?: string;
  /** Bytes. */
  readonly size?: string;
  /** Bits in a second. */
  readonly bit_rate?: string;
  readonly [field: string]: unknown;
}

/** A hosted file. */
export interface Asset {
  readonly id: string;
  readonly owner: string;
  readonly region?: string;
  readonly renderId?: string;
  /** The destination; `shotstack` is the built-in hosting. */
  readonly provider?: string;
  /** Absent until the file is there. */
  readonly providerId?: string;
  readonly filename?: string;
  /** Absent until the file is ready, and where its destination tells none. */
  readonly url?: string;
  readonly status: 'importing' | 'ready' | 'failed' | 'deleted';
  /** Why it failed, in one sentence. */
  readonly error?: string;
  /** ISO 8601, UTC. */
  readonly created?: string;
  /** ISO 8601, UTC. */
  readonly updated?: string;
}

/** A file to fetch and to send on. */
export interface NewTransfer {
  /** An address that anybody can fetch. */
  readonly url: string;
  /** A name of your own, 1 to 255 characters. */
  readonly id: string;
  readonly destinations: readonly Destination[];
}

/** A transfer that was accepted. */
export interface Transfer {
  /** As it was given. */
  readonly id: string;
  readonly owner: string;
  readonly status: 'queued' | 'failed';
  /** ISO 8601, UTC. */
  readonly created: string;
}
