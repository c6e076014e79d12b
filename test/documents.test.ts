import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../src/base/errors.ts';
import { parseEdit } from '../src/edit/index.ts';
import { SHAPED_TRANSITIONS } from '../src/base/vocabulary/shaped-transitions.ts';
import { EASINGS, EFFECTS, PUSHES, TRANSITIONS } from '../src/edit/schema/values.ts';
import { MAY_IMPORT } from './architecture/table.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/errors.md', () => {
  const [, table = ''] = read('docs/errors.md').split(/<!-- \/?errors -->/);
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, code = '', status, fault, retry]) => [
      code.replaceAll('`', ''),
      { status: Number(status), fault, retry },
    ]);

  it('lists every error as the code has it, and no other', () => {
    const expected = Object.entries(ERRORS).map(([code, { status, fault, retry }]) => [
      code,
      { status, fault, retry: retry ? 'yes' : 'no' },
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
  });
});

describe('the folders of docs/architecture.md', () => {
  it('are the parts that the table of imports has', () => {
    const rows = [...read('docs/architecture.md').matchAll(/^\| `src\/([\w/-]+)`/gm)].map(([, part]) => part);
    expect(rows.sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });
});

it('README.md counts the motion that an edit can name', () => {
  const named = [...TRANSITIONS, ...PUSHES, ...Object.keys(SHAPED_TRANSITIONS)];
  const transitions = named.filter((name) => name !== 'none');
  expect(read('README.md')).toContain(
    `${EASINGS.length} easings, ${EFFECTS.length} effects, ${transitions.length} transitions`,
  );
});

describe('examples', () => {
  const examples = globSync('examples/{,pages/}*.json', { cwd: root });

  it.each(examples)('%s is a valid edit', (path) => {
    const parsed = parseEdit(JSON.parse(read(path)));
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([]);
  });

  it('of the first steps needs no source, so that it renders anywhere', () => {
    expect(read('examples/hello.json')).not.toContain('"src"');
    expect(read('docs/first-steps.md')).toContain('examples/hello.json');
  });

  it('of the README is the file that it names', () => {
    const [, block] = /```json\n([^`]+)```/.exec(read('README.md')) ?? [];
    expect(block).toBe(read('examples/coast.json'));
  });
});

describe('docs/start.md', () => {
  it('lists every document', () => {
    const listed = [...read('docs/start.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name!);
    const pages = globSync('*.md', { cwd: join(root, 'docs') }).filter((name) => name !== 'start.md');
    expect(pages.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe('a guide', () => {
  /** Lists, and what is generated. */
  const LISTS = ['client-reference.md', 'contract.md', 'glossary.md', 'licences.md', 'settings.md'];
  const guides = globSync('*.md', { cwd: join(root, 'docs') }).filter((name) => !LISTS.includes(name));

  it.each(guides)('%s has at most 1,500 words', (name) => {
    expect(read(`docs/${name}`).trim().split(/\s+/).length).toBeLessThanOrEqual(1500);
  });
});

describe('links of the documents', () => {
  const pages = globSync(['*.md', '{docs,examples,ops}/**/*.md'], { cwd: root });

  it.each(pages)('in %s lead to files that are there', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) =>
      join(page, '..', target!),
    );
    expect(targets.filter((target) => globSync(target, { cwd: root }).length === 0)).toEqual([]);
  });

  it.each(pages)('in %s that have the name of a document lead to it', (page) => {
    const links = [...read(page).matchAll(/\[`?(docs\/[\w/-]+\.md)`?\]\((?!https?:)([^)#]+)/g)];
    expect(links.filter(([, name, target]) => name !== join(page, '..', target!))).toEqual([]);
  });
});

describe('references to the contract', () => {
  const rules = new Set([...read('docs/contract.md').matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id!));
  const one = String.raw`(?:C\d+|\d+(?:\.\d+)?)\b`;
  const list = new RegExp(String.raw`\bcontract (?:section )?(${one}(?:(?:, | and )${one})*)`, 'gi');
  const files = globSync(['*.md', '{src,test,docs,bench,gallery,eyes}/**/*.{ts,md}'], { cwd: root });
  const references = files.flatMap((path) =>
    [...read(path).matchAll(list)]
      .flatMap(([, rulesNamed]) => rulesNamed!.split(/, | and /))
      .map((rule) => ({ path, anchor: rule.toLowerCase().replace('.', '-') })),
  );

  it('lead to an anchor of docs/contract.md', () => {
    expect(references.length).toBeGreaterThan(80);
    expect(references.filter(({ anchor }) => !rules.has(anchor))).toEqual([]);
  });

  it('have every decision from C1 to C56 to lead to', () => {
    const decisions = Array.from({ length: 56 }, (_, index) => `c${index + 1}`);
    expect(decisions.filter((decision) => !rules.has(decision))).toEqual([]);
  });
});

describe('paths of the code in the documents', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

  it.each(pages)('in %s exist', (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|bench|gallery|eyes|scripts)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  });
});

describe('anchors in links of the documents', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

  it.each(pages)('in %s exist', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(
      ([, path, anchor]) => [path === '' ? page : join(page, '..', path!), anchor!] as const,
    );
    expect(targets.filter(([path, anchor]) => !anchorsIn(read(path)).has(anchor))).toEqual([]);
  });
});

/** Returns the anchors that GitHub makes of headings, and explicit ones. */
function anchorsIn(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const explicit = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id!);
  return new Set([...headings, ...explicit]);
}

describe('the prose of the documents', () => {
  const pages = globSync(['*.md', '{docs,examples,ops,deploy}/**/*.md'], { cwd: root });

  it('is wrapped at 100 columns', () => {
    expect(pages.flatMap((page) => findLongLines(read(page)).map((line) => `${page}:${line}`))).toEqual([]);
  });

  it('is found to be too long', () => {
    const long = 'word '.repeat(21).trim();
    const text = `${long}\n\n| ${long} |\n\n\`\`\`sh\n${long}\n\`\`\`\n\n![${long}](a.png)\n[a](${long.replaceAll(' ', '-')}) b\n`;
    expect(findLongLines(text)).toEqual([1]);
  });
});

/** Returns the numbers of the lines that are too long. Tables, code that has a line of its own, images and the targets of links may be long. */
function findLongLines(text: string): number[] {
  const withoutCode = text.replaceAll(/^( *)```[^]*?^\1```$/gm, (code) => code.replaceAll(/.+/g, ''));
  return withoutCode.split('\n').flatMap((line, index) => {
    const isFree = /^\s*(\||!\[|<!--|\[[^\]]*\]: |`[^`]+`$)/.test(line);
    return !isFree && line.replaceAll(/\]\([^)]*\)/g, ']()').length > 100 ? [index + 1] : [];
  });
}
