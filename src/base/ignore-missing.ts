import { errorCodeOf } from './error-code.ts';

/**
 * Returns the outcome of a file operation, or undefined if the file is missing, because another process may
 * remove it at any time.
 */
export async function ignoreMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
