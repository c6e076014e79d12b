import { writeFile } from 'node:fs/promises';
import type { Engine, EngineOptions } from '../render/engine.ts';
import { reduceToMoment, reduceToMoments } from '../edit/index.ts';
import type { ProcessPool } from '../render/child/process-pool.ts';
import type { Renderer, RenderOptions } from '../render/renderer.ts';
import { type LocalSettings, openLocalRenderer } from './open-local-renderer.ts';

/** The owner of all sources that commands fetch, so that all commands share one cache. */
const OWNER = 'local';

/**
 * Creates the engine of the command line. It accepts relative and `file:` sources and needs no database.
 *
 * @param children the pool of child processes. Without a pool, no child process is reused.
 */
export function createCommandLineEngine(settings: LocalSettings, children?: ProcessPool): Engine {
  return {
    render: (edit, to, options) =>
      withRenderer(settings, children, options, (renderer, run) => renderer.render(edit, to, run)),
    frame: (edit, at, to, options) =>
      withRenderer(settings, children, options, async (renderer, run) => {
        const request = { at, format: formatOf(to), watermark: run.watermark } as const;
        const { picture, warnings } = await renderer.frame(
          { ...edit, edit: reduceToMoment(edit.edit, at) },
          request,
          run,
        );
        await writeFile(to, picture);
        return warnings;
      }),
    sheet: (edit, sheet, to, options) =>
      withRenderer(settings, children, options, async (renderer, run) => {
        const request = { sheet, format: formatOf(to), watermark: run.watermark } as const;
        const moments = typeof sheet.moments === 'number' ? undefined : sheet.moments;
        const reduced = { ...edit, edit: reduceToMoments(edit.edit, moments) };
        const drawn = await renderer.sheet(reduced, request, run);
        await writeFile(to, drawn.picture);
        return drawn;
      }),
    probe: (source, options) =>
      withRenderer(settings, children, options, (renderer, run) => renderer.probe(source, run)),
  };
}

function formatOf(path: string): 'png' | 'jpeg' {
  return /\.jpe?g$/i.test(path) ? 'jpeg' : 'png';
}

/** Opens a renderer for one task. */
async function withRenderer<Outcome>(
  settings: LocalSettings,
  children: ProcessPool | undefined,
  {
    folder: localFiles,
    signal,
    onProgress,
    keepsSegments = true,
  }: Pick<EngineOptions, 'folder' | 'signal'> & Partial<EngineOptions>,
  work: (renderer: Renderer, options: RenderOptions) => Promise<Outcome>,
): Promise<Outcome> {
  await using opened = await openLocalRenderer(settings, { localFiles }, { children, keepsSegments });
  const { renderer, folder } = opened;
  return await work(renderer, { owner: OWNER, watermark: false, folder, signal, onProgress });
}
