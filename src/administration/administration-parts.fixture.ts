import type { AdministrationParts } from './operations.ts';

const rejectMissing = (what: string) => (): Promise<never> =>
  Promise.reject(new Error(`There is no ${what} in this test.`));

/** Creates the parts of an administration in a test. The use of an omitted part fails. */
export function testParts(parts: Partial<AdministrationParts> = {}): AdministrationParts {
  return {
    services: {},
    signsFiles: undefined,
    openSecretBox: rejectMissing('secret box'),
    openFiles: rejectMissing('storage'),
    openRenderControl: rejectMissing('queue'),
    ...parts,
  };
}
