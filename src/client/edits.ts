import { createEditCall, createIdempotentCall, encodeSegment, type RenderOptions } from './api-calls.ts';
import type { EditVersion, EditVersionData, KeptEdit, ListedKeptEdit, SavedEdit } from './built/types.ts';
import { type CallOptions, ClientPart, type DialectOptions } from './connection.ts';

/** An edit to keep. */
export interface EditToKeep {
  readonly name: string;
  /** The edit. It need not be finished: only a render or a dry run checks it. */
  readonly edit: object;
}

/** Options for saving a kept edit. */
export interface SaveEditOptions extends CallOptions, DialectOptions {
  /**
   * The version that the change is based on. If another one is the latest by now, the call fails with
   * `precondition_failed`. Default: whatever is the latest.
   */
  readonly version?: number | undefined;
  /** True if the save is automatic. Such saves within 10 minutes are one version. They need `version`. */
  readonly autosave?: boolean | undefined;
}

/** Options for getting a kept edit. */
export interface GetEditOptions extends CallOptions {
  /** False to leave out the edit itself. Default: true. */
  readonly data?: boolean | undefined;
}

/**
 * The edits that an account keeps by name in one environment, with their versions. Every method throws a
 * `KinoraApiError` if the request fails.
 */
export class Edits extends ClientPart {
  /** Keeps an edit. @returns its id and its first version. */
  async create({ name, edit }: EditToKeep, options: RenderOptions = {}): Promise<SavedEdit> {
    return toSaved(
      await this.connection.send(createIdempotentCall<SavedEdit>('/edits', { name, edit }, options)),
    );
  }

  /** Returns all kept edits without their content. The one that was saved last is the first. */
  async list(options: CallOptions = {}): Promise<readonly ListedKeptEdit[]> {
    const call = createEditCall<{ edits: ListedKeptEdit[] }>('GET', '/edits', options);
    return (await this.connection.send(call)).edits;
  }

  /** Returns a kept edit with the content of its latest version. */
  get(id: string, { data, ...options }: GetEditOptions = {}): Promise<KeptEdit> {
    return this.connection.send(
      createEditCall<KeptEdit>('GET', editPath(id), { query: { data }, ...options }),
    );
  }

  /** Saves the name and the content of a kept edit as its next version. @returns the version that it has now. */
  async save(
    id: string,
    { name, edit }: EditToKeep,
    { version, autosave, ...options }: SaveEditOptions = {},
  ): Promise<SavedEdit> {
    const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
    const call = { body: { name, edit }, query: { autosave }, headers, ...options };
    return toSaved(await this.connection.send(createEditCall<SavedEdit>('PUT', editPath(id), call)));
  }

  /** Returns the versions of a kept edit without their content, latest first. */
  async versions(id: string, options: CallOptions = {}): Promise<readonly EditVersion[]> {
    const call = createEditCall<{ versions: EditVersion[] }>('GET', `${editPath(id)}/versions`, options);
    return (await this.connection.send(call)).versions;
  }

  /** Returns a version of a kept edit with its content. To restore it, save that content. */
  version(id: string, version: number, options: CallOptions = {}): Promise<EditVersionData> {
    const path = `${editPath(id)}/versions/${version}`;
    return this.connection.send(createEditCall<EditVersionData>('GET', path, options));
  }

  /** Deletes a kept edit with its versions. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createEditCall('DELETE', editPath(id), options));
  }
}

function toSaved({ id, version }: SavedEdit): SavedEdit {
  return { id, version };
}

function editPath(id: string): string {
  return `/edits/${encodeSegment(id)}`;
}
