import { readTimeline } from '../render/scene/layered-timeline.ts';
import { GlPainter } from './draw/gl-painter.ts';
import { LayerFiles } from './layer-files.ts';
import { PreviewPlayer } from './preview-player.ts';
import type { PreviewSource } from './preview-source.ts';
import type { PreviewState } from './preview-state.ts';
import { PreviewStage } from './preview-stage.ts';
import { openServerSource } from './server-source.ts';

/** Opens the edit that the server of the test offers under a name. */
async function openSource(name: string): Promise<PreviewSource> {
  return await openServerSource({ url: `/${name}`, token: 'any' }, {});
}

/**
 * Draws a frame as the page does and returns its pixels: RGBA from the upper left corner, in Base64. Empty if the page
 * leaves the frame to the engine.
 *
 * @param scale the part of the width and height in which it is drawn, and then enlarged.
 */
async function drawFrame(
  name: string,
  frame: number,
  width: number,
  height: number,
  scale: number,
): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const gl = canvas.getContext('webgl2', { antialias: false });
  if (!gl) throw new Error('The browser of the test has no WebGL2.');
  using files = new LayerFiles();
  const source = await openSource(name);
  files.source = source;
  using stage = new PreviewStage(readTimeline(source.timeline), files);
  using painter = new GlPainter(gl);
  const end = performance.now() + 30_000;
  const found = await stage.prepare(frame, () => performance.now() < end);
  if (!found) throw new Error(`Frame ${frame} of ${name} is not complete.`);
  if (!found.scene.layers.every((item) => painter.canPaint(item))) return '';
  painter.paint(found.scene, scale);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const rows = Array.from({ length: height }, (_, row) =>
    pixels.subarray(4 * width * (height - 1 - row), 4 * width * (height - row)),
  );
  const error = gl.getError();
  if (error) throw new Error(`WebGL reports error ${error}.`);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    // A data URL is a text.
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsDataURL(new Blob(rows));
  });
  return url.slice(url.indexOf(',') + 1);
}

/** What a preview has told since it was opened. */
interface Report {
  readonly states: PreviewState[];
  /** The seconds of the timeline that were shown, and when, in milliseconds of the page. */
  readonly shown: { readonly second: number; readonly at: number }[];
}

let preview: PreviewPlayer | undefined;
let report: Report = { states: [], shown: [] };

/** Opens an edit in a preview in place of the one before. */
async function openPreview(name: string, width: number, height: number): Promise<void> {
  preview?.[Symbol.dispose]();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  document.body.replaceChildren(canvas);
  const told: Report = { states: [], shown: [] };
  report = told;
  preview = new PreviewPlayer(canvas, {
    onState: (state) => told.states.push(state),
    onTime: (second) => told.shown.push({ second, at: performance.now() }),
  });
  preview.open(await openSource(name));
}

Object.assign(globalThis, {
  drawFrame,
  openPreview,
  /** Returns what the preview has told. */
  readReport: () => report,
  /** Plays, and returns when, in milliseconds of the page. */
  play: () => {
    preview?.play();
    return performance.now();
  },
  pause: () => preview?.pause(),
  seek: (second: number) => {
    preview?.seek(second);
    return performance.now();
  },
  /** Opens an edit in place of the one that is open. */
  changeEdit: async (name: string) => preview?.open(await openSource(name)),
  closePreview: () => preview?.[Symbol.dispose](),
});
