import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FontPage } from './font-page.fixture.ts';

const PAGE = fileURLToPath(new URL('./font-page.fixture.ts', import.meta.url));

/** Draws the page in a separate process. */
async function drawPage(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<FontPage> {
  const { stdout } = await promisify(execFile)(process.execPath, [PAGE, ...args], { env, timeout: 60_000 });
  return JSON.parse(stdout) as FontPage;
}

describe('the fonts of the machine', () => {
  let hidden: FontPage;
  let visible: FontPage;

  beforeAll(async () => {
    [hidden, visible] = await Promise.all([
      // The first is configured like a media process. The second uses the default settings of the canvas and
      // registers decoy fonts, because the machine may have no fonts at all.
      drawPage({ DISABLE_SYSTEM_FONTS_LOAD: '1' }),
      drawPage({}, 'decoy'),
    ]);
  }, 90_000);

  test('are not even loaded by a media process', () => {
    expect(hidden.families).toBe(0);
  });

  test('change what the plain canvas API draws', () => {
    expect(visible.naive).not.toBe(hidden.naive);
  });

  test('do not change what Kinora draws in any script', () => {
    expect(visible.page).toBe(hidden.page);
  });
});
