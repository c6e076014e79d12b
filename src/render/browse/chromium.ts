import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { createSandboxEnvironment, findSandboxObstacle, SANDBOX_SCRIPT, SANDBOX_USER } from './sandbox.ts';
import { unpackBrowser, type UnpackedBrowser, useInstalledBrowser } from './unpack-browser.ts';
import { usePath } from '../../base/process/paths-in-use.ts';

/** A running Chromium. */
export interface Chromium {
  readonly browser: Browser;
  /** Closes Chromium and removes its temporary files. */
  close(): Promise<void>;
}

const START_MS = 30_000;

/**
 * Switches in addition to those of Playwright. They make a page look the same on every machine: they disable
 * the GPU, its software replacement, subpixel text rendering, font hinting and animated images. They also
 * limit the memory of scripts.
 */
const SWITCHES = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-lcd-text',
  '--blink-settings=imageAnimationPolicy=2',
  '--font-render-hinting=none',
  '--js-flags=--max-old-space-size=1024',
];

/**
 * Starts Chromium in its sandbox. If this process is killed, Chromium exits, too.
 *
 * @param folder see `unpackBrowser`.
 * @param onEnded called after Chromium has exited for any reason.
 * @param installed path of a Chromium of this machine, in place of the packaged one.
 * @throws {KinoraError} `browser_unavailable` if Chromium does not start.
 */
export async function startChromium(
  folder: string,
  log: Logger,
  onEnded: () => void,
  installed?: string,
): Promise<Chromium> {
  const obstacle = await findSandboxObstacle(installed);
  if (obstacle) {
    log.error({ err: obstacle.cause }, 'Could not create the sandbox for Chromium.');
    // The reason says what to do. With a cause, the command line would ask for a report.
    throw createUnavailableError(obstacle.reason);
  }
  const prepare = installed === undefined ? unpackBrowser(folder) : useInstalledBrowser(installed, folder);
  const prepared = await prepare.catch((error: unknown) => {
    log.error({ err: error, folder }, 'Could not prepare Chromium.');
    throw createUnavailableError('Chromium could not be prepared', error);
  });
  const home = await mkdtemp(join(tmpdir(), 'kinora-browser-'));
  // Ends when the folder is removed.
  usePath(home);
  // Processes of Chromium may still write when it has already said that it ends.
  const remove = (): Promise<void> =>
    rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  try {
    const browser = await launch(prepared, home);
    const ended = Promise.withResolvers<undefined>();
    browser.once('disconnected', () => {
      onEnded();
      ended.resolve(undefined);
    });
    const removed = ended.promise.then(remove);
    removed.catch((error: unknown) =>
      log.warn({ err: error, home }, 'Could not remove the temporary files of Chromium.'),
    );
    return {
      browser,
      async close() {
        await browser.close();
        await removed;
      },
    };
  } catch (error) {
    await remove();
    log.error({ err: error }, 'Chromium did not start.');
    throw createUnavailableError('Chromium did not start', error);
  }
}

async function launch({ program, libraries, fonts }: UnpackedBrowser, home: string): Promise<Browser> {
  const config = join(home, 'fonts.conf');
  await writeFile(config, createFontConfiguration(fonts, join(home, 'fonts')));
  if (SANDBOX_USER !== undefined) await chown(home, SANDBOX_USER, SANDBOX_USER);
  // Load Playwright only to draw a page. Loading it takes longer than most commands without pages.
  const { chromium } = await import('playwright-core');
  return await chromium.launch({
    executablePath: SANDBOX_SCRIPT,
    chromiumSandbox: true,
    // Playwright would create a folder that a killed process leaves behind.
    artifactsDir: join(home, 'artifacts'),
    args: SWITCHES,
    ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    env: {
      ...createSandboxEnvironment(program, home),
      FONTCONFIG_FILE: config,
      ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }),
    },
    timeout: START_MS,
    // Playwright must not handle signals: the code that stops this process also closes the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

/** Creates a Fontconfig file that has one folder as the only source of fonts and disables hinting. */
function createFontConfiguration(folder: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(folder)}</dir>
  <cachedir>${escapeXml(cache)}</cachedir>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Returns why this machine cannot run Chromium, as a sentence. Undefined if it can, as far as is known. */
export async function describeObstacle(installed?: string): Promise<string | undefined> {
  const obstacle = await findSandboxObstacle(installed);
  return obstacle && createUnavailableError(obstacle.reason).message;
}

function createUnavailableError(reason: string, cause?: unknown): KinoraError {
  return new KinoraError('browser_unavailable', `HTML cannot be drawn on this machine: ${reason}.`, {
    cause,
  });
}
