import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FontPage } from './font-page.fixture.ts';

const PAGE = fileURLToPath(new URL('./font-page.fixture.ts', import.meta.url));

/** Draws the page in a process of its own. */
async function drawPage(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<FontPage> {
  const { stdout } = await promisify(execFile)(process.execPath, [PAGE, ...args], { env, timeout: 60_000 });
  return JSON.parse(stdout) as FontPage;
}

describe('the fonts of the machine', () => {
  let hidden: FontPage;
  let visible: FontPage;

  beforeAll(async () => {
    [hidden, visible] = await Promise.all([
      // As the render process is started; and as the canvas is by itself, with other fonts under the names of ours besides:
      // a machine may have no fonts at all.
      drawPage({ DISABLE_SYSTEM_FONTS_LOAD: '1' }),
      drawPage({}, 'decoy'),
    ]);
  }, 90_000);

  test('are not even looked at by a render', () => {
    expect(hidden.families).toBe(0);
  });

  test('change what is drawn without care', () => {
    expect(visible.naive).not.toBe(hidden.naive);
  });

  test('change nothing of what we draw, in any script', () => {
    expect(visible.page).toBe(hidden.page);
  });
});
