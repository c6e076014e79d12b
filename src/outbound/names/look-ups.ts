import type { LookupAddress } from 'node:dns';
import { type FindAddresses, openAddressFinder, type NameFiles } from './find-addresses.ts';
import { NameFailure } from './query-servers.ts';
import { lookup } from 'node:dns/promises';
import pLimit from 'p-limit';
import { errorCodeOf } from '../../base/error-code.ts';

/** The limits of all look-ups of this process. */
export interface LookUpLimits {
  /** Maximum number of look-ups at once. */
  readonly atOnce: number;
  /** Maximum number of look-ups at once for one owner. */
  readonly perOwner: number;
  /** Maximum number of waiting look-ups for one owner. */
  readonly waiting: number;
  /** Milliseconds that a look-up may take, without the time in the queue. */
  readonly timeMs: number;
  /** Milliseconds for which a failure is kept and answers the next look-ups of the name. */
  readonly failureMs: number;
}

/** The sender of a look-up. */
export interface NameRequester {
  /** The owner to whom the look-up is counted. Undefined for requests of Kinora itself. */
  readonly owner?: string | undefined;
  /** Ends the wait. A look-up without waiting requests is ended, too. */
  readonly signal?: AbortSignal | undefined;
}

/** Looks up names for many owners. */
type LookUp = (name: string, asker: NameRequester) => Promise<readonly LookupAddress[]>;

/** Maximum number of kept failures. */
const MAX_FAILURES = 1000;

interface Waiter {
  readonly name: string;
  readonly owner: string;
  readonly result: PromiseWithResolvers<readonly LookupAddress[]>;
}

interface Running {
  readonly owner: string;
  readonly waiters: Set<Waiter>;
  readonly controller: AbortController;
}

/**
 * Shares and limits look-ups. A look-up of a name that is being looked up joins it. Of the others, an owner with
 * fewer running look-ups comes first, so that the names of one owner do not hold up another one.
 */
class LookUpQueue {
  private readonly find: FindAddresses;
  private readonly limits: LookUpLimits;
  private readonly running = new Map<string, Running>();
  private readonly waiting = new Map<string, Waiter[]>();
  private readonly failures = new Map<string, { readonly error: unknown; readonly until: number }>();

  constructor(find: FindAddresses, limits: LookUpLimits) {
    this.find = find;
    this.limits = limits;
  }

  async lookUp(name: string, { owner = '', signal }: NameRequester): Promise<readonly LookupAddress[]> {
    signal?.throwIfAborted();
    const kept = this.failures.get(name);
    if (kept && kept.until > performance.now()) throw kept.error;
    const waiter: Waiter = { name, owner, result: Promise.withResolvers() };
    this.enter(waiter);
    const leave = (): void => waiter.result.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await waiter.result.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      this.leave(waiter);
    }
  }

  private enter(waiter: Waiter): void {
    const same = this.running.get(waiter.name);
    if (same) {
      same.waiters.add(waiter);
      return;
    }
    const own = this.waiting.get(waiter.owner) ?? [];
    if (own.length >= this.limits.waiting)
      throw new NameFailure(waiter.name, 'failed', 'too many look-ups of its account wait');
    this.waiting.set(waiter.owner, [...own, waiter]);
    this.startNext();
  }

  private leave(waiter: Waiter): void {
    this.dequeue(waiter);
    const running = this.running.get(waiter.name);
    if (running?.waiters.delete(waiter) !== true || running.waiters.size > 0) return;
    // No request waits for it any more. A later look-up of the name starts again.
    running.controller.abort();
    this.end(waiter.name, running);
  }

  private dequeue(waiter: Waiter): void {
    const rest = (this.waiting.get(waiter.owner) ?? []).filter((each) => each !== waiter);
    if (rest.length > 0) this.waiting.set(waiter.owner, rest);
    else this.waiting.delete(waiter.owner);
  }

  private startNext(): void {
    while (this.running.size < this.limits.atOnce) {
      const [next] = [...this.waiting.keys()]
        .map((owner) => ({ owner, count: this.countOf(owner) }))
        .filter(({ count }) => count < this.limits.perOwner)
        .toSorted((a, b) => a.count - b.count);
      const waiter = next && this.waiting.get(next.owner)?.[0];
      if (!waiter) return;
      this.start(waiter);
    }
  }

  private countOf(owner: string): number {
    return [...this.running.values()].filter((each) => each.owner === owner).length;
  }

  private start({ name, owner }: Waiter): void {
    const controller = new AbortController();
    const waiters = [...this.waiting.values()].flat().filter((each) => each.name === name);
    for (const each of waiters) this.dequeue(each);
    const running: Running = { owner, waiters: new Set(waiters), controller };
    this.running.set(name, running);
    void this.run(name, running);
  }

  private async run(name: string, running: Running): Promise<void> {
    const timer = setTimeout(() => running.controller.abort(), this.limits.timeMs);
    try {
      const found = await this.find(name, running.controller.signal);
      for (const { result } of running.waiters) result.resolve(found);
    } catch (error) {
      // If no request waits, the look-up was ended, which says nothing about the name.
      if (running.waiters.size > 0) this.keep(name, error);
      for (const { result } of running.waiters) result.reject(error);
    } finally {
      clearTimeout(timer);
      this.end(name, running);
    }
  }

  private end(name: string, running: Running): void {
    if (this.running.get(name) !== running) return;
    this.running.delete(name);
    this.startNext();
  }

  private keep(name: string, error: unknown): void {
    this.failures.delete(name);
    this.failures.set(name, { error, until: performance.now() + this.limits.failureMs });
    const oldest = this.failures.keys().next();
    if (this.failures.size > MAX_FAILURES && oldest.done !== true) this.failures.delete(oldest.value);
  }
}

/** Creates look-ups that are shared and limited. See {@link LookUpQueue}. */
export function createLookUps(find: FindAddresses, limits: LookUpLimits): LookUp {
  const queue = new LookUpQueue(find, limits);
  return (name, asker) => queue.lookUp(name, asker);
}

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
