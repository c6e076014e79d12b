import type { Logger } from 'pino';
import { KinoraError } from '../base/errors.ts';
import { currentLogFields } from '../base/observe/log-fields.ts';
import { showControls } from '../base/text/show-controls.ts';
import { checkSettingNames } from '../doctor/check-setting-names.ts';
import { openRenderServices } from '../engine/render-services.ts';
import { findKeyWarning } from './find-key-warning.ts';
import { openLog, quietAwayDatabase } from './log/open-log.ts';
import { SETTING_NAMES, type Settings } from './settings.ts';
import { isConnectionLost } from '../store/connection/away.ts';
import { type ProcessRoles, type RunningKinora, start } from './start.ts';
import { createWelcome, findAddressWarning } from './welcome.ts';

// Repeated signals within this time count as one: a single Ctrl-C arrives from the terminal and from each npm
// process in between.
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Serves, renders or both until SIGINT, SIGTERM or SIGHUP. A second signal ends the process immediately.
 * Writes the address and an example to standard output, and the log to standard error. Writes the keys only to
 * a terminal, and only at the first start.
 *
 * @param unknownNames the names in the environment that look like settings and are none.
 * @throws {KinoraError} `invalid_setting` or `home_in_use` if it cannot start.
 */
export async function serve(
  settings: Settings,
  roles: ProcessRoles,
  unknownNames: readonly string[],
): Promise<void> {
  const level = settings.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
  const log = openLog({ level, hooks: { logMethod: quietAwayDatabase }, mixin: currentLogFields });
  // Before the start, which may fail because of them.
  for (const { found, advice } of checkSettingNames(unknownNames, SETTING_NAMES))
    log.warn({}, `${found} ${advice ?? ''}`);
  const running = await startOrExplain(settings, roles, log);
  const isTerminal = process.stdout.isTTY;
  const warning = findAddressWarning(running.publicUrl, settings);
  // On a terminal, the text for the user has the warning.
  if (roles.api && !isTerminal && warning !== undefined) log.warn({}, warning);
  const keyWarning = roles.api ? findKeyWarning(settings) : undefined;
  if (keyWarning !== undefined) log.warn({}, keyWarning);
  process.stdout.write(
    showControls(roles.api ? createWelcome(running, settings, isTerminal) : describeWorker(settings)),
  );
  await waitForStopSignal();
  process.stdout.write('Stopping. Send a second signal to stop immediately.\n');
  await running.stop();
}

/** Starts. If the database goes away during the start, says so instead of reporting an internal error. */
async function startOrExplain(settings: Settings, roles: ProcessRoles, log: Logger): Promise<RunningKinora> {
  try {
    return await start(settings, roles, openRenderServices, log);
  } catch (error) {
    if (error instanceof KinoraError || !isConnectionLost(error)) throw error;
    const message = 'The database went away during the start. Start Kinora again when the database is back.';
    throw new KinoraError('invalid_setting', message, { cause: error });
  }
}

/** Returns the line that a worker prints when it is ready. */
function describeWorker({ renders, rendersMemory }: Settings): string {
  const memory =
    rendersMemory === undefined ? '' : `, with ${(rendersMemory / 2 ** 30).toFixed(1)} GB of memory for them`;
  return `Kinora is ready to render. Renders at the same time: ${renders}${memory}.\n`;
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
