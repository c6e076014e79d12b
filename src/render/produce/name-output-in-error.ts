import { KinoraError } from '../../base/errors.ts';
import { type Edit, nameOutput } from '../../edit/model.ts';

/**
 * Names an output in the message of its error, if the edit has a list of outputs.
 *
 * @returns another error, or the same if the edit has a single output or the error is no {@link KinoraError}.
 */
export function nameOutputInError(edit: Pick<Edit, 'others'>, index: number, error: unknown): unknown {
  if (edit.others === undefined || !(error instanceof KinoraError) || error.code === 'cancelled')
    return error;
  return new KinoraError(error.code, `${nameOutput(edit, index)}: ${error.message}`, { cause: error });
}
