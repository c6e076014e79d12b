import type { HtmlAsset } from '../../edit/model.ts';

type Position = NonNullable<HtmlAsset['position']>;

/** An HTML page and its size. */
export interface HtmlPage {
  readonly html: string;
  readonly css: string;
  readonly position: Position;
  /** Size of the box of the page in whole pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the raster per pixel of the box. May be fractional. */
  readonly scale: number;
}

/** A drawing that the browser draws in place of the SVG renderer. */
export interface SvgPage extends Pick<HtmlPage, 'width' | 'height'> {
  /** The markup, with its XML namespace. */
  readonly svg: string;
  /** The size that the drawing declares, in pixels. It fills the page, which has the same proportions. */
  readonly natural: Pick<HtmlPage, 'width' | 'height'>;
}

/**
 * Returns the document of a page. The body is as large as the box. `position` aligns the content within the
 * body. `position` also aligns lines, boxes and tables, unless the page sets their alignment.
 *
 * @param fontRules the `@font-face` rules of the available fonts.
 */
export function createDocument({ html, css, position }: HtmlPage, fontRules: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<style>${fontRules}</style>
<style>${createBaseRules(position)}</style>
<style>${css.replaceAll(/<\/style/gi, String.raw`<\/style`)}</style>
</head><body>${html}</body></html>`;
}

function createBaseRules(position: Position): string {
  const name = position.toLowerCase();
  const [down] = /^(top|bottom)/.exec(name) ?? [];
  const [across = 'center'] = /(left|right)$/.exec(name) ?? [];
  return `
html { height: 100%; overflow: hidden; font-synthesis-weight: none; }
body {
  box-sizing: border-box; height: 100%; margin: 0; font-family: "Open Sans";
  align-content: ${{ top: 'start', bottom: 'unsafe end' }[down ?? ''] ?? 'unsafe center'};
  text-align: -webkit-${across};
}
:where(body > :first-child) { margin-top: 0; }
:where(body > :last-child) { margin-bottom: 0; }
:where(input, textarea, select, button) { font-family: inherit; }
:where(ul, ol, dl, pre) { width: fit-content; max-width: 100%; box-sizing: border-box; text-align: start; }
`;
}
