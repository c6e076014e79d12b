export * from './model.ts';
export { mergeEdit, mergesWithin } from './merge/merge.ts';
export { listPlaceholders } from './merge/placeholder.ts';
export { parseEdit } from './parse/parse-edit.ts';
export { findOtherDialect } from './parse/find-other-dialect.ts';
export { checkSupport } from './check/check-support.ts';
export { parseTemplate } from './parse/parse-template.ts';
