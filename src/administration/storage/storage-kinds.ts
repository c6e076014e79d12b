import { formatDuration } from '../../base/setting.ts';
import type { StorageReportRow } from '../../operations/storage-report.ts';
import type { StoredFileKind } from '../../store/retention/classify-files.ts';
import type { HostingSettings } from '../../hosting/settings.ts';
import { KEEP_SETTINGS, type Retention } from '../../store/settings.ts';

/** The kinds of rows in a report. */
export type StorageKind =
  | StoredFileKind
  | 'incoming'
  | 'unfinished'
  | 'segments'
  | 'records'
  | 'edits'
  | 'database'
  | 'cache'
  | 'transcripts'
  | 'models'
  | 'voice'
  | 'browser'
  | 'commands'
  | 'work'
  | 'other';

/** The settings that decide how long things stay. */
export interface StayingSettings {
  readonly keep: Retention;
  readonly cache: { readonly keepMs: number; readonly maxBytes: number };
}

/** Returns the folder or the bucket of the stored files, for people. */
export function nameStorage({ storage }: Pick<HostingSettings, 'storage'>): string {
  if (typeof storage === 'string') return storage;
  return `s3://${storage.bucket}${storage.prefix && `/${storage.prefix}`}`;
}

type Stay = Pick<StorageReportRow, 'stays' | 'settings'>;

interface KindDescription {
  readonly title: string;
  readonly stay: (settings: StayingSettings) => Stay;
}

const constantly = (stays: string) => (): Stay => ({ stays, settings: [] });

function keptBy(name: keyof Retention): KindDescription['stay'] {
  return ({ keep }) => {
    const time = keep[name];
    return {
      stays: time === undefined ? 'forever' : formatDuration(time),
      settings: [KEEP_SETTINGS[name].name],
    };
  };
}

const BYTES_PER_GB = 1e9;

/** The descriptions of the kinds, in the order of the report. */
export const STORAGE_KINDS: Readonly<Record<StorageKind, KindDescription>> = {
  renders: { title: 'rendered files', stay: keptBy('files') },
  stills: { title: 'posters, thumbnails and captions', stay: keptBy('files') },
  transfers: { title: 'transferred files', stay: keptBy('files') },
  created: { title: 'created assets', stay: keptBy('files') },
  sources: { title: 'sources', stay: keptBy('sources') },
  renditions: { title: 'renditions', stay: keptBy('sources') },
  transcriptions: { title: 'transcriptions', stay: keptBy('sources') },
  paid: { title: 'generated media, paid', stay: constantly('forever, so that nothing is paid twice') },
  generated: { title: 'generated media, made here', stay: constantly('24h without use') },
  temporary: { title: 'files that are not hosted', stay: constantly('24h') },
  incoming: { title: 'uploads before their import', stay: constantly('until imported or expired') },
  unfinished: { title: 'files that are being stored', stay: constantly('until stored, at most 24h') },
  segments: {
    title: 'segments for later renders',
    stay: () => ({ stays: 'until others need the space', settings: ['KINORA_SEGMENTS'] }),
  },
  removing: { title: 'files that are being removed', stay: constantly('minutes') },
  unknown: { title: 'files without a record', stay: constantly('forever') },
  records: { title: 'renders with edits and callbacks', stay: keptBy('renders') },
  edits: { title: 'kept edits with their versions', stay: keptBy('edits') },
  database: { title: 'rest of the database', stay: constantly('forever') },
  cache: {
    title: 'cache of downloaded sources',
    stay: ({ cache: { keepMs, maxBytes } }) => ({
      stays: `${formatDuration(keepMs)} without use, at most ${maxBytes / BYTES_PER_GB} GB`,
      settings: ['KINORA_KEEP_CACHE', 'KINORA_CACHE_GB'],
    }),
  },
  transcripts: { title: 'cache of transcripts', stay: constantly('at most 0.5 GB') },
  models: { title: 'speech recognition models', stay: constantly('until "kinora models remove"') },
  voice: { title: 'voice model', stay: constantly('forever') },
  browser: { title: 'unpacked browser', stay: constantly('forever') },
  commands: {
    title: 'generated media of commands',
    stay: constantly('paid: forever; others: 24h without use'),
  },
  work: { title: 'temporary files of running work', stay: constantly('until the work ends') },
  other: { title: 'everything else in KINORA_HOME', stay: constantly('forever') },
};
