import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCodeBlocks } from '../../test/documents/code-blocks.ts';
import type { Tile } from '../sheet.ts';

/** The moments of the edits in docs/concepts.md that are shown below them, in the order of the page. */
const MOMENTS: Readonly<Record<string, readonly number[]>> = {
  time: [0.5, 1.9, 2.1, 3.4, 3.6, 5.9],
  tracks: [0.5, 1.5],
  placement: [1],
  motion: [0.3, 1.2, 2.2, 3.4],
};

/** Returns the pictures of docs/concepts.md by their names: frames of the edits that the page shows. */
export function readConceptPictures(): Record<string, readonly Tile[]> {
  const page = 'docs/concepts.md';
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
  const edits = findCodeBlocks(page, text).filter(({ language }) => language === 'json');
  return Object.fromEntries(
    Object.entries(MOMENTS).map(([name, moments], index) => {
      const edit = JSON.parse(edits[index]?.code ?? '') as object;
      return [name, moments.map((at) => ({ edit, at, caption: `${at.toFixed(1)} s` }))];
    }),
  );
}
