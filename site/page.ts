import { type Heading, toHtml } from './markdown.ts';
import { relativeAddress, type SiteMap, type SitePage } from './site-map.ts';
import { START } from './navigation.ts';

/** Settings for the links between the pages of a site, and to the server. */
export interface SiteOptions {
  /** Ending of the addresses of pages: empty if Kinora serves them, `.html` in a folder. */
  readonly suffix: '' | '.html';
  /** True if Kinora serves the site, so that pages link to the API reference and the Studio. */
  readonly hasServer: boolean;
}

/** Formats a whole page of the site. */
export function formatPage(
  page: SitePage,
  content: string,
  headings: readonly Heading[],
  map: SiteMap,
  options: SiteOptions,
): string {
  const to = (address: string) => relativeAddress(page.address, address);
  const toPage = ({ address }: SitePage) => to(`${address}${options.suffix}`);
  const start = map.bySource.get(START) ?? page;
  const contents = formatContents(headings);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="dark light" />
<title>${toHtml(page.source === START ? 'Kinora documents' : `${page.title} - Kinora`)}</title>
${page.about && `<meta name="description" content="${toHtml(page.about)}" />`}
<link rel="icon" type="image/svg+xml" href="${to('site/icon.svg')}" />
<link rel="alternate" type="text/markdown" href="${to(`${page.address}.md`)}" />
<link rel="stylesheet" href="${to('site/site.css')}" />
<script src="${to('site/site.js')}" defer></script>
</head>
<body data-suffix="${options.suffix}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${toPage(start)}"><img src="${to('site/icon.svg')}" alt="" width="24" height="24" />Kinora <span>documents</span></a>
<a class="open-menu" href="#menu">Menu</a>
<form class="search" role="search" hidden><input type="search" aria-label="Search the documents" placeholder="Search ( / )" autocomplete="off" aria-controls="found" /><div id="found" hidden></div></form>
<nav class="places" aria-label="Places">${formatPlaces(page, options)}</nav>
</header>
<div class="columns">
<nav id="menu" aria-label="Documents"><a class="close-menu" href="#content">Close</a>
${formatMenu(page, map, toPage)}
</nav>
<main id="content" tabindex="-1">
${contents && `<details class="inline-contents"><summary>On this page</summary>${contents}</details>`}
<article>
${content}</article>
${formatNeighbours(page, map, toPage)}
<footer>Version for programs: <a href="${to(`${page.address}.md`)}">${toHtml(page.address.split('/').at(-1) ?? '')}.md</a>. List of all pages: <a href="${to('llms.txt')}">llms.txt</a>.</footer>
</main>
${contents ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2>${contents}</nav>` : '<div class="contents"></div>'}
</div>
</body>
</html>
`;
}

/** Formats the links to the other pages of a server. */
function formatPlaces({ address }: SitePage, { hasServer }: SiteOptions): string {
  if (!hasServer) return '';
  // The site is at `/docs/`, and the reference at `/docs`.
  const above = '../'.repeat(address.split('/').length);
  return `<a href="${above}">Studio</a><a href="${above}docs">API reference</a>`;
}

function formatMenu(page: SitePage, map: SiteMap, toPage: (page: SitePage) => string): string {
  return map.sections
    .map(({ title, pages }) => {
      const entries = pages.flatMap(({ source }) => map.bySource.get(source) ?? []);
      const items = entries.map((entry) => {
        const current = entry === page ? ' aria-current="page"' : '';
        return `<li><a href="${toPage(entry)}"${current}>${toHtml(entry.title)}</a></li>`;
      });
      return `<h2>${toHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function formatContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ id, level, title }) => `<li class="level-${level}"><a href="#${id}">${toHtml(title)}</a></li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

/** Formats the links to the pages before and after. */
function formatNeighbours(page: SitePage, map: SiteMap, toPage: (page: SitePage) => string): string {
  const at = map.pages.indexOf(page);
  const [before, after] = [map.pages[at - 1], map.pages[at + 1]].map((other) =>
    other?.section === page.section ? other : undefined,
  );
  const link = (other: SitePage | undefined, rel: string, word: string) =>
    other
      ? `<a rel="${rel}" href="${toPage(other)}"><span>${word}</span>${toHtml(other.title)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbours">${link(before, 'prev', 'Before')}${link(after, 'next', 'Next')}</nav>`;
}
