import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Api } from './api.ts';
import { lookUp } from './look-up.ts';
import { type Addresses, makeOrder, pickKind } from './make-order.ts';
import type { Order, OrderKind, Owner } from './order.ts';
import { sendOrder } from './send-order.ts';

/** Number of unfinished orders above which clients wait, so that a slow machine is not buried. */
const MAX_UNFINISHED = 24;
/** Milliseconds between two orders: the shortest and the longest. */
const PAUSE_MS: readonly [number, number] = [200, 1500];
const LOOK_MS = 1500;

/** The options of the clients. */
export interface WorkloadOptions {
  readonly api: Api;
  readonly owners: readonly Owner[];
  readonly addresses: Addresses;
  readonly random: Random;
  /** Distinguishes the idempotency keys of this run from those of others. */
  readonly run: string;
}

/** The clients of a run, and all their orders. */
export class Workload {
  readonly orders: Order[] = [];
  /** Failures of clients that no server explains. */
  readonly errors: string[] = [];
  private readonly options: WorkloadOptions;
  private readonly sending = new Set<Promise<void>>();
  private count = 0;

  constructor(options: WorkloadOptions) {
    this.options = options;
  }

  /** Orders that are not known to have ended. */
  get unfinished(): Order[] {
    return this.orders.filter(({ outcome, rejected }) => outcome === undefined && rejected === undefined);
  }

  /** Submits one order. Returns when it is made, and sends it in the background. */
  async submit(kind: OrderKind): Promise<void> {
    const { api, owners, addresses, random, run } = this.options;
    const plan = await makeOrder(this.count++, kind, random.pick(owners), random, addresses);
    const order: Order = { plan, submitted: Date.now(), ids: new Set() };
    this.orders.push(order);
    const sent = sendOrder(api, order, run)
      .catch((error: unknown) => void this.errors.push(`order ${plan.number}: ${String(error)}`))
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  /** Submits orders until a signal aborts. */
  async submitUntil(signal: AbortSignal): Promise<void> {
    const { random } = this.options;
    while (!signal.aborted) {
      if (this.unfinished.length < MAX_UNFINISHED) await this.submit(pickKind(random));
      await sleep(random.between(...PAUSE_MS), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Asks for the states of all unfinished orders, again and again until a signal aborts. */
  async watchUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.lookAtAll();
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Waits until all requests are answered and all orders have ended. Returns false if that takes too long. */
  async settle(milliseconds: number): Promise<boolean> {
    const until = Date.now() + milliseconds;
    const late = sleep(milliseconds, undefined, { ref: false });
    await Promise.race([Promise.all(this.sending), late]);
    while (this.unfinished.length > 0 && Date.now() < until) {
      await this.lookAtAll();
      await sleep(LOOK_MS / 3);
    }
    return this.unfinished.length === 0;
  }

  private async lookAtAll(): Promise<void> {
    for (const order of this.unfinished) {
      if (order.accepted === undefined) continue;
      try {
        await lookUp(this.options.api, order);
      } catch (error) {
        this.errors.push(`order ${order.plan.number}: ${String(error)}`);
      }
    }
  }
}
