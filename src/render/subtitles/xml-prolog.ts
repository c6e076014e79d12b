/**
 * One item before the root element of a document: white space, a declaration, a comment, or a document type
 * with entities.
 */
const PROLOG_PART = /[\s\uFEFF]+|<!--.*?-->|<\?.*?\?>|<!doctype\s+(?<type>\w+)\b[^>[]*(?:\[.*?\]\s*)?>/isy;

/** The beginning of an XML or HTML document. */
export interface XmlProlog {
  /** The name in the document type, in lower case. Absent if the document has no document type. */
  readonly type?: string;
  /** The text from the root element on. */
  readonly rest: string;
}

/**
 * Splits off the text before the root element. Matches one item at a time, because a single pattern for all
 * items would backtrack excessively.
 */
export function readXmlProlog(text: string): XmlProlog {
  let type: string | undefined;
  let at = 0;
  for (let part = partAt(text, 0); part; part = partAt(text, at)) {
    at += part[0].length;
    type ??= part.groups?.['type']?.toLowerCase();
  }
  return { rest: text.slice(at), ...(type !== undefined && { type }) };
}

function partAt(text: string, offset: number): RegExpExecArray | null {
  PROLOG_PART.lastIndex = offset;
  return PROLOG_PART.exec(text);
}
