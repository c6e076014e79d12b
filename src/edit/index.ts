export * from './model.ts';
export { fillForm, hasFileField, listFormFields } from './merge/form-fields.ts';
export { mergeEdit, mergesWithin } from './merge/merge.ts';
export { listPlaceholders } from './merge/placeholder.ts';
export { findOtherDialect, parseEdit } from './parse/parse-edit.ts';
export { checkSupport } from './check/check-support.ts';
export { parseTemplate } from './parse/parse-template.ts';
