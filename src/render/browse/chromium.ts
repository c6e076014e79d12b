import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { SANDBOX, SANDBOX_USER, sandboxEnvironment, sandboxObstacle } from './sandbox.ts';
import { unpackBrowser, type Unpacked } from './unpack.ts';

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
 * @param gone is called when it has ended, for whatever reason.
 * @throws {KinoraError} `browser_unavailable` when it does not start.
 */
export async function startChromium(folder: string, log: Logger, gone: () => void): Promise<Chromium> {
  const obstacle = await sandboxObstacle();
  if (obstacle) {
    log.error({ err: obstacle.cause }, 'The sandbox for Chromium cannot be built.');
    throw unavailable(obstacle.reason, obstacle.cause);
  }
  const unpacked = await unpackBrowser(folder).catch((error: unknown) => {
    log.error({ err: error, folder }, 'Chromium could not be unpacked.');
    throw unavailable('Chromium could not be unpacked', error);
  });
  const home = await mkdtemp(join(tmpdir(), 'kinora-browser-'));
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    const browser = await launch(unpacked, home);
    const ended = Promise.withResolvers<undefined>();
    browser.once('disconnected', () => {
      gone();
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
    throw unavailable('Chromium did not start', error);
  }
}

async function launch({ program, libraries, fonts }: Unpacked, home: string): Promise<Browser> {
  const config = join(home, 'fonts.conf');
  await writeFile(config, fontConfiguration(fonts, join(home, 'fonts')));
  if (SANDBOX_USER !== undefined) await chown(home, SANDBOX_USER, SANDBOX_USER);
  // Loading it takes longer than most commands that draw no page.
  const { chromium } = await import('playwright-core');
  return await chromium.launch({
    executablePath: SANDBOX,
    chromiumSandbox: true,
    args: SWITCHES,
    ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    env: {
      ...sandboxEnvironment(program, home),
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
function fontConfiguration(folder: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xml(folder)}</dir>
  <cachedir>${xml(cache)}</cachedir>
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

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function unavailable(reason: string, cause?: unknown): KinoraError {
  return new KinoraError('browser_unavailable', `HTML cannot be drawn on this machine: ${reason}.`, {
    cause,
  });
}
