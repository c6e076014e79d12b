import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of the templates. */
export const TEMPLATES = join(import.meta.dirname, '../examples/templates');

/** The kinds of values that a merge field takes. A form shows a control for each. */
const FieldKind = z.enum(['text', 'colour', 'image', 'video', 'audio', 'captions']);

const TemplateField = z.strictObject({
  /** The name in `merge` of the edit. */
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** Its name in a form. */
  label: z.string().min(3).max(40),
  kind: FieldKind,
});

const Template = z.strictObject({
  /** The name of its file, without `.json`. */
  name: z.string().regex(/^[a-z-]+$/),
  title: z.string().min(3),
  /** Its purpose, in one sentence. */
  sentence: z.string().endsWith('.'),
  shape: z.enum(['9:16', '1:1', '16:9']),
  /** Its length with the files and texts that it comes with. */
  seconds: z.number().positive(),
  /** Three seconds of the timeline that show it well, in order. */
  moments: z.tuple([z.number(), z.number(), z.number()]),
  /** Fields with colours of letters and of the ground below them. */
  contrast: z.array(z.tuple([z.string(), z.string()])).min(1),
  fields: z.array(TemplateField).min(1),
});

/** A template, as a list of templates shows it. */
export type Template = z.infer<typeof Template>;

const TemplateIndex = z.strictObject({ templates: z.array(Template).min(8) });

/** Reads `index.json`. @throws if it has an unknown field, or lacks one. */
export function readTemplateIndex(): readonly Template[] {
  return TemplateIndex.parse(JSON.parse(readFileSync(join(TEMPLATES, 'index.json'), 'utf8'))).templates;
}

/** The parts of an edit that a template surely has. */
export interface TemplateEdit {
  readonly timeline: { readonly background: string };
  readonly output: { readonly format: string };
  readonly merge: readonly { readonly find: string; readonly replace: unknown }[];
}

/** Reads the edit of a template. */
export function readTemplate(name: string): TemplateEdit {
  return JSON.parse(readFileSync(join(TEMPLATES, `${name}.json`), 'utf8')) as TemplateEdit;
}
