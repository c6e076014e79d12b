import { stat } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Backend } from '../agents/backend.ts';
import { KinoraError } from '../base/errors.ts';
import type { AnswerAgent } from '../agents/agent-endpoint.ts';
import type { Logger } from '../base/logger.ts';
import { locateServer } from './locate-server.ts';
import { openLog } from './log/open-log.ts';
import type { Settings } from './settings.ts';
import type { McpOptions } from '../cli/command-dependencies.ts';

/**
 * Serves the tools for agents over the standard streams, until the agent goes away.
 *
 * @param loadSettings reads the settings, with a folder that relative paths start from.
 * @param signal ends the session.
 * @throws {KinoraError} `invalid_setting` if the folder is missing.
 */
export async function serveAgents(
  { folder: given = '.' }: McpOptions,
  loadSettings: (workingFolder: string) => Settings,
  signal: AbortSignal,
): Promise<void> {
  const folder = await checkFolder(given);
  const settings = loadSettings(folder);
  // Standard output belongs to the protocol.
  const log = openLog({ level: settings.logLevel ?? 'warn' });
  const { serveStdio } = await import('../agents/serve-stdio.ts');
  const backend =
    settings.publicUrl === undefined ? await openLocal(settings, folder) : await openRemote(settings, folder);
  const { stdin, stdout } = process;
  await serveStdio({ stdin, stdout, signal, backend, log, version: manifest.version });
}

/** Creates the endpoint of the server for agents. */
export async function openAgentEndpoint(log: Logger): Promise<AnswerAgent> {
  const { createAgentEndpoint } = await import('../agents/agent-endpoint.ts');
  return createAgentEndpoint({ version: manifest.version, log });
}

async function checkFolder(given: string): Promise<string> {
  const folder = resolve(given);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new KinoraError(
      'invalid_setting',
      `The folder ${folder} does not exist. Set --folder to the folder of your media.`,
    );
  if (folder !== parse(folder).root) return folder;
  // Some programs start their tools there.
  throw new KinoraError(
    'invalid_setting',
    `Agents may not use all files of this machine. Set --folder to the folder of your media, not to ${folder}.`,
  );
}

async function openLocal(settings: Settings, folder: string): Promise<Backend> {
  const { createLocalBackend } = await import('../engine/agents/local-backend.ts');
  const { openAgentRenderer } = await import('../engine/open-local-renderer.ts');
  const { DESIGN_FOLDER } = await import('../agents/designs.ts');
  return createLocalBackend({
    open: () => openAgentRenderer(settings, [folder, DESIGN_FOLDER]),
    folder,
    dialect: settings.dialect,
    concurrency: settings.renders,
  });
}

async function openRemote(settings: Settings, folder: string): Promise<Backend> {
  const { createServerBackend } = await import('../agents/server-backend.ts');
  const { computeHere } = await import('../agents/compute/compute.ts');
  const { createConnector, hintForUser } = await import('../agents/connect-server.ts');
  const server = await locateServer(settings, 'v1');
  return createServerBackend({
    place: `with the server ${server.url}`,
    folder,
    connect: createConnector(server),
    hint: hintForUser(server),
    compute: computeHere,
  });
}
