import { codeOf } from '../../base/code-of.ts';

/** The outcome, or nothing if the file is gone, which another process may cause at any time. */
export async function unlessGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
