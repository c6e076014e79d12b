import { decodeHTMLStrict } from 'entities/decode';

/** Line breaks that are written as tags or as in SSA. */
const BREAK = /<br\s*\/?>|\\N/gi;
/** Orders of SSA, such as `{\an8}`, which players of SRT obey. */
const SSA_OVERRIDE = /\{\\[^{}]*\}/g;
/** Tags that SRT files have: those of HTML for letters, and those of VTT. Others may be meant as they stand. */
const SRT_TAG =
  /<\/?(?:b|i|u|s|em|strong|font|span|p|div|big|small|sub|sup|tt|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?\/?>/gi;

/** The text of an SRT cue without its tags and orders. */
export function stripSrtMarkup(text: string): string {
  return decodeEntities(text.replaceAll(BREAK, '\n').replaceAll(SSA_OVERRIDE, '').replaceAll(SRT_TAG, ''));
}

/** A text with the letters that stand for themselves in HTML by name or number, such as `&amp;`. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}
