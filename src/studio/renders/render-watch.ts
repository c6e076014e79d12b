import { signal } from '@preact/signals';
import type { KinoraClient, Render } from '../../client/index.ts';
import { writeEdit } from '../document/edit-text.ts';
import { describeError } from '../shell/describe-error.ts';
import { applyToRender, isEnded } from './render-rows.ts';

/** Milliseconds before the next try if an event stream has ended early. */
const RETRY_MS = 2000;

/** One render, followed until it is finished. */
export class RenderWatch {
  readonly render = signal<Render | undefined>(undefined);
  readonly failure = signal<string | undefined>(undefined);
  /** JSON text of the edit as it was submitted. */
  readonly edit = signal<string | undefined>(undefined);
  private readonly client: KinoraClient;
  private readonly id: string;
  private readonly closing = new AbortController();

  constructor(client: KinoraClient, id: string) {
    this.client = client;
    this.id = id;
  }

  /** Follows the render until it is finished or {@link RenderWatch.close} is called. */
  async open(): Promise<void> {
    while (!this.isClosed()) {
      try {
        await this.load();
        const { value } = this.render;
        if (value && isEnded(value.status)) return;
        await this.follow();
      } catch (error) {
        if (this.isClosed()) return;
        this.failure.value = describeError(error);
        // Without a first answer, there is nothing to keep up to date.
        if (!this.render.peek()) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Ends all requests. */
  close(): void {
    this.closing.abort();
  }

  /** Cancels the render, or deletes it with its files if it is finished. */
  async remove(): Promise<void> {
    await this.client.renders.handle(this.id).cancel();
  }

  private isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async load(): Promise<void> {
    const isFirst = this.edit.peek() === undefined;
    const { data, ...render } = await this.client.renders.get(this.id, {
      data: isFirst,
      signal: this.closing.signal,
    });
    this.render.value = render;
    this.failure.value = undefined;
    if (data) this.edit.value = writeEdit(data);
  }

  private async follow(): Promise<void> {
    for await (const change of this.client.renders.handle(this.id).events({ signal: this.closing.signal })) {
      const render = this.render.peek();
      if (render) this.render.value = applyToRender(render, change);
      if (isEnded(change.status)) return;
    }
  }
}
