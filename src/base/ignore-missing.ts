import { errorCodeOf } from './error-code.ts';

/**
 * Returns the outcome of the work, or undefined if the file is missing. Another process may remove a file at
 * any time.
 */
export async function ignoreMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
