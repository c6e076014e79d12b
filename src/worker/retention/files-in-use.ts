import { NIL } from 'uuid';
import {
  findTemplateTexts,
  findUnfinishedEdits,
  findShortTexts,
  findVersionTexts,
  type TextInUse,
} from '../../store/retention/texts-in-use.ts';
import type { Tables } from '../../store/schema.ts';

/** Number of edits to read at once. One edit has up to 10 MB. */
const PAGE = 10;
/** Milliseconds after which all templates and kept edits are read again, so that the files of deleted ones are free. */
const READ_ALL_AFTER_MS = 24 * 3_600_000;
/** Milliseconds that one of them may take from the start of its transaction until others see it. */
const COMMIT_MS = 5 * 60_000;

/** The names of files in addresses contain the id of their owner, such as a render. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Returns the ids of all renders, transfers, created assets and sources whose files are named by unfinished
 * work, by a template or by a version of a kept edit.
 */
export type FindFilesInUse = () => Promise<ReadonlySet<string>>;

/** Creates the search for files in use. Remembers the files of templates and kept edits, and reads only changed ones again. */
export function createFilesInUse(tables: Tables): FindFilesInUse {
  let named = new Set<string>();
  let begunAt: number | undefined;
  let readAt = 0;

  async function readKept(): Promise<void> {
    const now = Date.now();
    const isComplete = begunAt !== undefined && now - begunAt < READ_ALL_AFTER_MS;
    const since = isComplete ? now - readAt + COMMIT_MS : undefined;
    const found = isComplete ? named : new Set<string>();
    for (const findTexts of [findTemplateTexts, findVersionTexts])
      await readPages((after) => findTexts(tables, { after, limit: PAGE, since }), found);
    named = found;
    readAt = now;
    if (!isComplete) begunAt = now;
  }

  return async () => {
    await readKept();
    const all = new Set(named);
    await readPages((after) => findUnfinishedEdits(tables, { after, limit: PAGE }), all);
    for (const text of await findShortTexts(tables)) addIds(text, all);
    return all;
  };
}

async function readPages(
  readPage: (after: string) => Promise<readonly TextInUse[]>,
  found: Set<string>,
): Promise<void> {
  let after: string = NIL;
  for (;;) {
    const page = await readPage(after);
    for (const { text } of page) addIds(text, found);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}

function addIds(text: string, found: Set<string>): void {
  for (const [id] of text.matchAll(ID)) found.add(id.toLowerCase());
}
