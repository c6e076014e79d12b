/**
 * Replaces the table between two markers of a document, `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @param text the text of the document.
 * @param name the name in the markers.
 * @param table the new table.
 * @param document the path of the document, for the error.
 * @throws {Error} if a marker is missing.
 */
export function replaceTable(text, name, table, document) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const from = text.indexOf(begin) + begin.length;
  if (from < begin.length) throw new Error(`${document} has no line "${begin.trim()}".`);
  const to = text.indexOf(end, from);
  if (to < 0) throw new Error(`${document} has no "${end}" after "${begin.trim()}".`);
  return `${text.slice(0, from)}\n${table}\n${text.slice(to)}`;
}
