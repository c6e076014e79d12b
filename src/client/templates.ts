import type { MergeField } from '../edit/index.ts';
import type { ListedTemplate, Template } from './responses.ts';
import { createIdempotentCall, type CreateOptions, createEditCall } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { EditInput } from './edit-input.ts';
import { RenderHandle } from './render-handle.ts';

/** A template to store; blank without an edit. */
export interface NewTemplate {
  readonly name: string;
  readonly template?: EditInput;
}

/** What a template is rendered with. */
export interface TemplateRenderOptions extends CreateOptions {
  /** Values for the placeholders, in place of the template's own list. */
  readonly merge?: readonly MergeField[];
  /** An http(s) URL that is told when the render is done or has failed. */
  readonly callback?: string;
}

/** The templates of an account in one environment. Every method throws a `KinoraApiError` when it is refused. */
export class Templates {
  private readonly connection: Connection;

  /** Clients have one as `templates`. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Stores a template. @returns its id. */
  async create(template: NewTemplate, options: CreateOptions = {}): Promise<string> {
    const call = createIdempotentCall<{ id: string }>('/templates', template, options);
    return (await this.connection.send(call)).id;
  }

  /** All templates, newest first. */
  async list(options: CallOptions = {}): Promise<readonly ListedTemplate[]> {
    const call = createEditCall<{ templates: ListedTemplate[] }>('GET', '/templates', options);
    return (await this.connection.send(call)).templates;
  }

  /** A template with its edit. */
  get(id: string, options: CallOptions = {}): Promise<Template> {
    return this.connection.send(createEditCall<Template>('GET', templatePath(id), options));
  }

  /** Replaces name and edit of a template; without an edit it becomes blank. */
  async update(id: string, template: NewTemplate, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createEditCall('PUT', templatePath(id), { body: template, ...options }));
  }

  /** Deletes a template. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createEditCall('DELETE', templatePath(id), options));
  }

  /** Renders a template. @returns the render at once; what goes wrong, its methods tell. */
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
