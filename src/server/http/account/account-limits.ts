import { z } from 'zod';
import { MAX_CLIPS } from '../../../edit/check/check-clip-count.ts';
import { MAX_TIMELINE_HOURS } from '../../../edit/check/check-timeline.ts';
import { MAX_OUTPUTS } from '../../../edit/output/check-outputs.ts';
import { MAX_OUTPUT_SIDE } from '../../../edit/schema/output.ts';
import { type Stage } from '../../../store/schema.ts';
import { requestsPerMinute } from '../access/rate-limits.ts';
import { MAX_BODY_BYTES } from '../request/json-body.ts';
import type { ServerParts } from '../server-parts.ts';

const Count = z.int().min(0);
const Quota = z.number().min(0).nullable();

const Rate = z.object({
  changes: Count.describe(
    'Requests that create, change or delete something, and as many inspections besides: they are counted apart.',
  ),
  reads: Count.describe('Requests that only read.'),
});

const REQUESTS = z
  .object({ edit: Rate, serve: Rate, ingest: Rate, create: Rate })
  .nullable()
  .describe(
    'Requests per minute for each API, by all keys of the account in this environment together; null if they are not limited.',
  );

const EDIT = z
  .object({
    bytes: Count.describe('The size of a request with JSON.'),
    clips: Count.describe('The number of clips.'),
    seconds: Count.describe('The length of the timeline.'),
    outputs: Count.describe('The number of outputs.'),
    pixels: Count.describe('The width and the height of an output.'),
  })
  .describe('The maximum of an edit.');

const INGEST = z
  .object({
    bytes: Count.describe('The size of a file.'),
    seconds: Count.describe('The length of a video or a sound.'),
    pixels: Count.describe('The width and the height of a picture or a video.'),
    uploadSeconds: z.number().describe('The time after which an unfinished upload is removed.'),
  })
  .describe('The maximum of a file to ingest.');

const QUOTAS = z
  .object({
    storedBytes: Quota.describe('Bytes of stored files.'),
    sources: Quota.describe('Ingested sources.'),
    edits: Quota.describe('Edits that are kept by name.'),
    waitingRenders: Quota.describe('Renders that wait for a worker.'),
    dailyMinutes: Quota.describe('Minutes of output within 24 hours.'),
  })
  .describe('The maximum that the account may use in this environment; null for no limit.');

const KEEP = z
  .object({
    renders: Quota.describe('A render with its edit, from its end.'),
    files: Quota.describe('A hosted file, from the time when it was ready.'),
    sources: Quota.describe('A source with its renditions, from the end of the work on it.'),
    edits: Quota.describe('An edit that is kept by name, from its last save.'),
  })
  .describe('The seconds that things stay; null for forever.');

/** The limits that apply to the requests of a key. */
export const AccountLimits = z
  .object({ requests: REQUESTS, edit: EDIT, ingest: INGEST, quotas: QUOTAS, keep: KEEP })
  .describe('The limits of this server for the key.');

/** Returns the limits that apply to the requests of a key of a stage. */
export function describeLimits(
  { rateLimits, ingest, quotas, keep }: Pick<ServerParts, 'rateLimits' | 'ingest' | 'quotas' | 'keep'>,
  stage: Stage,
): z.infer<typeof AccountLimits> {
  const { maxBytes, maxSeconds, maxPixels } = ingest.ingestLimits;
  const rate = (api: Parameters<typeof requestsPerMinute>[0]) => requestsPerMinute(api, stage, rateLimits);
  const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);
  return {
    requests:
      rateLimits === 0
        ? null
        : { edit: rate('edit'), serve: rate('serve'), ingest: rate('ingest'), create: rate('create') },
    edit: {
      bytes: MAX_BODY_BYTES,
      clips: MAX_CLIPS,
      seconds: MAX_TIMELINE_HOURS * 3600,
      outputs: MAX_OUTPUTS,
      pixels: MAX_OUTPUT_SIDE,
    },
    ingest: {
      bytes: maxBytes,
      seconds: maxSeconds,
      pixels: maxPixels,
      uploadSeconds: ingest.uploadMs / 1000,
    },
    quotas: {
      storedBytes: quotas.storedBytes ?? null,
      sources: quotas.sources ?? null,
      edits: quotas.edits ?? null,
      waitingRenders: quotas.waitingRenders ?? null,
      dailyMinutes: quotas.dailyMinutes ?? null,
    },
    keep: {
      renders: seconds(keep.renders),
      files: seconds(keep.files),
      sources: seconds(keep.sources),
      edits: seconds(keep.edits),
    },
  };
}
