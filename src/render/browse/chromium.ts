import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { createSandboxEnvironment, findSandboxObstacle, SANDBOX_SCRIPT, SANDBOX_USER } from './sandbox.ts';
import { unpackBrowser, type UnpackedBrowser } from './unpack-browser.ts';

/** A Chromium that runs. */
export interface Chromium {
  readonly browser: Browser;
  /** Ends it, and removes what it wrote. */
  close(): Promise<void>;
}

const START_MS = 30_000;

/**
 * Beside what playwright asks for: neither a graphics card nor a program that stands in for one, letters without regard for the grid of a screen, pictures that
 * do not move, and a bound to the memory of scripts. A page then looks the same on every machine.
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
 * Starts Chromium in its sandbox. It ends with this process, also when that is killed.
 *
 * @param folder as `unpackBrowser` takes it.
 * @param onEnded is called when it has ended, for whatever reason.
 * @throws {KinoraError} `browser_unavailable` when it does not start.
 */
export async function startChromium(folder: string, log: Logger, onEnded: () => void): Promise<Chromium> {
  const obstacle = await findSandboxObstacle();
  if (obstacle) {
    log.error({ err: obstacle.cause }, 'The sandbox for Chromium cannot be built.');
    throw createUnavailableError(obstacle.reason, obstacle.cause);
  }
  const unpacked = await unpackBrowser(folder).catch((error: unknown) => {
    log.error({ err: error, folder }, 'Chromium could not be unpacked.');
    throw createUnavailableError('Chromium could not be unpacked', error);
  });
  const home = await mkdtemp(join(tmpdir(), 'kinora-browser-'));
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    const browser = await launch(unpacked, home);
    const ended = Promise.withResolvers<undefined>();
    browser.once('disconnected', () => {
      onEnded();
      ended.resolve(undefined);
    });
    const removed = ended.promise.then(remove);
    removed.catch((error: unknown) => log.warn({ err: error, home }, 'What Chromium wrote is still there.'));
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
  // Loading it takes longer than most commands that draw no page.
  const { chromium } = await import('playwright-core');
  return await chromium.launch({
    executablePath: SANDBOX_SCRIPT,
    chromiumSandbox: true,
    args: SWITCHES,
    ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    env: {
      ...createSandboxEnvironment(program, home),
      FONTCONFIG_FILE: config,
      LD_LIBRARY_PATH: libraries,
    },
    timeout: START_MS,
    // Who stops this process says so to the one who opened the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

/** Makes a folder all that there is of fonts, drawn without regard for the grid of a screen. */
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

function createUnavailableError(reason: string, cause?: unknown): KinoraError {
  return new KinoraError('browser_unavailable', `HTML cannot be drawn on this machine: ${reason}.`, {
    cause,
  });
}
