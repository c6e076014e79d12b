import type { Sheet } from './sheet.ts';

/** Creates the Markdown page of the gallery: a heading, a sentence and a picture for each sheet. */
export function createGalleryPage(sheets: readonly Sheet[]): string {
  const contents = sheets.map(({ heading }) => `- [${heading}](#${anchorOf(heading)})`);
  const parts = sheets.map(
    ({ file, heading, text, rows }) =>
      `## ${heading}\n\n${wrap(text)}\n\n![${altTextOf(heading, rows.length)}](${file}.webp)\n`,
  );
  return `# Gallery

This gallery shows what Kinora can draw. Kinora made every frame here, as \`kinora frame\` does.
\`npm run gallery\` draws it again. The numbers behind it are in [motion](../motion.md) and
[transitions](../transitions.md). The rows of one kind of transition show the same moments, to
compare \`Slow\` and \`Fast\`.

${contents.join('\n')}

${parts.join('\n')}`;
}

/** Breaks a paragraph into lines of at most 100 columns. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,100})(?: |$)/g, '$1\n').trimEnd();
}

/** Returns the anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function altTextOf(heading: string, rows: number): string {
  return `${heading}: ${rows} ${rows === 1 ? 'row' : 'rows'} of frames`;
}
