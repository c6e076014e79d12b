export * from './edit.ts';
export { parseDestinations } from './destinations.ts';
export { mergeEdit } from './merge/merge.ts';
export { parseEdit } from './parse.ts';
export { unsupported } from './support.ts';
export { parseTemplate } from './template.ts';
