import { errorCodeOf } from './error-code.ts';

/** The outcome, or nothing if the file is gone, which another process may cause at any time. */
export async function ignoreMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
