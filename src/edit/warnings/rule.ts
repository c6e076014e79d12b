import type { ClipLocation } from '../clips/clip-location.ts';
import type { Dialect } from '../dialect.ts';
import type { Edit } from '../schema/edit.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import type { Warning } from './warning.ts';

/** The facts that a rule may ask for beside its subject. */
export interface Facts {
  readonly edit: Edit;
  /** All clips of the edit, at every depth. */
  readonly clips: readonly ClipLocation[];
  readonly times: EditTimes;
  readonly dialect: Dialect;
  /** Returns true if the file of a source can be transparent, or undefined if it was not inspected. */
  readonly findAlpha: (src: string) => boolean | undefined;
}

/** A row of a table of probable mistakes. The subjects of a table are the edit, its clips, its assets or its tracks. */
export interface Rule<Subject> {
  /** The field of the subject that the warning is about, such as `font.size`. Default: the subject itself. */
  readonly at?: string;
  /** True if the subject deserves the warning. By default, `say` decides. */
  readonly when?: (subject: Subject, facts: Facts) => boolean;
  /** The text of the warning. A function may also return nothing, or warnings whose fields are below `at`. */
  readonly say: string | ((subject: Subject, facts: Facts) => string | Iterable<Warning> | undefined);
}

/** Lists the warnings of a table about a subject. @param field the field of the subject. Default: the whole edit. */
export function* applyRules<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  facts: Facts,
  field = '',
): Generator<Warning> {
  for (const { at = '', when, say } of rules) {
    if (when?.(subject, facts) === false) continue;
    const said = typeof say === 'string' ? say : (say(subject, facts) ?? []);
    for (const warning of typeof said === 'string' ? [{ field: '', text: said }] : said) {
      const steps = [field, at, warning.field].filter((step) => step !== '');
      yield { field: steps.join('.').replaceAll('.[', '['), text: warning.text };
    }
  }
}
