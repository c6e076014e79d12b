import { lookup } from 'node:dns/promises';
import pLimit from 'p-limit';
import { errorCodeOf } from '../../base/error-code.ts';
import { type FindAddresses, openAddressFinder, type NameFiles } from './find-addresses.ts';
import { createLookUps, type LookUp, type LookUpLimits } from './look-ups.ts';
import { NameFailure } from './name-failure.ts';

/**
 * The time of a look-up is shorter than that of a connection. A failure is kept for less time than the pauses of
 * a download take, so that its last attempt asks again.
 */
const LIMITS: LookUpLimits = { atOnce: 128, perOwner: 8, waiting: 1000, timeMs: 8000, failureMs: 3000 };
/** `getaddrinfo` holds one of the four threads that also do the work with files. */
const MAX_THREADS = 2;

const FILES: NameFiles =
  process.platform === 'win32'
    ? {
        hosts: 'C:\\Windows\\System32\\drivers\\etc\\hosts',
        // Windows has neither file. c-ares then asks the servers of the system.
        resolvConf: 'C:\\Windows\\System32\\drivers\\etc\\resolv.conf',
        nsswitch: 'nsswitch.conf',
        port: 53,
      }
    : { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf', nsswitch: '/etc/nsswitch.conf', port: 53 };

/** Looks up a name that a client may have chosen. All parts of this process share its limits. */
export const lookUpName: LookUp = createLookUps(openAddressFinder(FILES), LIMITS);

/**
 * Looks up a name that the operator has chosen, with the resolver of the system. Only that one knows names of other
 * sources, such as multicast DNS. It cannot be interrupted, so at most two threads do this.
 */
export const lookUpOperatorsName: LookUp = createLookUps(openThreads(), LIMITS);

function openThreads(): FindAddresses {
  const limit = pLimit(MAX_THREADS);
  return (name, signal) =>
    limit(async () => {
      signal.throwIfAborted();
      return await lookup(name, { all: true }).catch((error: unknown) => {
        const code = errorCodeOf(error) ?? 'unknown';
        throw new NameFailure(name, code === 'ENOTFOUND' ? 'absent' : 'failed', code);
      });
    });
}
