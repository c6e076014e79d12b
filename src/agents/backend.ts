import type { DryRun } from '../client/index.ts';
import type { SheetSettings, Warning } from '../edit/index.ts';

/** An edit as JSON. It need not be valid. */
export type EditJson = Readonly<Record<string, unknown>>;

/** The parts of the answer to a dry run that the tools use. */
export type PredictedRender = Pick<DryRun, 'timeline' | 'output' | 'outputs' | 'warnings'>;

/** The frames of a picture. */
export interface PictureOrder extends SheetSettings {
  /** Place of the output in `outputs` of the edit, from 0. */
  readonly output: number;
}

/** A file that a render has made. */
export interface ResultFile {
  /** Path on this machine, or URL. */
  readonly file: string;
  readonly format?: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly bytes?: number;
}

/** The state of a render. `done` and `failed` are final. */
export interface RenderState {
  readonly id: string;
  readonly status: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Estimated seconds until the render is done. */
  readonly eta?: number | undefined;
  /** Reason of the failure, in one sentence. */
  readonly error?: string | undefined;
  readonly files?: readonly ResultFile[] | undefined;
  readonly warnings?: readonly Warning[] | undefined;
}

/** True if a render is over. */
export function isFinalState({ status }: RenderState): boolean {
  return status === 'done' || status === 'failed';
}

/** A template in a list. */
export interface ListedDesign {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
}

/** An edit that the account keeps by name, in a list. */
interface ListedEdit {
  readonly id: string;
  readonly name: string;
  /** The number of its latest version. */
  readonly version: number;
  /** The time of its last save. */
  readonly saved: string;
}

/** A version of a kept edit. */
export type KeptVersion = Pick<ListedEdit, 'id' | 'version'>;

/** The edits that the account keeps by name. */
export interface KeptEdits {
  list(context: CallContext): Promise<readonly ListedEdit[]>;
  /** Returns the name, the version and the JSON of an edit. */
  read(
    id: string,
    context: CallContext,
  ): Promise<Pick<ListedEdit, 'name' | 'version'> & { readonly edit: string }>;
  /**
   * Keeps an edit.
   *
   * @param edit its JSON.
   * @param place the kept edit to save, with the version that the change is based on. By default a new one.
   */
  save(
    edit: string,
    name: string,
    place: KeptVersion | undefined,
    context: CallContext,
  ): Promise<KeptVersion>;
}

/** A template with its edit. */
export interface Design extends ListedDesign {
  /** The JSON of the edit. */
  readonly edit: string;
  /** Descriptions of its merge fields, by their names. Absent if there are none. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A file to use in edits. */
export type NewFile =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array }
  /** An upload whose import has begun earlier. */
  | { readonly kind: 'begun'; readonly id: string };

/** The `src` of a file, or the id of an import that still runs. */
export type UploadAnswer =
  | ({ readonly src: string } & Pick<ResultFile, 'duration' | 'width' | 'height'>)
  | { readonly id: string; readonly status: string };

/** The signal and the listener of a call. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Sends the agent the progress of a call, from 0 to 1. */
  readonly report: (progress: number, message: string) => void;
}

/**
 * The side that does the work of the tools: this machine or a server. Edits are JSON, and may be large.
 *
 * Its methods throw a {@link RejectedEdit} for an edit that is not valid, and a `KinoraError` with a sentence for
 * the agent otherwise.
 */
export interface Backend {
  /** The place of the work, in a few words. */
  readonly place: string;
  /** The folder of the files that agents may use. Undefined if they may use none. */
  readonly folder: string | undefined;
  /** True if renders write files to the folder. Otherwise they have URLs. */
  readonly writesFiles: boolean;
  /** Finds out what a render of an edit would make. Returns the JSON of the answer of the API to a dry run. */
  check(edit: string, context: CallContext): Promise<string>;
  /** Draws frames of an edit into one JPEG. */
  draw(edit: string, order: PictureOrder, context: CallContext): Promise<Uint8Array>;
  /**
   * Starts a render.
   *
   * @param file path of the output in the folder. By default, the backend chooses a name.
   */
  render(edit: string, file: string | undefined, context: CallContext): Promise<RenderState>;
  /** Returns the state of a render, as soon as it is final or the time is over. */
  follow(id: string, waitMs: number, context: CallContext): Promise<RenderState>;
  /** Stops a render. */
  cancel(id: string, context: CallContext): Promise<RenderState>;
  /** Describes a media file. Returns the JSON of the answer of the API to a probe. */
  probe(source: string, context: CallContext): Promise<string>;
  /** Lists the templates beside the designs that come with Kinora. */
  listTemplates(context: CallContext): Promise<readonly ListedDesign[]>;
  readTemplate(id: string, context: CallContext): Promise<Design>;
  /** The edits that the account keeps by name. A backend that writes files has none. */
  readonly kept: KeptEdits;
  upload(file: NewFile, context: CallContext): Promise<UploadAnswer>;
  /** Stops all work and closes all connections. */
  close(): Promise<void>;
}

/** The properties of a backend that decide which tools it offers. */
export type Offer = Pick<Backend, 'writesFiles' | 'folder'>;
