import { type Dialect, DIALECTS } from '../dialect.ts';
import { parseEdit, type ReadingRules } from './parse-edit.ts';

/** Returns the dialect in which an edit is valid besides the given one, if there is one. */
export function findOtherDialect(
  input: unknown,
  { dialect = 'interface', ...rules }: ReadingRules,
): Dialect | undefined {
  return DIALECTS.find((other) => other !== dialect && parseEdit(input, { dialect: other, ...rules }).ok);
}
