import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../../base/logger.ts';
import { createSettingsDirectory } from '../../generation/directory/provider-directories.ts';
import { openFolderLedger } from '../../generation/folder-ledger.ts';
import { createHome } from '../../home/home.ts';
import { openProcessPool } from '../../render/child/process-pool.ts';
import { openRenderer, type Renderer } from '../../render/renderer.ts';
import type { CommandLineSettings } from '../command-line-engine.ts';
import { FRAME_LIMITS } from '../inspection.ts';
import { openGenerator } from '../open-generator.ts';
import { openSegments } from '../open-segments.ts';
import { openRendererParts } from '../renderer-parts.ts';

/** A renderer that stays open between the calls of an agent. */
export interface AgentRenderer extends AsyncDisposable {
  readonly renderer: Pick<Renderer, 'render' | 'sheet' | 'dryRun' | 'probe'>;
  /** Folder for temporary files. */
  readonly folder: string;
}

/**
 * Opens the renderer for the tools of agents on this machine. It stays open, so that looking at the same edit again is
 * fast.
 *
 * @param folders the folders of the files that edits may name. Relative paths start from the first one.
 */
export async function openAgentRenderer(
  settings: CommandLineSettings,
  folders: readonly [string, ...string[]],
): Promise<AgentRenderer> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const home = await createHome(settings.home);
  const access = { localFiles: folders[0], enclosedIn: folders };
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
  const children = stack.adopt(openProcessPool({ refill: true }), (pool) => pool.close());
  const segments = openSegments(undefined, home, settings);
  const config = { ...parts, generated, segments, folder, children, frameLimits: FRAME_LIMITS };
  const renderer: Renderer = stack.adopt(openRenderer(config), (part) => part.close());
  const opened = stack.move();
  return { renderer, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
