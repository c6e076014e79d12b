import { decodeHTMLStrict } from 'entities/decode';

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

/** Removes tags and override codes from the text of an SRT cue. */
export function stripSrtMarkup(text: string): string {
  return decodeEntities(text.replaceAll(BREAK, '\n').replaceAll(SSA_OVERRIDE, '').replaceAll(SRT_TAG, ''));
}

/** Decodes HTML entities such as `&amp;`. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}
