import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '../../base/error-code.ts';

/** The reason why a look-up found no address. */
type NameFailureReason =
  /** The name does not exist, or it has no address. */
  | 'absent'
  /** No name server has answered in time. */
  | 'silent'
  /** The name servers could not answer, or too many look-ups wait. */
  | 'failed';

const CODES: Readonly<Record<NameFailureReason, string>> = {
  absent: 'ENOTFOUND',
  silent: 'UND_ERR_CONNECT_TIMEOUT',
  failed: 'EAI_AGAIN',
};

/** The error of a look-up. Its code is the one that `getaddrinfo` or undici uses, so nothing else needs to know it. */
export class NameFailure extends Error {
  readonly reason: NameFailureReason;
  readonly code: string;

  /** @param detail what happened, for the log of the operator. */
  constructor(name: string, reason: NameFailureReason, detail: string) {
    super(`The look-up of ${name} found no address: ${detail}`);
    this.reason = reason;
    this.code = CODES[reason];
  }
}

/** Tries and timeouts of a query to each name server, in milliseconds. */
const QUERIES = { timeout: 2000, tries: 3, maxTimeout: 4000 };
/** Milliseconds to wait for the addresses of one family if those of the other one are there. */
const OTHER_FAMILY_MS = 1000;

/** Maximum number of addresses of one family. Checking thousands of them would hold up other requests. */
const MAX_ADDRESSES = 128;

/** The addresses of one family, or why there are none. */
type FamilyAnswer = readonly LookupAddress[] | NameFailure;

/**
 * Asks name servers for the IPv4 and IPv6 addresses of a complete name.
 *
 * @param servers addresses with ports. If there are none, those of the system are asked.
 * @param signal ends all queries. The promise then rejects.
 * @throws {NameFailure} if there is no address.
 */
export async function queryServers(
  name: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  // A resolver of its own: `cancel` ends all queries of a resolver.
  const resolver = new Resolver(QUERIES);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (servers.length > 0) resolver.setServers(servers);
    const ipv4 = toAnswer(name, 4, resolver.resolve4(name));
    const ipv6 = toAnswer(name, 6, resolver.resolve6(name));
    return joinFamilies(await awaitFamilies(ipv4, ipv6));
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

async function toAnswer(name: string, family: 4 | 6, found: Promise<string[]>): Promise<FamilyAnswer> {
  try {
    const addresses = await found;
    // A name may stand for another one that has no address.
    if (addresses.length === 0)
      return new NameFailure(name, 'absent', `${family === 4 ? 'A' : 'AAAA'}: none`);
    return addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family }));
  } catch (error) {
    const code = errorCodeOf(error) ?? 'unknown';
    return new NameFailure(name, reasonOf(code), `${family === 4 ? 'A' : 'AAAA'}: ${code}`);
  }
}

function reasonOf(code: string): NameFailureReason {
  if (['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY'].includes(code)) return 'absent';
  return code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'silent' : 'failed';
}

/** Waits for both families, but not for long if one of them has addresses. */
async function awaitFamilies(...families: readonly Promise<FamilyAnswer>[]): Promise<FamilyAnswer[]> {
  const first = await Promise.race(families);
  if (first instanceof NameFailure) return await Promise.all(families);
  const given = new AbortController();
  const late = wait(OTHER_FAMILY_MS, first, { signal: given.signal, ref: false }).catch(() => first);
  try {
    return await Promise.all(families.map((family) => Promise.race([family, late])));
  } finally {
    given.abort();
  }
}

function joinFamilies(answers: readonly FamilyAnswer[]): readonly LookupAddress[] {
  const found = new Map<string, LookupAddress>();
  const failures: NameFailure[] = [];
  for (const answer of answers) {
    if (answer instanceof NameFailure) failures.push(answer);
    else for (const each of answer) found.set(each.address, each);
  }
  const [failure] = failures.toSorted(
    (a, b) => Number(a.reason === 'absent') - Number(b.reason === 'absent'),
  );
  if (found.size === 0 && failure !== undefined) throw failure;
  return [...found.values()].toSorted((a, b) => a.family - b.family);
}
