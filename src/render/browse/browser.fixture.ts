import { join } from 'node:path';
import { SILENT } from '../../base/logger.ts';
import { type Browser, type BrowserConfig, openBrowser } from './browser.ts';
import { findSandboxObstacle } from './sandbox.ts';

/** Where root and everybody else keep the browser of the tests, so that it is unpacked once. */
const FOLDER =
  process.getuid?.() === 0 ? '/var/cache/kinora' : join(import.meta.dirname, '../../../.kinora/browser');

/** Why nothing can be browsed on this machine, in which case tests that do are skipped. */
export const obstacle = (await findSandboxObstacle())?.reason;
if (obstacle !== undefined) process.stderr.write(`Tests with pages of HTML are skipped: ${obstacle}.\n`);

/** A browser for tests; it starts when a page comes. */
export function testBrowser(config: Partial<BrowserConfig> = {}): Browser {
  return openBrowser({ folder: FOLDER, log: SILENT, ...config });
}
