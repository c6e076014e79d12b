import { decodeHTMLStrict } from 'entities/decode';
import type { CuePlacement } from './parsed-cue.ts';

/** Line breaks as tags or in SSA notation. */
const BREAK = /<br\s*\/?>|\\N/gi;
/** SSA override codes such as `{\an8}`, which SRT players support. */
const SSA_OVERRIDE = /\{\\[^{}]*\}/g;
/**
 * Tags in SRT files: the formatting tags of HTML and the tags of VTT. Other angle brackets may be literal
 * text.
 */
const SRT_TAG =
  /<\/?(?:b|i|u|s|em|strong|font|span|p|div|big|small|sub|sup|tt|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?\/?>/gi;

/** The override code of a corner or an edge: `\an1` to `\an9`, or `\a1` to `\a11` in older files. */
const SSA_ALIGNMENT = /\\a(?:n([1-9])|([1-9]|1[01]))(?!\w)/;
/** The override codes that put a text at coordinates. */
const SSA_COORDINATES = /\\(?:pos|move)\([^()]*\)/g;
/** The heights of the rows of `\an1` to `\an9`, from below. The lowest is the usual place of a caption. */
const SSA_HEIGHTS = [undefined, { share: 0.5, rows: 0, anchor: 0.5 }, { share: 0, rows: 0, anchor: 0 }];

/** Reads the place that the override codes in the text of a cue ask for. The first one counts. */
export function readSsaPlacement(text: string): CuePlacement {
  const codes = text.match(SSA_OVERRIDE)?.join('') ?? '';
  const [, an, a = ''] = SSA_ALIGNMENT.exec(codes) ?? [];
  const [column, row] =
    an === undefined ? legacyCell(Number(a)) : [(Number(an) - 1) % 3, (Number(an) - 1) / 3];
  const vertical = SSA_HEIGHTS[Math.floor(row)];
  return {
    place: { ...(column !== 1 && { align: column / 2 }), ...(vertical && { vertical }) },
    ignored: codes.match(SSA_COORDINATES) ?? [],
  };
}

/** Returns the column and the row of `\a1` to `\a11`, from the left and from below. Others are the usual place. */
function legacyCell(code: number): [column: number, row: number] {
  return code % 4 === 0 ? [1, 0] : [(code % 4) - 1, [0, 2, 1][Math.floor(code / 4)] ?? 0];
}

/** Removes tags and override codes from the text of an SRT cue. */
export function stripSrtMarkup(text: string): string {
  return decodeEntities(stripSsaOverrides(text.replaceAll(BREAK, '\n')).replaceAll(SRT_TAG, ''));
}

/** Removes override codes from the text of a cue. */
export function stripSsaOverrides(text: string): string {
  return text.replaceAll(SSA_OVERRIDE, '');
}

/** Decodes HTML entities such as `&amp;`. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}
