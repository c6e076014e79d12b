import { constants } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { codeOf } from '../base/code-of.ts';
import { keepCompiled } from '../base/compiled.js';
import { KinoraError } from '../base/errors.ts';
import { run } from '../cli/run.ts';
import type { Children } from '../render/children.ts';
import type { Settings } from './settings.ts';

/** How long a command that was told to stop may take to clean up, in milliseconds. */
const CLEAN_UP_MS = 10_000;

keepCompiled();

async function settings(): Promise<Settings> {
  const { readSettings } = await import('./settings.ts');
  return readSettings(process.env, process.cwd());
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      stopping.abort(new KinoraError('cancelled', 'The render was stopped.'));
      setTimeout(() => process.exit(128 + constants.signals[name]), CLEAN_UP_MS).unref();
    });
  }
  return stopping.signal;
}

// Who reads what we write may stop, as `head` does; that is no reason to stop as well, or to show a stack.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
  });
}

/** The process that will do the work of a command; it starts while this one still loads what it needs itself. */
let children: Children | undefined;

// What only one command needs is loaded by that command: `kinora --help` answers at once.
process.exitCode = await run(process.argv.slice(2), {
  version: manifest.version,
  terminal: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, cwd: process.cwd() },
  stopSignal,
  engine: async () => {
    const { openChildren } = await import('../render/children.ts');
    children = openChildren({ again: false });
    children.ready();
    const { commandLineEngine } = await import('./engine.ts');
    return commandLineEngine(await settings(), children);
  },
  administer: async (name, input) => {
    const { reachAdministration } = await import('./reach-administration.ts');
    return await reachAdministration(await settings())(name, input);
  },
  serve: async (what) => {
    const { serve } = await import('./serve.ts');
    await serve(await settings(), what);
  },
});
children?.close();
