import { constants } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { errorCodeOf } from '../base/error-code.ts';
import { cacheCompiledCode } from '../base/compile-cache.js';
import { KinoraError } from '../base/errors.ts';
import type { AdminSession } from '../operations/admin-operations.ts';
import type { Engine } from '../render/engine.ts';
import { run } from '../cli/run.ts';
import { openTerminal } from '../cli/terminal.ts';
import type { Settings } from './settings.ts';

/** Milliseconds that a command may take to clean up after a signal. */
const MAX_CLEANUP_MS = 10_000;

cacheCompiledCode();

async function loadSettings(): Promise<Settings> {
  const settings = await import('./settings.ts');
  return settings.loadSettings();
}

function createStopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      stopping.abort(new KinoraError('cancelled', 'The render was stopped.'));
      setTimeout(() => process.exit(128 + constants.signals[name]), MAX_CLEANUP_MS).unref();
    });
  }
  return stopping.signal;
}

// The reader of the output may stop early, as `head` does. The command continues without an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (errorCodeOf(error) !== 'EPIPE') throw error;
  });
}

/** The engine of a command that needs one. */
let local: Disposable | undefined;

async function openEngine(): Promise<Engine> {
  const { openLocalEngine } = await import('./open-local-engine.ts');
  const opened = openLocalEngine();
  local = opened;
  return await opened.engine;
}

async function openSession(): Promise<AdminSession> {
  const { openAdministration } = await import('../administration/open-administration.ts');
  return openAdministration(await loadSettings());
}

// Each command loads its own code only when it runs, so `kinora --help` starts fast.
process.exitCode = await run(process.argv.slice(2), {
  version: manifest.version,
  terminal: openTerminal({
    stdin: process.stdin,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
  stopSignal: createStopSignal,
  engine: openEngine,
  examine: async function* (examination) {
    const { examine } = await import('./examine.ts');
    const load = async () => (await import('./settings.ts')).examineOwnSettings();
    yield* examine(load, openEngine, examination);
  },
  defaultDialect: async () => (await loadSettings()).dialect,
  server: async (stage) => {
    const { locateServer } = await import('./locate-server.ts');
    return await locateServer(await loadSettings(), stage);
  },
  models: async () => {
    const { locateHome } = await import('../home/home.ts');
    const { home, transcriber } = await loadSettings();
    return { folder: locateHome(home).models, transcriber };
  },
  runAdminOperation: async (name, input) => {
    await using session = await openSession();
    return await session.run(name, input);
  },
  backupTools: async () => {
    const { openTools } = await import('./open-tools.ts');
    return openTools(await loadSettings(), manifest.version);
  },
  storageSession: openSession,
  serveAgents: async (options, signal) => {
    const { readSettings } = await import('./settings.ts');
    const { serveAgents } = await import('./serve-agents.ts');
    await serveAgents(options, (folder) => readSettings(process.env, folder), signal);
  },
  serve: async (roles) => {
    const { serve } = await import('./serve.ts');
    const { findUnknownNames } = await import('./settings.ts');
    await serve(await loadSettings(), roles, findUnknownNames(process.env));
  },
});
local?.[Symbol.dispose]();
