import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../src/base/errors.ts';
import { parseEdit } from '../src/edit/index.ts';
import { MAY_IMPORT } from './architecture/table.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/architecture.md', () => {
  const [, table = ''] = read('docs/architecture.md').split(/<!-- \/?errors -->/);
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
    const rows = [...read('docs/architecture.md').matchAll(/^\| `src\/([\w/]+)`/gm)].map(([, part]) => part);
    expect(rows.sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });
});

describe('examples', () => {
  const examples = globSync('examples/*.json', { cwd: root });

  it.each(examples)('%s is a valid edit', (path) => {
    const parsed = parseEdit(JSON.parse(read(path)));
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([]);
  });

  it('of the README needs no source, so that it renders anywhere', () => {
    expect(read('examples/hello.json')).not.toContain('"src"');
    expect(read('README.md')).toContain('examples/hello.json');
  });
});

describe('links of the documents', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root });

  it.each(pages)('in %s lead to files that are there', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) =>
      join(page, '..', target!),
    );
    expect(targets.filter((target) => globSync(target, { cwd: root }).length === 0)).toEqual([]);
  });
});
