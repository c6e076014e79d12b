import type { AccountLimits } from '../../client/index.ts';
import { describeSize, writeSeconds } from '../media/describe-facts.ts';

/** Some limits that belong together. */
export interface LimitGroup {
  readonly title: string;
  /** The limited things, each with its limit. */
  readonly rows: readonly (readonly [what: string, limit: string])[];
  /** The settings of the server that decide. Empty if none does. */
  readonly settings: readonly string[];
}

const NUMBER = new Intl.NumberFormat('en-GB');
const DAY = 86_400;

/** Writes the limits of a server for people. */
export function listLimits({ requests, edit, ingest, quotas, keep }: AccountLimits): LimitGroup[] {
  return [
    {
      title: 'An edit',
      rows: [
        ['Size of the JSON', describeSize(edit.bytes)],
        ['Clips', NUMBER.format(edit.clips)],
        ['Length', writeSeconds(edit.seconds)],
        ['Outputs', NUMBER.format(edit.outputs)],
        ['Width and height', `${NUMBER.format(edit.pixels)} px`],
      ],
      settings: [],
    },
    {
      title: 'A file to upload',
      rows: [
        ['Size', describeSize(ingest.bytes)],
        ['Length', writeSeconds(ingest.seconds)],
        ['Width and height', `${NUMBER.format(ingest.pixels)} px`],
        ['An unfinished upload stays', writeSeconds(ingest.uploadSeconds)],
      ],
      settings: [
        'KINORA_INGEST_MAX_BYTES',
        'KINORA_INGEST_MAX_SECONDS',
        'KINORA_INGEST_MAX_PIXELS',
        'KINORA_UPLOAD_HOURS',
      ],
    },
    {
      title: 'Requests of all your keys in a minute',
      rows: describeRequests(requests),
      settings: ['KINORA_RATE_LIMITS'],
    },
    describeQuotas(quotas),
    {
      title: 'How long things stay',
      rows: [
        ['Renders', describeStay(keep.renders)],
        ['Hosted files', describeStay(keep.files)],
        ['Sources', describeStay(keep.sources)],
        ['Kept edits', describeStay(keep.edits)],
      ],
      settings: ['KINORA_KEEP_RENDERS', 'KINORA_KEEP_FILES', 'KINORA_KEEP_SOURCES', 'KINORA_KEEP_EDITS'],
    },
  ];
}

function describeQuotas(quotas: AccountLimits['quotas']): LimitGroup {
  return {
    title: 'Your account in this environment',
    rows: [
      ['Stored files', limit(quotas.storedBytes, describeSize)],
      ['Sources', limit(quotas.sources, (count) => NUMBER.format(count))],
      ['Kept edits', limit(quotas.edits, (count) => NUMBER.format(count))],
      ['Renders that wait', limit(quotas.waitingRenders, (count) => NUMBER.format(count))],
      ['Output in 24 hours', limit(quotas.dailyMinutes, (minutes) => `${NUMBER.format(minutes)} min`)],
    ],
    settings: [
      'KINORA_QUOTA_BYTES',
      'KINORA_QUOTA_SOURCES',
      'KINORA_QUOTA_EDITS',
      'KINORA_QUOTA_WAITING',
      'KINORA_QUOTA_MINUTES',
    ],
  };
}

const APIS = { edit: 'Edit', serve: 'Hosted files', ingest: 'Uploads', create: 'Generated media' } as const;

function describeRequests(requests: AccountLimits['requests']): LimitGroup['rows'] {
  if (requests === null) return [['All', 'no limit']];
  return (Object.keys(APIS) as (keyof typeof APIS)[]).map((api) => {
    const { changes, reads } = requests[api];
    return [APIS[api], `${NUMBER.format(changes)}, reading ${NUMBER.format(reads)}`];
  });
}

function limit(value: number | null, write: (value: number) => string): string {
  return value === null ? 'no limit' : write(value);
}

function describeStay(seconds: number | null): string {
  if (seconds === null) return 'forever';
  if (seconds >= 2 * DAY) return `${NUMBER.format(Number((seconds / DAY).toFixed(1)))} days`;
  return writeSeconds(seconds);
}
