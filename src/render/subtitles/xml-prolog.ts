/** What stands before the root of a document: blanks, a declaration, comments, and its type with entities of its own. */
const PROLOG_PART = /[\s\uFEFF]+|<!--.*?-->|<\?.*?\?>|<!doctype\s+(?<type>\w+)\b[^>[]*(?:\[.*?\]\s*)?>/isy;

/** How a document in XML or HTML begins. */
export interface XmlProlog {
  /** The name in its document type, in small letters; absent without one. */
  readonly type?: string;
  /** From its root on. */
  readonly rest: string;
}

/** Takes off what stands before the root. Piece by piece, and none twice: a pattern for all of them would try every division. */
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
