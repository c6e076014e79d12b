import type { MergeField } from '../edit/index.ts';
import type { ListedTemplate, Template } from './responses.ts';
import { createIdempotentCall, type CreateOptions, createEditCall } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { EditInput } from './edit-input.ts';
import { RenderHandle } from './render-handle.ts';

/** A template to store. Without an edit, the template is blank. */
export interface NewTemplate {
  readonly name: string;
  readonly template?: EditInput;
}

/** Options for rendering a template. */
export interface TemplateRenderOptions extends CreateOptions {
  /** Values for the placeholders. They replace the merge list of the template. */
  readonly merge?: readonly MergeField[];
  /** URL to notify when the render is done or has failed (http or https). */
  readonly callback?: string;
}

/**
 * The templates of an account in one environment. Every method throws a `KinoraApiError` if the request
 * fails.
 */
export class Templates {
  private readonly connection: Connection;

  /** Use the `templates` of a client instead. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Stores a template. @returns its id. */
  async create(template: NewTemplate, options: CreateOptions = {}): Promise<string> {
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

  /** Replaces the name and the edit of a template. Without an edit, the template becomes blank. */
  async update(id: string, template: NewTemplate, options: CallOptions = {}): Promise<void> {
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
    return new RenderHandle(
      this.connection,
      this.connection.send(call).then((queued) => queued.id),
    );
  }
}

function templatePath(id: string): string {
  return `/templates/${encodeURIComponent(id)}`;
}
