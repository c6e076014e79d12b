import type { Transaction } from 'kysely';
import { countWaitingCreatedAssets } from '../store/generation/created-assets.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import { findSourceLength } from '../store/renditions.ts';
import type { Schema, Tables } from '../store/schema.ts';
import { countWaitingSources, findSourceById } from '../store/sources.ts';
import { countWaitingTransfers } from '../store/transfers.ts';
import type { Lanes } from './lanes.ts';

/** The rules of one kind of work whose attempts are held by leases. */
export interface WorkRules {
  readonly lanes: Lanes;
  /** Maximum cost in seconds of a job in the short lane. */
  readonly shortSeconds?: number;
  /** The kind of subject that is in the idle lane. */
  readonly idleKind?: string;
  /** Jobs that one process runs at the same time, unless its caller says otherwise. */
  readonly slots?: number;
  /**
   * Seconds before each try. Their number is the number of tries, and that of the workers that may die with
   * the work.
   */
  readonly delaysSeconds: readonly number[];
  /**
   * A limit per owner and process, so that an owner whose work waits long for others, such as a server that
   * does not answer, does not hold all slots. Default: none.
   */
  readonly perOwner?: number;
  /** Predicts the cost of a subject. Default: all subjects cost alike, because they use little of this machine. */
  readonly costOf?: (transaction: Transaction<Schema>, id: string) => Promise<WorkCost>;
  /** Finds the version of a subject that has versions. */
  readonly versionOf?: (transaction: Transaction<Schema>, id: string) => Promise<number>;
  /** Counts the subjects that wait, up to a limit. */
  readonly countWaiting?: (db: Tables, limit: number) => Promise<number>;
  /** The sentence for clients if too many wait. */
  readonly full?: string;
}

/** Seconds of work for each second of a source, and for a rendition of nothing. Measured roughly. */
const [RENDITION_SPEED, RENDITION_START] = [0.5, 1];

/** All kinds of work, with their rules. */
export const WORK = {
  renders: {
    lanes: { main: 'render', short: 'render-short', idle: 'render-help' },
    shortSeconds: 30,
    idleKind: 'help',
    // A crash is often the fault of the moment, so the first repetition is immediate.
    delaysSeconds: [0, 0, 5],
  },
  callbacks: {
    lanes: { main: 'callback' },
    // No lease holds a callback. An attempt takes at most ten seconds, so after these its worker has ended.
    activeSeconds: 12,
  },
  copies: {
    lanes: { main: 'copy' },
    // They wait for the network, not for the CPU.
    slots: 6,
    // The first attempt is immediate. Five more follow within an hour.
    delaysSeconds: [0, 30, 120, 300, 900, 2100],
    // A provider that does not answer holds a copy for minutes.
    perOwner: 4,
    // Only transfers are counted: copies follow from renders and sources.
    countWaiting: countWaitingTransfers,
    full: 'Too many transfers are waiting. Try again later.',
  },
  imports: {
    lanes: { main: 'import' },
    // They mostly wait for the network and the storage.
    slots: 4,
    // A client waits for the source, so the attempts end within a few minutes.
    delaysSeconds: [0, 5, 30, 120],
    // A server that does not answer holds an import for minutes.
    perOwner: 3,
    versionOf: async (transaction, id) => (await findSourceById(transaction, id))?.version ?? 1,
    countWaiting: countWaitingSources,
    full: 'Too many sources are waiting. Try again later.',
  },
  renditions: {
    lanes: { main: 'rendition' },
    delaysSeconds: [0, 5, 60],
    costOf: async (transaction, id) => ({
      seconds: RENDITION_START + RENDITION_SPEED * (await findSourceLength(transaction, id)),
    }),
  },
  creations: {
    lanes: { main: 'creation' },
    // Most wait for an outside service.
    slots: 8,
    // A client waits for the file, so the attempts end within a few minutes.
    delaysSeconds: [0, 5, 30, 120],
    // A service that does not answer holds a creation for minutes.
    perOwner: 5,
    countWaiting: countWaitingCreatedAssets,
    full: 'Too many files are waiting to be created. Try again later.',
  },
} as const satisfies Readonly<Record<string, WorkRules | { lanes: Lanes; activeSeconds: number }>>;

/** The queue of callbacks, with one job for each attempt. */
export const CALLBACK_QUEUE = WORK.callbacks.lanes.main;

/** The pg-boss queues of each kind of work, and the queue of its jobs whose worker died before they ended. */
export const ALL_QUEUES = Object.values(WORK).map(({ lanes, ...rules }) => ({
  names: Object.values<string>(lanes),
  dead: `${lanes.main}-dead`,
  isLeased: !('activeSeconds' in rules),
}));

/** The queues whose jobs are held by the leases of their workers. */
export const LEASED_QUEUES: readonly string[] = ALL_QUEUES.flatMap(({ names, isLeased }) =>
  isLeased ? names : [],
);

/** The queues of work, without those of dead letters. */
export const WORK_QUEUES: readonly string[] = ALL_QUEUES.flatMap(({ names }) => names);

/** The names of all queues. */
export const QUEUE_NAMES: readonly string[] = ALL_QUEUES.flatMap(({ names, dead }) => [dead, ...names]);

/**
 * The queues whose jobs no lease holds, and the seconds after which a job of each has lost its worker. Deciding about
 * a dead letter takes milliseconds.
 */
export const ACTIVE_LIMITS: Readonly<Record<string, number>> = {
  [CALLBACK_QUEUE]: WORK.callbacks.activeSeconds,
  ...Object.fromEntries(ALL_QUEUES.map(({ dead }) => [dead, 5])),
};

/** Returns the name of the dead-letter queue of a queue. */
export function deadLettersOf(queue: string): string {
  return ALL_QUEUES.find(({ names }) => names.includes(queue))?.dead ?? queue;
}
