import { KinoraError } from '../../base/errors.ts';
import type { ServiceName } from '../../create/model.ts';
import { cleanReason, isQuotaUsedUp } from '../refusal-reason.ts';

const MAX_REASON_LENGTH = 300;

/**
 * Creates the error for a job that has failed at its service. Some services find out only then that the account
 * has no credit.
 *
 * @param error the service's own description of the error, from which its code is read.
 * @param reason the service's own text.
 */
export function createFailedJobError(
  service: ServiceName,
  error: unknown,
  reason: string | null | undefined,
  key: string,
): KinoraError {
  if (isQuotaUsedUp(400, JSON.stringify({ error })))
    return new KinoraError(
      'provider_quota',
      `The job of the service ${service} has failed, because the account has no credit or quota left. ` +
        'Add credit at the service, then send the request again.',
    );
  const why = cleanReason(reason ?? '', key, MAX_REASON_LENGTH) || 'it gives no reason';
  return new KinoraError('provider_refused', `The job of the service ${service} has failed: ${why}.`);
}
