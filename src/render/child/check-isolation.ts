import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { IsolationPolicy } from './isolation-policy.ts';
import { runInChild } from './run-in-child.ts';

/** Returns the obstacle for this machine to contain the processes that read media, or null if there is none. */
export async function findIsolationObstacle(log: Logger): Promise<string | null> {
  const { signal } = new AbortController();
  return await runInChild({ kind: 'isolation' }, { signal, log });
}

/**
 * Finds out if this machine can contain the processes that read media. If it cannot, says what is missing in the
 * log, or ends the start if they must be contained.
 *
 * @throws {KinoraError} `invalid_setting`.
 */
export async function checkIsolation(policy: IsolationPolicy, log: Logger): Promise<void> {
  const obstacle = await findIsolationObstacle(log);
  if (obstacle === null) return;
  if (policy === 'require') {
    const message = `KINORA_ISOLATION is "require", but this machine cannot contain the processes that read media. ${obstacle} Provide that, or set KINORA_ISOLATION=prefer.`;
    throw new KinoraError('invalid_setting', message);
  }
  log.warn(
    { reason: obstacle },
    'The processes that read media are not contained. They run with the rights of Kinora.',
  );
}
