import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STUDIO_FOLDER } from '../src/base/built.js';

const ASSETS = join(STUDIO_FOLDER, 'assets');
/** Bytes of script, compressed with Brotli, that a view may load before it is shown. */
const MAX_BYTES = 110_000;

/** Adds a script and all that it imports before it runs. */
function addImports(scripts: Set<string>, name: string): void {
  if (scripts.has(name)) return;
  scripts.add(name);
  const text = readFileSync(join(ASSETS, name), 'utf8');
  for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    addImports(scripts, imported ?? '');
}

const sizeOf = (name: string): number =>
  (statSync(join(ASSETS, `${name}.br`), { throwIfNoEntry: false }) ?? statSync(join(ASSETS, name))).size;

it.each(['start', 'edit', 'renders', 'assets', 'settings'])(
  'the view %s of the Studio is shown after little script',
  (view) => {
    const entry = /assets\/([^"]+\.js)/.exec(readFileSync(join(STUDIO_FOLDER, 'index.html'), 'utf8'))?.[1];
    const scripts = new Set<string>();
    addImports(scripts, entry ?? '');
    // Builds before this one may have left their files.
    const page = new RegExp(`\\./(${view}-view-[\\w-]+\\.js)`).exec(
      readFileSync(join(ASSETS, entry ?? ''), 'utf8'),
    );
    addImports(scripts, page?.[1] ?? '');
    const bytes = [...scripts].reduce((sum, name) => sum + sizeOf(name), 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
  },
);
