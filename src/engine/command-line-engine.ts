import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import type { Engine, EngineOptions } from '../render/engine.ts';
import { reduceToMoment, reduceToMoments } from '../edit/index.ts';
import { type ProcessPool, openProcessPool } from '../render/child/process-pool.ts';
import { type Renderer, type RenderOptions, openRenderer, type RendererConfig } from '../render/renderer.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../base/logger.ts';
import { createSettingsDirectory } from '../generation/directory/provider-directories.ts';
import { openFolderLedger } from '../generation/folder-ledger.ts';
import type { GenerationSettings } from '../generation/settings.ts';
import { createHome } from '../home/home.ts';
import type { HomeSettings } from '../home/settings.ts';
import { DiskSegments } from '../hosting/segments/disk-segments.ts';
import type { IngestSettings } from '../ingest/settings.ts';
import { FRAME_LIMITS } from './inspection.ts';
import { openGenerator } from './open-generator.ts';
import { openRendererParts, type RendererSettings, type SourceAccess } from './renderer-parts.ts';

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

/** The settings of a renderer without server and database. */
export type LocalSettings = HomeSettings &
  RendererSettings &
  GenerationSettings &
  Pick<IngestSettings, 'ingestLimits'>;

/** A renderer without server and database. */
export interface LocalRenderer extends AsyncDisposable {
  readonly renderer: Renderer;
  /** Folder for temporary files. */
  readonly folder: string;
}

/** The options of a local renderer. */
interface LocalOptions extends Pick<RendererConfig, 'children' | 'frameLimits'> {
  /** False if renders keep nothing, and use nothing of earlier ones. */
  readonly keepsSegments?: boolean;
}

/** Opens a renderer of this machine, with a folder for its temporary files. */
async function openLocalRenderer(
  settings: LocalSettings,
  access: SourceAccess,
  { keepsSegments = true, ...options }: LocalOptions,
): Promise<LocalRenderer> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const home = await createHome(settings.home);
  const parts = stack.use(await openRendererParts(settings, home, access, SILENT));
  const generated = stack.adopt(
    openGenerator({
      ...parts,
      directory: createSettingsDirectory(settings.services),
      ledger: openFolderLedger(home.generated),
      renderer: (): Renderer => renderer,
      imageLimits: settings.ingestLimits,
    }),
    (part) => part.close(),
  );
  const { segmentBytes } = settings;
  const segments =
    keepsSegments && segmentBytes > 0 ? new DiskSegments(home.segments, segmentBytes) : undefined;
  const config = { ...parts, ...options, generated, segments, folder };
  const renderer: Renderer = stack.adopt(openRenderer(config), (part) => part.close());
  const opened = stack.move();
  return { renderer, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/**
 * Opens the renderer for the tools of agents on this machine. It stays open, so that looking at the same edit again is
 * fast.
 *
 * @param folders the folders of the files that edits may name. Relative paths start from the first one.
 */
export async function openAgentRenderer(
  settings: LocalSettings,
  folders: readonly [string, ...string[]],
): Promise<LocalRenderer> {
  await using stack = new AsyncDisposableStack();
  const children = stack.adopt(openProcessPool({ refill: true }), (pool) => pool.close());
  const access = { localFiles: folders[0], enclosedIn: folders };
  const options = { children, frameLimits: FRAME_LIMITS };
  const { renderer, folder } = stack.use(await openLocalRenderer(settings, access, options));
  const opened = stack.move();
  return { renderer, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
