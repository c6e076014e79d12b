import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../site/build-site.ts';
import { SECTIONS } from '../site/navigation.ts';
import { listLinks } from '../site/rewrite-links.ts';
import { findUnlisted, readSiteMap, ROOT } from '../site/site-map.ts';

let served: string;
let standing: string;
beforeAll(async () => {
  served = await mkdtemp(join(tmpdir(), 'kinora-site-'));
  standing = await mkdtemp(join(tmpdir(), 'kinora-site-'));
  await buildSite(served, { suffix: '', hasServer: true });
  await buildSite(standing, { suffix: '.html', hasServer: false });
});
afterAll(async () => {
  await rm(served, { recursive: true });
  await rm(standing, { recursive: true });
});

/** Addresses of a server outside the site: the API reference, the Studio and their documents. */
const OUTSIDE = ['../docs', '../', '..', '../openapi.json', '../schemas/edit.json'];

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const ids = new Map<string, Set<string>>();

/** Returns the anchors of a page. */
async function idsOf(file: string): Promise<Set<string>> {
  let known = ids.get(file);
  if (!known) {
    const html = await readFile(file, 'utf8');
    known = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
    ids.set(file, known);
  }
  return known;
}

/** Returns the problem with a link of a page. Undefined if its target exists. */
async function findFault(folder: string, page: string, href: string): Promise<string | undefined> {
  const [path = '', hash] = href.split('#', 2);
  // The address of the API reference is that of the folder, without a slash at the end.
  const address = folder === served && page === 'index.html' ? '../docs' : page;
  const target =
    path === '' ? page : posix.join(posix.dirname(address), decodeURI(path)).replace(/^\.\.\/docs\//, '');
  if (folder === served && OUTSIDE.includes(target)) return undefined;
  const file = [target, `${target}.html`].find((name) => isFile(join(folder, name)));
  if (target.startsWith('..') || file === undefined) return `${page}: ${href} leads nowhere`;
  if (!hash || !file.endsWith('.html')) return undefined;
  return (await idsOf(join(folder, file))).has(hash) ? undefined : `${page}: ${href} has no such anchor`;
}

async function findFaults(folder: string, extension: string, list: (text: string) => string[]) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(extension));
  expect(names.length).toBeGreaterThan(100);
  const faults = [];
  for (const page of names.filter((name) => !name.startsWith('files/')))
    for (const href of new Set(list(await readFile(join(folder, page), 'utf8'))))
      if (!/^[a-z]+:/.test(href)) faults.push(await findFault(folder, page, href));
  return faults.filter((fault) => fault !== undefined);
}

const linksOfHtml = (html: string) =>
  [...html.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)].map(([, url]) => url!);
/** The script is bundled apart. */
const withoutScript = (html: string) => linksOfHtml(html).filter((href) => !href.endsWith('site/site.js'));

describe('every link of the site leads to a page, an anchor or a file', () => {
  it('if Kinora serves it', async () => expect(await findFaults(served, '.html', withoutScript)).toEqual([]));

  it('in a folder', async () => expect(await findFaults(standing, '.html', withoutScript)).toEqual([]));

  it('in the Markdown of its pages', async () => {
    const toHtml = (href: string) => href.replace(/\.md(?=#|$)/, '');
    const list = (text: string) => listLinks(text).map(toHtml);
    expect(await findFaults(served, '.md', list)).toEqual([]);
  });

  it('in llms.txt', async () => {
    const text = await readFile(join(served, 'llms.txt'), 'utf8');
    expect(text).toMatch(/^# Kinora\n\n> /);
    const links = listLinks(text);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((href) => !existsSync(join(served, href)))).toEqual([]);
  });
});

describe('the navigation', () => {
  const entries = SECTIONS.flatMap(({ pages }) => pages);

  it('has every document: add the missing ones to site/navigation.ts', () =>
    expect(findUnlisted()).toEqual([]));

  it('has no document that is gone', () => {
    expect(entries.filter(({ source }) => !existsSync(join(ROOT, source)))).toEqual([]);
  });

  it('describes each page in one line', () => {
    for (const { source, about } of entries)
      expect([source, about]).toEqual([source, expect.stringMatching(/^.{10,90}\.$/)]);
  });

  it('gives each page an address of its own', () => {
    const addresses = readSiteMap().pages.map(({ address }) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
    // The reference of the API has these.
    expect(addresses).not.toContain('index');
    // A server takes the text behind a dot as the type of the file.
    expect(addresses.filter((address) => address.includes('.'))).toEqual([]);
  });
});

describe('a page of the site', () => {
  const read = () => readFile(join(served, 'first-steps.html'), 'utf8');

  it('has one heading, a description, and no script or style in itself', async () => {
    const html = await read();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/);
    expect(html).not.toMatch(/<style|style="|<script>|onclick/);
  });

  it('leads to the Studio and the reference of the API, and to its neighbours', async () => {
    const html = await read();
    for (const part of ['href="../"', 'href="../docs"', 'rel="prev" href="start"', 'aria-current="page"'])
      expect(html).toContain(part);
    expect(await readFile(join(standing, 'first-steps.html'), 'utf8')).not.toContain('href="../docs"');
  });

  it('loads nothing from elsewhere, diagrams included', async () => {
    const diagrams = (await readdir(join(served, 'site'))).filter((name) => name.endsWith('.svg'));
    expect(diagrams.length).toBeGreaterThan(3);
    for (const name of [...diagrams, 'site.css'])
      expect(await readFile(join(served, 'site', name), 'utf8')).not.toMatch(/@import|url\(['"]?https?:/);
  });
});
