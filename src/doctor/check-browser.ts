import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isDiskFull } from '../base/disk/disk-full.ts';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SILENT } from '../base/logger.ts';
import { startChromium } from '../render/browse/chromium.ts';
import { createSandboxEnvironment, findSandboxObstacle, SANDBOX_SCRIPT } from '../render/browse/sandbox.ts';
import type { RenderSettings } from '../render/settings.ts';
import { reportError, reportOk, reportWarning, type Found } from './check.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

/** The time that a browser may take to report its version. */
const LIMIT = { timeout: 5_000, killSignal: 'SIGKILL' } as const;

/** Checks that pages of HTML can be drawn. Starts a Chromium of the settings as a render does. */
export async function checkBrowser({ chromium }: Pick<RenderSettings, 'chromium'>): Promise<Found> {
  if (chromium !== undefined && !(await ignoreMissing(stat(chromium))))
    return reportError(
      `KINORA_CHROMIUM is ${chromium}, which is not there.`,
      'Install Chromium, or remove the setting to use the packaged one.',
    );
  const obstacle = await findSandboxObstacle(chromium);
  if (obstacle)
    return reportWarning(
      `Pages of HTML cannot be drawn: ${obstacle.reason}.`,
      'Edits with a page fail until then: docs/deploy.md#a-container.',
    );
  return chromium === undefined
    ? reportOk('Pages of HTML can be drawn, in both sandboxes.')
    : await checkStart(chromium);
}

async function checkStart(chromium: string): Promise<Found> {
  // A program that is no browser, and that never ends, would take much longer to notice when it is started.
  if (!(await tellsVersion(chromium))) return describeOther(chromium);
  return await useTemporaryFolder(async (folder) => {
    // The user of the sandbox must be able to read the fonts in it.
    await chmod(folder, 0o755);
    try {
      const started = await startChromium(folder, SILENT, () => undefined, chromium);
      const version = started.browser.version();
      await started.close();
      return reportOk(`Pages of HTML can be drawn with ${chromium} (${version}), in both sandboxes.`);
    } catch (error) {
      if (isDiskFull(error) || !(error instanceof KinoraError)) throw error;
      return describeOther(chromium);
    }
  });
}

async function tellsVersion(chromium: string): Promise<boolean> {
  const env = createSandboxEnvironment(chromium, '/');
  try {
    const { stdout } = await promisify(execFile)(SANDBOX_SCRIPT, ['--version'], { env, ...LIMIT });
    return /\d\.\d/.test(stdout);
  } catch {
    return false;
  }
}

function describeOther(chromium: string): Found {
  return reportError(
    `KINORA_CHROMIUM is ${chromium}, which does not start as Chromium does.`,
    'Set it to the program of Chromium itself, or remove the setting to use the packaged one: docs/html.md.',
  );
}
