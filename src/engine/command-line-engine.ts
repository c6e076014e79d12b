import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../base/logger.ts';
import type { Engine, EngineOptions } from '../render/engine.ts';
import { reduceToMoment, reduceToMoments } from '../edit/index.ts';
import { createSettingsDirectory } from '../generation/directory/provider-directories.ts';
import { openFolderLedger } from '../generation/folder-ledger.ts';
import type { GenerationSettings } from '../generation/settings.ts';
import { createHome } from '../home/home.ts';
import type { HomeSettings } from '../home/settings.ts';
import type { IngestSettings } from '../ingest/settings.ts';
import type { ProcessPool } from '../render/child/process-pool.ts';
import { openRenderer, type Renderer, type RenderOptions } from '../render/renderer.ts';
import { openGenerator } from './open-generator.ts';
import { openSegments } from './open-segments.ts';
import { openRendererParts, type RendererSettings } from './renderer-parts.ts';

/** The settings of the engine of the command line. */
export type CommandLineSettings = HomeSettings &
  RendererSettings &
  GenerationSettings &
  Pick<IngestSettings, 'ingestLimits'>;

/** The owner of all sources that commands fetch, so that all commands share one cache. */
const OWNER = 'local';

/**
 * Creates the engine of the command line. It accepts relative and `file:` sources and needs no database.
 *
 * @param children the pool of child processes. Without a pool, no child process is reused.
 */
export function createCommandLineEngine(settings: CommandLineSettings, children?: ProcessPool): Engine {
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

/** Opens a renderer for one task, with a folder for its temporary files. */
async function withRenderer<Outcome>(
  settings: CommandLineSettings,
  children: ProcessPool | undefined,
  {
    folder: localFiles,
    signal,
    onProgress,
    keepsSegments = true,
  }: Pick<EngineOptions, 'folder' | 'signal'> & Partial<EngineOptions>,
  work: (renderer: Renderer, options: RenderOptions) => Promise<Outcome>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const home = await createHome(settings.home);
  const parts = stack.use(await openRendererParts(settings, home, { localFiles }, SILENT));
  const generated = openGenerator({
    ...parts,
    directory: createSettingsDirectory(settings.services),
    ledger: openFolderLedger(home.generated),
    renderer: (): Renderer => renderer,
    imageLimits: settings.ingestLimits,
  });
  const segments = keepsSegments ? openSegments(undefined, home, settings) : undefined;
  const config = { ...parts, generated, segments, folder, children };
  const renderer: Renderer = stack.adopt(openRenderer(config), (opened) => opened.close());
  return await work(renderer, { owner: OWNER, watermark: false, folder, signal, onProgress });
}
