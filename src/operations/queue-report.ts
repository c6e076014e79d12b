import { z } from 'zod';
import { StageName, ReportTime, SegmentReport } from './render-reports.ts';

const Counts = {
  /** Jobs that could begin now. */
  waiting: z.int(),
  /** Jobs that wait for a time, such as that of their next attempt. */
  later: z.int(),
  running: z.int(),
  /** Milliseconds since the first waiting job could begin. Null if none waits. */
  oldestMs: z.number().nullable(),
};

const OwnerCounts = z.object({
  owner: z.string(),
  account: z.string().nullable(),
  stage: StageName.nullable(),
  /** Weight of the account. */
  share: z.number(),
  ...Counts,
});

const QueueCounts = z.object({ queue: z.string(), ...Counts, owners: z.array(OwnerCounts) });

/** The work in one queue. */
export type QueueCounts = z.infer<typeof QueueCounts>;

const WorkerReport = z.object({
  name: z.string(),
  /** False if it has not been seen for a while. Others take up its work. */
  alive: z.boolean(),
  started: ReportTime,
  /** Milliseconds since its last sign of life. */
  silentMs: z.number(),
  /** Number of renders that it makes at the same time. Null if unknown. */
  slots: z.int().nullable(),
  /** The problem that keeps it from working, one sentence. Null if there is none. */
  problem: z.string().nullable(),
  holds: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      account: z.string().nullable(),
      stage: StageName.nullable(),
      /** Milliseconds since it began. */
      tookMs: z.number(),
    }),
  ),
});

/** A process that takes work. */
export type WorkerReport = z.infer<typeof WorkerReport>;

/** The form of a report on the queues. */
export const QueueReport = z.object({
  queues: z.array(QueueCounts),
  workers: z.array(WorkerReport),
  /** The counts of segments of the renders that were done in the last 24 hours. */
  segments: SegmentReport,
  /** The problems that keep the queues from working, one sentence each. */
  problems: z.array(z.string()),
});

/** A report on the queues and on the workers. */
export type QueueReport = z.infer<typeof QueueReport>;

/** The operation for a report on the queues. */
export const QUEUE_OPERATIONS = { showQueue: { input: z.object({}), output: QueueReport } };
