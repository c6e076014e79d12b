import { PreviewFault } from '../preview/preview-source.ts';
import { requestServer } from '../preview/server-source.ts';
import type { Access } from './access.ts';
import { askPatiently } from './passing-faults.ts';

/** Milliseconds between two questions about a render. */
const POLL_MS = 1000;

/** The files of a render that is done. Captions are absent if the edit asks for none. */
export interface PlayedRender {
  readonly url: string;
  readonly poster?: string | null;
  readonly captions?: string;
}

/** A render as the server shows it. */
interface ShownRender extends Partial<PlayedRender> {
  readonly status: string;
  readonly progress?: number;
  readonly error?: string;
  readonly outputs?: readonly PlayedRender[];
}

/** A render to wait for. */
export interface RenderOrder {
  readonly id: string;
  /** The place of the output in `outputs` of its edit, from 0. */
  readonly output: number;
}

/**
 * Waits until a render is done.
 *
 * @param onProgress called with the share that is done, from 0 to 1. Undefined while the render waits.
 * @param onFault called if the server cannot answer now. It is asked again.
 * @throws {PreviewFault} if there is no such render, or it has failed.
 */
export async function waitForRender(
  access: Access,
  { id, output }: RenderOrder,
  onProgress: (progress: number | undefined) => void,
  onFault: (fault: PreviewFault) => void,
  signal: AbortSignal,
): Promise<PlayedRender> {
  for (;;) {
    const render = await askPatiently(() => askRender(access, id, signal), signal, onFault);
    const { status, progress, error = '' } = render;
    if (status === 'failed') throw new PreviewFault('failed', `The render has failed: ${error}`);
    if (status === 'done') {
      const { url, ...files } = (render.outputs ? render.outputs[output] : render) ?? {};
      if (url === undefined) throw new PreviewFault('failed', `The render has no output ${output}.`);
      return { ...files, url };
    }
    onProgress(status === 'queued' ? undefined : progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}

async function askRender(access: Access, id: string, signal: AbortSignal): Promise<ShownRender> {
  const path = `/render/${encodeURIComponent(id)}?data=false`;
  const answer = await access.use(() => requestServer(access, path, {}, signal));
  // The cast is safe: the server answers with an envelope.
  return ((await answer.json()) as { readonly response: ShownRender }).response;
}
