import type { Finding } from '../operations/finding.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';

/** A finding without the name of the checked part. */
export type Found = Omit<Finding, 'about'>;

/** Creates the finding that something is as it should be. */
export function reportOk(found: string): Found {
  return { state: 'ok', found };
}

/** Creates a finding that work goes on with. @param advice says how to mend it. */
export function reportWarning(found: string, advice: string): Found {
  return { state: 'warning', found, advice };
}

/** Creates a finding that work stops at. @param advice says how to mend it. */
export function reportError(found: string, advice: string): Found {
  return { state: 'error', found, advice };
}

/** A check of one part of a deployment. It may throw, with a `KinoraError` for what an operator can mend. */
export interface DeploymentCheck {
  readonly about: string;
  readonly find: (signal: AbortSignal) => Promise<Found | readonly Found[]>;
}

/** Milliseconds that a check may take. */
const TIME_LIMIT_MS = 20_000;

/** Runs checks one after the other. One that fails or takes too long becomes an error. */
export async function* runChecks(
  checks: readonly DeploymentCheck[],
  signal: AbortSignal,
): AsyncGenerator<Finding, void> {
  for (const { about, find } of checks) {
    signal.throwIfAborted();
    const found = await runCheck(find, signal);
    for (const each of found) yield { about, ...each };
  }
}

async function runCheck(find: DeploymentCheck['find'], signal: AbortSignal): Promise<readonly Found[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    const found = await raceWithAbort(find(limited), limited);
    return Array.isArray(found) ? (found as readonly Found[]) : [found as Found];
  } catch (error) {
    signal.throwIfAborted();
    return [toError(error, limited.aborted)];
  }
}

function toError(error: unknown, isLate: boolean): Found {
  if (error instanceof KinoraError) return { state: 'error', found: error.message };
  if (isLate) return { state: 'error', found: `It did not answer within ${TIME_LIMIT_MS / 1000} seconds.` };
  const { path } = error instanceof Error && 'path' in error ? error : {};
  if (typeof path === 'string' && ['EACCES', 'EPERM'].includes(errorCodeOf(error) ?? ''))
    return reportError(
      `This user may not use ${path}.`,
      'Run the command as the user of Kinora, or give it to this user.',
    );
  const reason = error instanceof Error ? error.message : String(error);
  return { state: 'error', found: `The check itself failed: ${reason}` };
}
