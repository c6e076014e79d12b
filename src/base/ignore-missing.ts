import { errorCodeOf } from './error-code.ts';

/**
 * Returns the outcome of a file operation, or undefined if the file is missing. Another process may remove a
 * file at any time, so a missing file is not an error.
 */
export async function ignoreMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
