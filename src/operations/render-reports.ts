import { z } from 'zod';

/** A time in a report, ISO 8601. The process that makes the report gives a `Date`. */
export const ReportTime = z.union([z.date().transform((time) => time.toISOString()), z.iso.datetime()]);

/** The stage that something belongs to. */
export const StageName = z.enum(['v1', 'stage']);

const Stages = z.record(z.string(), z.number());

/** The statuses of renders, in order. */
export const SHOWN_STATUSES = [
  'queued',
  'generating',
  'fetching',
  'preprocessing',
  'rendering',
  'saving',
  'done',
  'failed',
] as const;

const RenderLine = z.object({
  id: z.uuid(),
  account: z.string(),
  owner: z.string(),
  stage: StageName,
  status: z.enum(SHOWN_STATUSES),
  /** One sentence. Null unless the render failed. */
  error: z.string().nullable(),
  /** Code of the error. */
  code: z.string().nullable(),
  /** From 0 to 1. */
  progress: z.number(),
  /** Predicted seconds of rendering. */
  cost: z.number().nullable(),
  /** Number of attempts that were begun. */
  attempts: z.int(),
  created: ReportTime,
  /** The last change of the status. */
  updated: ReportTime,
});

/** A render in a list. */
export type RenderLine = z.infer<typeof RenderLine>;

const AttemptReportSchema = z.object({
  worker: z.string(),
  started: ReportTime,
  /** Null while it runs. */
  ended: ReportTime.nullable(),
  outcome: z.enum(['done', 'failed', 'again', 'later', 'back', 'lost']).nullable(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** Milliseconds of each stage. */
  stages: Stages.nullable(),
});

/** An attempt at a render. */
export type ShownAttempt = z.infer<typeof AttemptReportSchema>;

const EditOutline = z.object({
  /** Length of its JSON in characters. */
  length: z.int(),
  tracks: z.int(),
  clips: z.int(),
  /** Number of clips of each type of asset. */
  assets: z.record(z.string(), z.int()),
  /** The output in words, such as `mp4, hd, 25 fps`. */
  output: z.string(),
  /** The names of the destinations. */
  destinations: z.array(z.string()),
});

/** The main facts of an edit. */
export type EditOutline = z.infer<typeof EditOutline>;

/** The form of a report on segments: how many were kept from earlier renders, and how many were made. */
export const SegmentReport = z.object({ reused: z.int(), made: z.int() });

const FileReport = z.object({
  id: z.uuid(),
  part: z.string(),
  provider: z.string(),
  status: z.string(),
  /** Key in the storage. */
  file: z.string(),
  error: z.string().nullable(),
});

const CallbackReport = z.object({
  id: z.uuid(),
  event: z.string(),
  /** The address of the receiver without parts that may be secret. */
  url: z.string(),
  status: z.string(),
  attempts: z.int(),
  /** The error of the last attempt. */
  error: z.string().nullable(),
  /** The end of the last attempt. */
  ended: ReportTime.nullable(),
});

/** The form of a report on one render. */
export const RenderReport = RenderLine.extend({
  dialect: z.string().nullable(),
  /** The address to notify, without parts that may be secret. */
  callback: z.string().nullable(),
  /** Seconds of the output. */
  duration: z.number().nullable(),
  /** Milliseconds of the successful attempt. */
  renderTime: z.number().nullable(),
  /** Null if unknown, or if no file has segments. */
  segments: SegmentReport.nullable(),
  warnings: z.array(z.object({ field: z.string(), text: z.string() })),
  /** Time when an operator queued it again. */
  retried: ReportTime.nullable(),
  edit: EditOutline,
  /** The newest attempts, oldest first. `attempts` is the number of all. */
  lastAttempts: z.array(AttemptReportSchema),
  files: z.array(FileReport),
  callbacks: z.array(CallbackReport),
});

/** A report on one render. */
export type RenderReport = z.infer<typeof RenderReport>;

const ChangedRender = z.object({
  /** The id as it was given. */
  given: z.string(),
  /** Null if there is no such render, or more than one. */
  id: z.uuid().nullable(),
  account: z.string().nullable(),
  /** The reason why nothing was done, one sentence. Null if it was done. */
  problem: z.string().nullable(),
});

/** The result of an operation on one of several renders. */
export type ChangedRender = z.infer<typeof ChangedRender>;

/** The maximum number of renders in a list. */
export const MAX_LISTED = 1_000;
/** The maximum number of renders that one command changes. */
export const MAX_CHANGED = 500;

const Ids = z.object({ ids: z.array(z.string()).max(MAX_CHANGED) });

/** The operations on renders of all accounts. An id may be shortened to a beginning that is unique. */
export const RENDER_OPERATIONS = {
  /** Lists renders, newest first. */
  listRenders: {
    input: z.object({
      status: z.enum(SHOWN_STATUSES).optional(),
      account: z.string().optional(),
      owner: z.string().optional(),
      limit: z.int().min(1).max(MAX_LISTED),
    }),
    output: z.array(RenderLine),
  },
  showRender: { input: z.object({ id: z.string() }), output: RenderReport },
  /** Queues failed renders again, under their own ids. */
  retryRenders: { input: Ids, output: z.array(ChangedRender) },
  /** Cancels renders that are not final. */
  cancelRenders: { input: Ids, output: z.array(ChangedRender) },
};
