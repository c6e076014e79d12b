import { join } from 'node:path';
import { SILENT } from '../../base/log.ts';
import { type Browser, type BrowserConfig, openBrowser } from './browser.ts';

/** Where root and everybody else keep the browser of the tests, so that it is unpacked once. */
const FOLDER =
  process.getuid?.() === 0 ? '/var/cache/kinora' : join(import.meta.dirname, '../../../.kinora/browser');

/** A browser for tests; it starts when a page comes. */
export function testBrowser(config: Partial<BrowserConfig> = {}): Browser {
  return openBrowser({ folder: FOLDER, log: SILENT, ...config });
}
