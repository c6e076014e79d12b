import { resolveOutputPaths } from '../render/output-paths.ts';
import { writeAtomically } from '../render/write-atomically.ts';
import { listEditFiles } from '../edit/index.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import { findMadeFiles } from '../render/made-files.ts';
import type { OutputResult, RenderProgress } from '../render/renderer.ts';
import type { RenderedFile, RenderedFiles, RenderFileOptions } from './calls.ts';
import { checkOptions, RENDER_RULES } from './check-options.ts';
import { loadValue } from './load-value.ts';

const HOW_TO_NAME = 'For several, `output` is a list of paths.';

/** Renders an edit to files. See `render` of the library. */
export async function renderFiles(edit: unknown, options: unknown = {}): Promise<RenderedFiles> {
  const checked = await checkOptions<RenderFileOptions>(options, RENDER_RULES);
  const { output, onProgress, cache: keepsSegments = true, folder, signal } = checked;
  const loaded = loadValue(edit, checked);
  const targets = resolveOutputPaths([output].flat(), process.cwd(), loaded, HOW_TO_NAME);
  using local = openLocalEngine();
  const engine = await local.engine;
  const report = (progress: RenderProgress): void => {
    // The identity of a made stream is no progress.
    if (progress.made === undefined) onProgress?.(progress);
  };
  const rendered = await writeAtomically(targets, (temporary) =>
    engine.render(loaded.parsed, temporary, {
      folder,
      signal,
      keepsSegments,
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
