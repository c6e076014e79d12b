import { KinoraError } from '../base/errors.ts';
import { resolveOutputPaths } from '../cli/output-paths.ts';
import { writeAtomically } from '../cli/write-atomically.ts';
import { listEditFiles } from '../edit/index.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import { findMadeFiles } from '../render/made-files.ts';
import type { OutputResult, RenderProgress } from '../render/renderer.ts';
import type { RenderedFile, RenderedFiles, RenderFileOptions } from './calls.ts';
import { loadValue } from './load-value.ts';

/** Renders an edit to files. See `render` of the library. */
export async function renderFiles(
  edit: unknown,
  options: Partial<RenderFileOptions> = {},
): Promise<RenderedFiles> {
  const { signal = new AbortController().signal, output, onProgress, cache: keepsSegments = true } = options;
  const loaded = loadValue(edit, options);
  const targets = resolveOutputPaths(toPaths(output), process.cwd(), loaded);
  using local = openLocalEngine();
  const engine = await local.engine;
  const report = (progress: RenderProgress): void => {
    // The identity of what was made is no progress.
    if (progress.made === undefined) onProgress?.(progress);
  };
  const rendered = await writeAtomically(targets, (temporary) =>
    engine.render(loaded.parsed, temporary, {
      ...{ folder: loaded.folder, signal, keepsSegments },
      onProgress: report,
    }),
  );
  const { warnings, others = [], ...first } = rendered;
  const [files, ...more] = listEditFiles(targets);
  return {
    outputs: [
      await describe(files, first),
      ...(await Promise.all(more.map((each, index) => describe(each, others[index])))),
    ],
    warnings,
  };
}

/** Programs without types may pass anything. */
function toPaths(output: unknown): string[] {
  const paths = [output].flat();
  if (paths.every((path) => typeof path === 'string')) return paths;
  throw new KinoraError('validation_failed', '`output` must be the path of a file, or a list of paths.');
}

async function describe(
  files: Parameters<typeof findMadeFiles>[0],
  { width, height, frames, duration }: OutputResult = {},
): Promise<RenderedFile> {
  return {
    ...(await findMadeFiles(files)),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frames !== undefined && { frames }),
    ...(duration !== undefined && { duration }),
  };
}
