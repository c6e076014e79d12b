import { mkdtemp, rm } from 'node:fs/promises';
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
import { openProcessPool } from '../render/child/process-pool.ts';
import { openRenderer, type Renderer, type RendererConfig } from '../render/renderer.ts';
import { FRAME_LIMITS } from './inspection.ts';
import { openGenerator } from './open-generator.ts';
import { openRendererParts, type RendererSettings, type SourceAccess } from './renderer-parts.ts';

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
export async function openLocalRenderer(
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
