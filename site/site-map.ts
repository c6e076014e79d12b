import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { SECTIONS, type PageEntry, type Section } from './navigation.ts';

/** The folder of Kinora. */
export const ROOT = join(import.meta.dirname, '..');

/** A page with its place on the site. */
export interface SitePage extends PageEntry {
  /** Address below the root of the site, without a suffix, such as `decisions/0001-one-engine`. */
  readonly address: string;
  readonly text: string;
  /** The section that shows it. */
  readonly section: string;
}

/** All pages, and where everything that they link to is. */
export interface SiteMap {
  /** The sections with all their pages, those included that the navigation does not know. */
  readonly sections: readonly Section[];
  readonly pages: readonly SitePage[];
  /** The pages by their source. */
  readonly bySource: ReadonlyMap<string, SitePage>;
}

/** Records that their own list shows, and not the navigation. */
const LISTED_ELSEWHERE = 'docs/decisions/0*.md';

/** Returns the documents that the navigation does not have. */
export function findUnlisted(): string[] {
  const listed = new Set(SECTIONS.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const records = new Set(globSync(LISTED_ELSEWHERE, { cwd: ROOT }));
  return globSync('docs/**/*.md', { cwd: ROOT })
    .filter((source) => !listed.has(source) && !records.has(source))
    .sort();
}

/** Reads all pages. Those that the navigation does not have come last, with the titles of their headings. */
export function readSiteMap(): SiteMap {
  const more = findUnlisted().map(describePage);
  const sections = [...SECTIONS, ...(more.length > 0 ? [{ title: 'More', about: '', pages: more }] : [])];
  const records = globSync(LISTED_ELSEWHERE, { cwd: ROOT }).sort().map(describePage);
  const pages = [...sections, { title: 'Decisions', pages: records }].flatMap(({ title, pages: entries }) =>
    entries
      .filter(({ source }) => existsSync(join(ROOT, source)))
      .map((entry): SitePage => ({
        ...entry,
        address: addressOf(entry.source),
        text: readFileSync(join(ROOT, entry.source), 'utf8'),
        section: title,
      })),
  );
  return { sections, pages, bySource: new Map(pages.map((page) => [page.source, page])) };
}

function describePage(source: string): PageEntry {
  const [, title = source] = /^# (.+)$/m.exec(readFileSync(join(ROOT, source), 'utf8')) ?? [];
  return { source, title, about: '' };
}

/** Returns the address of a page. The list of a folder is at `all`, because the folder itself is no file. */
function addressOf(source: string): string {
  const address = source.replace(/^docs\//, '').replace(/\.md$/, '');
  if (address.endsWith('/README'))
    return source.startsWith('docs/') ? `${dirname(address)}/all` : dirname(address);
  // docs/security.md is another page.
  if (source === 'SECURITY.md') return 'reporting';
  return source.startsWith('docs/') ? address : address.toLowerCase();
}

/** A target of a link: a page, or a file. */
export type Target =
  | { readonly kind: 'page'; readonly page: SitePage; readonly hash: string }
  /** A file of the repository, and its address on the site. */
  | { readonly kind: 'file'; readonly source: string; readonly address: string };

/**
 * Finds the target of a relative link of a document.
 *
 * @returns undefined if it leads to another site, to a part of the same page, or nowhere.
 */
export function findTarget(map: SiteMap, source: string, href: string): Target | undefined {
  if (/^[a-z]+:|^#/.test(href)) return undefined;
  const [path = '', hash = ''] = href.split('#', 2);
  const target = posix.join(dirname(source), decodeURI(path)).replace(/\/$/, '');
  const page = map.bySource.get(target) ?? map.bySource.get(`${target}/README.md`);
  if (page) return { kind: 'page', page, hash: hash && `#${hash}` };
  if (!existsSync(join(ROOT, target))) return undefined;
  const address = target.startsWith('docs/') ? target.slice('docs/'.length) : `files/${target}`;
  return { kind: 'file', source: target, address };
}

/** Returns the address of something on the site, relative to a page. */
export function relativeAddress(from: string, to: string): string {
  return relative(dirname(`/${from}`), `/${to}`);
}
