import type { Sheet } from './sheet.ts';

/** The page of the gallery in Markdown: a heading, a sentence and a picture for each sheet. */
export function createGalleryPage(sheets: readonly Sheet[]): string {
  const contents = sheets.map(({ heading }) => `- [${heading}](#${anchorOf(heading)})`);
  const parts = sheets.map(
    ({ file, heading, text, rows }) =>
      `## ${heading}\n\n${text}\n\n![${altTextOf(heading, rows.length)}](${file}.webp)\n`,
  );
  return `# Gallery

What Kinora draws, made by Kinora: every frame here is one that \`kinora frame\` makes. \`npm run gallery\` makes it all anew. The numbers behind it
are in [motion](../motion.md) and [edits](../edits.md).

${contents.join('\n')}

${parts.join('\n')}`;
}

/** As GitHub makes the addresses of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function altTextOf(heading: string, rows: number): string {
  return `${heading}: ${rows} rows of frames with their names`;
}
