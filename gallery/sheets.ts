import { captionSheets } from './caption-sheets.ts';
import { appearanceSheets } from './appearance-sheets.ts';
import { groupSheets } from './group-sheets.ts';
import { lottieSheets } from './lottie-sheet.ts';
import { measuredSheets } from './measured-sheet.ts';
import { motionSheets } from './motion-sheets.ts';
import { movementSheet } from './movement-sheet.ts';
import type { Row, Sheet } from './sheet.ts';
import { subjectSheets } from './subject-sheets.ts';
import { textSheets } from './text-sheets.ts';

/** Returns all sheets of the gallery in their order. */
export function listSheets(): Sheet[] {
  const sheets = [
    ...appearanceSheets(),
    ...groupSheets(),
    ...subjectSheets(),
    ...motionSheets(),
    movementSheet(),
    ...lottieSheets(),
    ...measuredSheets(),
    ...textSheets(),
    ...captionSheets(),
  ];
  return [overviewSheet(sheets), ...sheets];
}

/** The tiles of the overview: a sheet, a row of it, and the index of a tile. */
const OVERVIEW_TILES = [
  ['title-styles', 'blockbuster', 0],
  ['luma-mattes', 'iris', 2],
  ['rich-text', 'gradient', 0],
  ['html', 'a lower third', 0],
  ['transitions-shuffle', 'shuffleBottomLeft', 1],
  ['title-styles', 'chunk', 0],
] as const;

function overviewSheet(sheets: readonly Sheet[]): Sheet {
  return {
    file: 'glance',
    heading: 'At a glance',
    text: 'A title, a luma matte, rich text, a page of HTML, a transition and another title.',
    across: 3,
    rows: OVERVIEW_TILES.flatMap(([file, name, index]): Row[] => {
      const tile = sheets.find((sheet) => sheet.file === file)?.rows.find((row) => row.name === name)?.tiles[
        index
      ];
      return tile ? [{ name, tiles: [tile] }] : [];
    }),
  };
}
