import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { REPLACED_CODES } from './browse/page-rasters.ts';
import { runInChild } from './child/run-in-child.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';
import type { RenditionJob } from './renditions/make-rendition.ts';
import type { RenditionFile } from './renditions/rendition.ts';
import type { NeededDrawing } from './renditions/stills/needed-drawing.ts';

/**
 * Makes a rendition of a local file in a child process. An SVG that only a browser draws as it is meant is drawn by
 * the browser first. If it cannot, the SVG renderer draws it.
 *
 * @throws {KinoraError} the same errors as `makeRendition`, or the error of a process that exceeded its limits.
 */
export async function convertFile(
  job: RenditionJob,
  { log, children, browser }: RendererConfig,
  context: Pick<RequestContext, 'signal' | 'onProgress'>,
): Promise<RenditionFile> {
  const options = { ...context, log, children };
  const made = await runInChild({ kind: 'convert', ...job }, options);
  if (!('svg' in made)) return made;
  const png = await drawSvg({ browser, log }, made, context.signal);
  if (png === null) return await convertWith(null);
  const path = join(job.to.folder, `${job.to.name}-drawing.png`);
  try {
    await writeFile(path, png);
    return await convertWith(path);
  } finally {
    await rm(path, { force: true });
  }

  async function convertWith(drawing: string | null): Promise<RenditionFile> {
    const again = await runInChild({ kind: 'convert', ...job, drawing }, options);
    if ('svg' in again) throw new Error('A rendition asks for its drawing twice.');
    return again;
  }
}

/** Draws an SVG. @returns a PNG, or null if the browser cannot draw it. */
async function drawSvg(
  { browser, log }: Pick<RendererConfig, 'browser' | 'log'>,
  { svg, natural, size }: NeededDrawing,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    return (await browser.capture({ svg, natural, ...size }, [], signal)).png;
  } catch (error) {
    if (!(error instanceof KinoraError) || !REPLACED_CODES.includes(error.code)) throw error;
    log.warn({ err: error }, 'The browser could not draw an SVG for a rendition. The SVG renderer draws it.');
    return null;
  }
}
