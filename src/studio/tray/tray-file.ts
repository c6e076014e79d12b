import { signal } from '@preact/signals';
import type { Asset, Source } from '../../client/index.ts';
import { createClipOfFile } from '../assets/clip-of-file.ts';
import { nameOfSource } from '../assets/source-names.ts';
import { listFacts } from '../media/describe-facts.ts';
import { KIND_TITLES, kindOfFile } from '../media/media-kind.ts';

/** A file that can become a clip. */
export interface TrayFile {
  readonly id: string;
  readonly name: string;
  readonly facts: string;
  /** Undefined until the file is there. */
  readonly url: string | undefined;
  /** A file of this server, which the page may show. */
  readonly isOwn: boolean;
  /** Seconds, if they are known. */
  readonly duration: number | undefined;
}

/** The file that is dragged out of the tray. A drag reveals its data only when it ends. */
export const draggedFile = signal<TrayFile | undefined>(undefined);

/** The name of Kinora's own hosting. */
const OWN = 'shotstack';

/** Returns an ingested file for the tray. */
export function fileOfSource(source: Source): TrayFile {
  const { id, source: url, status, error, duration } = source;
  const facts = url === undefined ? [] : [KIND_TITLES[kindOfFile(url)], ...listFacts(source)];
  const state = status === 'failed' ? (error ?? 'Failed') : 'Kinora reads the file';
  return {
    id,
    url,
    duration,
    isOwn: true,
    name: nameOfSource(source),
    facts: url === undefined ? state : facts.join(' · '),
  };
}

/** Returns a hosted file for the tray. */
export function fileOfAsset({ id, filename, url, provider, status, error }: Asset): TrayFile {
  const isReady = status === 'ready';
  const where = provider === OWN ? '' : ` · at ${provider}`;
  return {
    id,
    name: filename,
    duration: undefined,
    isOwn: provider === OWN,
    url: isReady ? url : undefined,
    facts: isReady ? KIND_TITLES[kindOfFile(filename)] + where : (error ?? 'On its way'),
  };
}

/** True if an edit can show or play a file. */
export function isUsable({ url }: TrayFile): boolean {
  return url !== undefined && createClipOfFile(url, 0, undefined) !== undefined;
}
