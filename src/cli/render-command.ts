import { formatBytes } from './format-bytes.ts';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  hasPictures,
  isStill,
  listEditFiles,
  listOutputs,
  type Output,
  type RenderFiles,
} from '../edit/index.ts';
import { findMadeFiles } from '../render/made-files.ts';
import type { OutputResult } from '../render/renderer.ts';
import type { RenderParts } from './command-dependencies.ts';
import { formatWarnings } from './diagnostics.ts';
import { pluralize } from './pluralize.ts';
import { loadEdit } from './load-edit.ts';
import { createProgressDisplay } from './progress-display.ts';
import { resolveOutputPaths } from '../render/output-paths.ts';
import { writeAtomically } from '../render/write-atomically.ts';

/**
 * Runs `kinora render`: renders the output of an edit, shows the progress, and prints a summary.
 *
 * @param file path of the edit, or `-` for standard input.
 * @param out paths of the outputs, relative to the working folder: one for each output of the edit.
 * @param keepsSegments false if a render keeps nothing, and uses nothing of earlier ones.
 * @throws {KinoraError} if the edit is not valid or cannot be rendered. In that case, `out` is not changed.
 */
export async function renderCommand(
  file: string,
  out: readonly string[],
  { terminal, engine, dialect, signal, keepsSegments }: RenderParts & { readonly keepsSegments: boolean },
): Promise<void> {
  const loaded = await loadEdit(file, dialect, terminal);
  const { parsed, folder } = loaded;
  const targets = resolveOutputPaths(out, terminal.cwd, loaded);
  const progress = createProgressDisplay(terminal, listOutputs(parsed.edit).length);
  const startedAt = performance.now();
  try {
    const rendered = await writeAtomically(targets, (temporary) =>
      engine.render(parsed, temporary, { folder, signal, keepsSegments, onProgress: progress.report }),
    );
    progress.end();
    for (const line of formatWarnings(loaded.document, rendered.warnings)) terminal.stderr.write(`${line}\n`);
    const took = performance.now() - startedAt;
    const facts = [rendered, ...(rendered.others ?? [])];
    for (const [index, files] of listEditFiles(targets).entries()) {
      const content = describeContent(listOutputs(parsed.edit)[index]?.output, facts[index]);
      const size = await sumSizes(await findMadeFiles(files));
      terminal.stdout.write(`${formatSummary(basename(files.output), content, size, took)}\n`);
      for (const line of formatOtherFiles(files)) terminal.stdout.write(`${line}\n`);
    }
  } finally {
    progress.end();
  }
}

/** Returns the bytes of the output, with all parts of an HLS. */
async function sumSizes({ output, parts = [] }: RenderFiles<string>): Promise<number> {
  const sizes = await Promise.all([output, ...parts].map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Formats the summary: `out.mp4: 1280x720, 5.00 s of video, 400.0 kB, rendered in 3.1 s`. */
function formatSummary(name: string, content: string, bytes: number, tookMs: number): string {
  return `${name}: ${content}, ${formatBytes(bytes)}, rendered in ${(tookMs / 1000).toFixed(1)} s`;
}

function describeContent(
  output: Output | undefined,
  { duration = 0, frames = 0, width, height, segments }: Partial<OutputResult> = {},
): string {
  if (!output) return '';
  const length = `${duration.toFixed(2)} s`;
  if (isStill(output)) return `${width}x${height}`;
  if (!hasPictures(output)) return `${length} of sound`;
  if (output.format === 'gif') return `${width}x${height}, ${length}, ${pluralize(frames, 'frame')}`;
  if (output.format === 'zip') return `${width}x${height}, ${length}, ${pluralize(frames, 'image')}`;
  return `${width}x${height}, ${length} of video${describeReuse(segments)}`;
}

function describeReuse(
  { reused, made }: NonNullable<OutputResult['segments']> = { reused: 0, made: 0 },
): string {
  return reused === 0 ? '' : `, ${reused} of ${pluralize(reused + made, 'segment')} kept from earlier`;
}

/** Formats a line for each file beside the output: `out-poster.jpg: the poster`. */
function formatOtherFiles({ poster, thumbnail, captions }: RenderFiles<string>): string[] {
  return [
    ...(poster === undefined ? [] : [`${basename(poster)}: the poster`]),
    ...(thumbnail === undefined ? [] : [`${basename(thumbnail)}: the thumbnail`]),
    ...(captions === undefined ? [] : [`${basename(captions)}: the captions`]),
  ];
}
