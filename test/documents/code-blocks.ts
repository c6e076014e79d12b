import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of Kinora. */
export const ROOT = join(import.meta.dirname, '../..');

/** A piece of code in a document. */
export interface CodeBlock {
  readonly page: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** Its place for messages: page and line. */
  readonly place: string;
  readonly language: string;
  /** The text behind the language on the first fence. GitHub does not show it. */
  readonly mark: string;
  readonly code: string;
}

/** The pages whose code is tested: all but the records of decisions, which describe the past. */
export const PAGES: readonly string[] = globSync(
  [
    '*.md',
    'docs/*.md',
    'docs/{gallery,reference}/**/*.md',
    'examples/**/*.md',
    'ops/**/*.md',
    'deploy/**/*.md',
  ],
  { cwd: ROOT },
).sort();

/** Returns all pieces of code of the documents. */
export function readCodeBlocks(): CodeBlock[] {
  return PAGES.flatMap((page) => findCodeBlocks(page, readFileSync(join(ROOT, page), 'utf8')));
}

/** Returns the pieces of code of a page. A piece in a list may be indented. */
export function findCodeBlocks(page: string, text: string): CodeBlock[] {
  const fences = text.matchAll(/^( *)```([^\n`]*)\n([^]*?)^\1```$/gm);
  return [...fences].map(({ index, 1: indent = '', 2: info = '', 3: code = '' }) => {
    const [language = '', ...mark] = info.trim().split(' ');
    const line = text.slice(0, index).split('\n').length;
    return {
      page,
      line,
      language,
      mark: mark.join(' '),
      place: `${page}:${line}`,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}
