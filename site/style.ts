import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './site-map.ts';

/** Creates the style of the site: its own rules, after the colours, sizes and fonts of the Studio. */
export async function createStyle(): Promise<string> {
  const tokens = await readFile(join(ROOT, 'src/studio/style/tokens.css'), 'utf8');
  const own = await readFile(join(import.meta.dirname, 'style/site.css'), 'utf8');
  return `${followSystem(tokens)}\n${own}`;
}

/** The Studio has a switch for its theme. The site follows the system, without a script. */
function followSystem(tokens: string): string {
  return tokens
    .replace(/url\('@fontsource-variable\/inter\/[^']*'\)/, "url('inter.woff2')")
    .replace(
      /:root\[data-theme='light'\] (\{[^}]*\})/,
      '@media (prefers-color-scheme: light) {\n:root $1\n}',
    );
}
