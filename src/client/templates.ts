import { createIdempotentCall, createEditCall, type RenderOptions, encodeSegment } from './api-calls.ts';
import type { Checked } from './checked.ts';
import { type CallOptions, ClientPart, type DialectOptions } from './connection.ts';
import type {
  DryRun,
  Edit,
  EditWithOutputs,
  ListedTemplate,
  MergeField,
  Template,
  TemplateForm,
} from './built/types.ts';
import { RenderHandle } from './render-handle.ts';
import { Submission } from './submission/submission.ts';

/** A template to store. Without an edit, the template is blank. */
export interface NewTemplate {
  readonly name: string;
  readonly template?: Edit | EditWithOutputs | undefined;
}

/** Options for rendering a template. */
export interface TemplateRenderOptions extends RenderOptions {
  /** Values for the placeholders. They replace the merge list of the template. */
  readonly merge?: readonly MergeField[] | undefined;
  /** URL to notify when the render is done or has failed (http or https). */
  readonly callback?: string | undefined;
}

/** Options for replacing a template. */
export interface TemplateUpdateOptions extends CallOptions, DialectOptions {}

/**
 * The templates of an account in one environment. Every method throws a `KinoraApiError` if the request
 * fails.
 */
export class Templates extends ClientPart {
  /** Stores a template. @returns its id. */
  async create<const Given>(
    template: Checked<Given, NewTemplate, '`const template: NewTemplate = ...`'>,
    options: RenderOptions = {},
  ): Promise<string> {
    const call = createIdempotentCall<{ id: string }>('/templates', template, options);
    return (await this.connection.send(call)).id;
  }

  /** Returns all templates, newest first. */
  async list(options: CallOptions = {}): Promise<readonly ListedTemplate[]> {
    const call = createEditCall<{ templates: ListedTemplate[] }>('GET', '/templates', options);
    return (await this.connection.send(call)).templates;
  }

  /** Returns a template with its edit. */
  get(id: string, options: CallOptions = {}): Promise<Template> {
    return this.connection.send(createEditCall<Template>('GET', templatePath(id), options));
  }

  /** Returns the fields that a person fills in, in their order, without the edit. */
  form(id: string, options: CallOptions = {}): Promise<TemplateForm> {
    return this.connection.send(createEditCall<TemplateForm>('GET', `${templatePath(id)}/form`, options));
  }

  /** Returns what a render of the template would make. Renders nothing. */
  dryRun(
    id: string,
    { merge, ...options }: CallOptions & Pick<TemplateRenderOptions, 'merge'> = {},
  ): Promise<DryRun> {
    const call = { query: { dryRun: true }, body: { id, merge }, ...options };
    return this.connection.send(createEditCall<DryRun>('POST', '/templates/render', call));
  }

  /** Replaces the name and the edit of a template. Without an edit, the template becomes blank. */
  async update<const Given>(
    id: string,
    template: Checked<Given, NewTemplate, '`const template: NewTemplate = ...`'>,
    options: TemplateUpdateOptions = {},
  ): Promise<void> {
    await this.connection.send(createEditCall('PUT', templatePath(id), { body: template, ...options }));
  }

  /** Deletes a template. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createEditCall('DELETE', templatePath(id), options));
  }

  /**
   * Renders a template.
   *
   * @returns a handle of the render, without waiting for the submission. If the submission fails, the methods
   *   of the handle reject.
   */
  render(id: string, { merge, callback, ...options }: TemplateRenderOptions = {}): RenderHandle {
    const call = createIdempotentCall<{ id: string }>('/templates/render', { id, merge, callback }, options);
    return new RenderHandle(this.connection, new Submission(this.connection, call));
  }
}

function templatePath(id: string): string {
  return `/templates/${encodeSegment(id)}`;
}
