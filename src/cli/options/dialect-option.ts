import { Option } from 'commander';
import { DIALECTS } from '../../edit/dialect.ts';

/**
 * Creates the option `--dialect`.
 *
 * @param edits the edits that the dialect is for, such as `of the edit`.
 */
export function createDialectOption(edits: string): Option {
  const text = `dialect ${edits}: interface (last track on top) or shotstack (first track on top); default: KINORA_DIALECT`;
  return new Option('--dialect <dialect>', text).choices(DIALECTS);
}
