/**
 * The program of the thread that runs the SVG renderer. It draws one SVG for each message. The caller waits for
 * the signal and can end the thread, because nothing else stops the renderer.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { SvgAnswer, SvgRequest, SvgThreadData } from './svg-renderer.ts';

// The cast is safe: the only caller is `svg-renderer.ts`.
const { port, signal } = workerData as SvgThreadData;

function answer({ markup, font, width }: SvgRequest): SvgAnswer {
  try {
    const drawing = new Resvg(markup, {
      font,
      ...(width !== undefined && { fitTo: { mode: 'width', value: width } }),
    });
    if (width === undefined) return { width: drawing.width, height: drawing.height };
    const image = drawing.render();
    const picture = { width: image.width, height: image.height, pixels: image.pixels };
    image.free();
    drawing.free();
    return picture;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    // The message of the parser: "SVG data parsing failed cause ...".
    return cause instanceof Error && cause.name === 'RuntimeError'
      ? { failure: message }
      : { reason: message.replace(/^.* cause /, '') };
  }
}

await initWasm(readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
port.on('message', (request: SvgRequest) => {
  const answered = answer(request);
  port.postMessage(answered, 'pixels' in answered ? [answered.pixels.buffer as ArrayBuffer] : []);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
