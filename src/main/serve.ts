import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { openRenderServices } from '../engine/render-services.ts';
import type { Settings } from './settings.ts';
import { type ProcessRoles, type RunningKinora, start } from './start.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/hello.json', import.meta.url));

// Repeated signals within this time count as one: a single Ctrl-C arrives from the terminal and from each npm
// process in between.
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Serves, renders or both until SIGINT, SIGTERM or SIGHUP. A second signal ends the process immediately.
 * Writes the address, the keys and an example to standard output, and the log to standard error.
 *
 * @throws {KinoraError} `invalid_setting` or `home_in_use` if it cannot start.
 */
export async function serve(settings: Settings, roles: ProcessRoles): Promise<void> {
  const level = settings.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
  const log = pino({ level }, pino.destination({ fd: process.stderr.fd, sync: true }));
  const running = await start(settings, roles, openRenderServices, log);
  process.stdout.write(
    roles.api
      ? createWelcome(running)
      : `Kinora is ready to render. Renders at the same time: ${settings.renders}.\n`,
  );
  await waitForStopSignal();
  process.stdout.write('Stopping. Send a second signal to stop immediately.\n');
  await running.stop();
}

function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = (): void => {
      first ??= Date.now();
      if (Date.now() - first > REPEATED_SIGNAL_MS) process.exit(130);
      resolve();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  });
}

function createWelcome({ publicUrl, keys }: RunningKinora): string {
  const v1 = keys?.v1 ?? '';
  const example = relative(process.cwd(), EXAMPLE);
  return `Kinora is ready at ${publicUrl}

  key for v1     ${v1}
  key for stage  ${keys?.stage ?? ''}

Render an example:

  curl -H 'x-api-key: ${v1}' -H 'content-type: application/json' -d @${example} ${publicUrl}/edit/v1/render

Then request its status, with the id from the response:

  curl -H 'x-api-key: ${v1}' '${publicUrl}/edit/v1/render/<id>?data=false'

`;
}
