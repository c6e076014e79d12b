import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { drawDiagram } from './diagram.ts';
import { createLlmsText } from './llms.ts';
import { renderMarkdown } from './markdown.ts';
import { formatPage, type SiteOptions } from './page.ts';
import { listLinks, rewriteLinks } from './rewrite-links.ts';
import { createSearchEntries } from './search-entries.ts';
import { SEARCH_ENTRIES } from './search-entry.ts';
import { findTarget, readSiteMap, relativeAddress, ROOT, type SiteMap, type SitePage } from './site-map.ts';
import { createStyle } from './style.ts';

/** The size of a picture in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A site that is being built. */
interface Site {
  readonly folder: string;
  readonly map: SiteMap;
  readonly options: SiteOptions;
  readonly sizes: ReadonlyMap<string, Size>;
  /** The diagrams to write, by their addresses. */
  readonly diagrams: Map<string, string>;
}

/**
 * Builds the site of the documents.
 *
 * @param folder is filled with pages, their sources, pictures and a style. The script of the pages comes from
 *   scripts/bundle-site.mjs.
 */
export async function buildSite(folder: string, options: SiteOptions): Promise<void> {
  const map = readSiteMap();
  const sizes = await copyFiles(folder, map);
  const site: Site = { folder, map, options, sizes, diagrams: new Map() };
  const passages = await Promise.all(map.pages.map((page) => writePage(site, page)));
  for (const [address, svg] of site.diagrams) await write(folder, address, svg);
  // A script, because pages that are opened as files may load no data.
  await write(folder, 'site/search.js', `self.${SEARCH_ENTRIES} = ${JSON.stringify(passages.flat())};\n`);
  await write(folder, 'site/site.css', await createStyle());
  await copy('src/studio/style/icon.svg', folder, 'site/icon.svg');
  const require = createRequire(import.meta.url);
  const font = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  await copyFile(font, join(folder, 'site/inter.woff2'));
  await write(folder, 'llms.txt', createLlmsText(map));
  if (options.hasServer) await copyReference(folder, dirname(require.resolve('swagger-ui-dist')));
}

/** The files of Swagger UI that the API reference loads, and their licences. */
const SWAGGER = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

/** Copies the page of the API reference, which a server shows for the folder itself, and the files that it loads. */
async function copyReference(folder: string, swagger: string): Promise<void> {
  await copy('site/api/index.html', folder, 'index.html');
  for (const file of ['kinora.css', 'start.js']) await copy(`site/api/${file}`, folder, `api/${file}`);
  for (const file of SWAGGER) await copyFile(join(swagger, file), join(folder, 'api', file));
}

/** Copies the files that the documents link to. Returns the sizes of the pictures by their sources. */
async function copyFiles(folder: string, map: SiteMap): Promise<Map<string, Size>> {
  const files = new Map<string, string>();
  for (const { source, text } of map.pages)
    for (const href of listLinks(text)) {
      const target = findTarget(map, source, href);
      if (target?.kind === 'file') files.set(target.source, target.address);
    }
  const sizes = new Map<string, Size>();
  for (const [source, address] of files) {
    await copy(source, folder, address);
    if (/\.(webp|png|jpe?g)$/.test(source)) sizes.set(source, await sharp(join(ROOT, source)).metadata());
  }
  return sizes;
}

/** Writes a page and its source. Returns its entries in the search. */
async function writePage(site: Site, page: SitePage) {
  const { folder, map, options } = site;
  const resolve = (href: string, suffix: string): string | undefined => {
    const target = findTarget(map, page.source, href);
    if (target === undefined) return undefined;
    if (target.kind === 'file') return relativeAddress(page.address, target.address);
    return relativeAddress(page.address, `${target.page.address}${suffix}`) + target.hash;
  };
  const { html, passages } = renderMarkdown(page.text, {
    link: (href) => resolve(href, options.suffix) ?? href,
    size: (href) => {
      const target = findTarget(map, page.source, href);
      return target?.kind === 'file' ? site.sizes.get(target.source) : undefined;
    },
    diagram: (code) => placeDiagram(site, page, code),
  });
  await write(folder, `${page.address}.html`, formatPage(page, html, passages, map, options));
  await write(
    folder,
    `${page.address}.md`,
    rewriteLinks(page.text, (href) => resolve(href, '.md')),
  );
  // A static server shows this page for the folder. Kinora serves the API reference there.
  if (!options.hasServer && page === map.pages[0])
    await write(folder, 'index.html', formatPage(page, html, passages, map, options));
  return createSearchEntries(page, passages);
}

function placeDiagram({ diagrams }: Site, page: SitePage, code: string): string {
  const name = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const [dark, light] = (['dark', 'light'] as const).map((theme) => {
    const drawn = drawDiagram(code, theme);
    const address = `site/diagram-${name}-${theme}.svg`;
    diagrams.set(address, drawn.svg);
    return { ...drawn, src: relativeAddress(page.address, address) };
  });
  if (!dark || !light) return '';
  return `<picture class="diagram"><source srcset="${light.src}" media="(prefers-color-scheme: light)" /><img src="${dark.src}" alt="A diagram, which the text describes" width="${dark.width}" height="${dark.height}" loading="lazy" /></picture>\n`;
}

async function copy(source: string, folder: string, address: string): Promise<void> {
  await mkdir(dirname(join(folder, address)), { recursive: true });
  await copyFile(join(ROOT, source), join(folder, address));
}

async function write(folder: string, address: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, address)), { recursive: true });
  await writeFile(join(folder, address), text);
}
