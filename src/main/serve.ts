import pino from 'pino';
import { openRenderServices } from '../engine/render-services.ts';
import type { Settings } from './settings.ts';
import { type ProcessRoles, start } from './start.ts';
import { createWelcome, findAddressWarning } from './welcome.ts';

// Repeated signals within this time count as one: a single Ctrl-C arrives from the terminal and from each npm
// process in between.
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Serves, renders or both until SIGINT, SIGTERM or SIGHUP. A second signal ends the process immediately.
 * Writes the address and an example to standard output, and the log to standard error. Writes the keys only to
 * a terminal, and only at the first start.
 *
 * @throws {KinoraError} `invalid_setting` or `home_in_use` if it cannot start.
 */
export async function serve(settings: Settings, roles: ProcessRoles): Promise<void> {
  const level = settings.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
  const log = pino({ level }, pino.destination({ fd: process.stderr.fd, sync: true }));
  const running = await start(settings, roles, openRenderServices, log);
  const isTerminal = process.stdout.isTTY;
  const warning = findAddressWarning(running.publicUrl, settings);
  // On a terminal, the text for the user has the warning.
  if (roles.api && !isTerminal && warning !== undefined) log.warn({}, warning);
  process.stdout.write(
    roles.api
      ? createWelcome(running, settings, isTerminal)
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
