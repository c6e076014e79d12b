import { createHash } from 'node:crypto';
import type { Html5Asset } from '../../edit/model.ts';
import type { HtmlPage } from './html-page.ts';

/** An HTML page that moves, and its size. */
export interface MovingPage extends Pick<HtmlPage, 'width' | 'height' | 'scale'> {
  readonly asset: Omit<Html5Asset, 'type'>;
}

/** The name of the script of a page in the stacks of its errors. */
export const SCRIPT_NAME = 'asset.js';

/**
 * Returns the document of a page that moves. Its body has no margin, no padding and no background.
 *
 * @param fontRules the `@font-face` rules of the available fonts.
 * @param libraries the scripts that the page may use.
 */
export function createMovingDocument(
  { html, css = '', js = '' }: MovingPage['asset'],
  fontRules: string,
  libraries: readonly string[],
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<style>${fontRules}</style>
<style>
*, ::before, ::after { box-sizing: border-box; }
html, body { height: 100%; margin: 0; padding: 0; overflow: hidden; background: transparent; }
html { font-synthesis-weight: none; }
body { font-family: "Open Sans"; }
:where(input, textarea, select, button) { font-family: inherit; }
</style>
<style>${css.replaceAll(/<\/style/gi, String.raw`<\/style`)}</style>
${libraries.map(toScript).join('\n')}
</head><body>${html}
${toScript(`${js}\n//# sourceURL=${SCRIPT_NAME}`)}
</body></html>`;
}

/** Returns a script element. The letters that would end it early mean the same in a script with a backslash. */
function toScript(code: string): string {
  return `<script>${code.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`)}</script>`;
}

/** Returns the first random state of a page: the same for the same page, wherever it is shown. */
export function seedOf({ asset }: Pick<MovingPage, 'asset'>): number {
  return createHash('sha256').update(JSON.stringify(asset)).digest().readInt32LE();
}
