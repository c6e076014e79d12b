import { signal } from '@preact/signals';
import type { Asset, CreatedAsset, Source } from '../../client/index.ts';
import { createClipOfFile } from '../assets/clip-of-file.ts';
import { nameOfGenerated } from '../generate/clip-of-generated.ts';
import { titleOfType } from '../settings/provider-texts.ts';
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
  /** What it was made of, if it was generated. */
  readonly generated?: CreatedAsset;
}

/** The file that is dragged out of the tray. A drag reveals its data only when it ends. */
export const draggedFile = signal<TrayFile | undefined>(undefined);

/** The name of Kinora's own hosting. */
const OWN = 'shotstack';

/** Returns a logo of the brand as a file. */
export function fileOfLogo(name: string, url: string): TrayFile {
  return {
    id: `logo ${url}`,
    name,
    facts: 'Logo',
    url,
    isOwn: url.startsWith(location.origin),
    duration: undefined,
  };
}

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

/** Returns a generated file for the tray. Its name is its words. */
export function fileOfGenerated(asset: CreatedAsset): TrayFile {
  const { id, url, type, status, error } = asset;
  const facts = [titleOfType(type), ...(url === undefined ? [] : [KIND_TITLES[kindOfFile(url)]])];
  return {
    id,
    url,
    name: nameOfGenerated(asset),
    duration: undefined,
    isOwn: true,
    facts: error ?? (status === 'done' ? facts.join(' · ') : 'Being made'),
    generated: asset,
  };
}

/** True if an edit can show or play a file. */
export function isUsable({ url }: TrayFile): boolean {
  return url !== undefined && createClipOfFile(url, 0, undefined) !== undefined;
}
