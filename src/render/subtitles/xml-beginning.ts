/** What stands before the root of a document: blanks, a declaration, comments, and its type with entities of its own. */
const PIECE = /[\s\uFEFF]+|<!--.*?-->|<\?.*?\?>|<!doctype\s+(?<type>\w+)\b[^>[]*(?:\[.*?\]\s*)?>/isy;

/** How a document in XML or HTML begins. */
export interface XmlBeginning {
  /** The name in its document type, in small letters; absent without one. */
  readonly type?: string;
  /** From its root on. */
  readonly rest: string;
}

/** Takes off what stands before the root. Piece by piece, and none twice: a pattern for all of them would try every division. */
export function xmlBeginning(text: string): XmlBeginning {
  let type: string | undefined;
  let at = 0;
  for (let piece = pieceAt(text, 0); piece; piece = pieceAt(text, at)) {
    at += piece[0].length;
    type ??= piece.groups?.['type']?.toLowerCase();
  }
  return { rest: text.slice(at), ...(type !== undefined && { type }) };
}

function pieceAt(text: string, place: number): RegExpExecArray | null {
  PIECE.lastIndex = place;
  return PIECE.exec(text);
}
