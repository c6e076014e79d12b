import { KinoraError } from '../../base/errors.ts';
import { type Edit, listSilenceSettings } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import type { MeasuredMedia, MeasureFailure } from '../media/measured-media.ts';
import { RemoteReadError, type SourceFile } from '../media/source-file.ts';
import { findSilences } from './find-silences.ts';
import { probe } from './probe.ts';

/** Milliseconds for reading the sounds of an edit. */
const READ_WITHIN_MS = 12_000;

type Measured = Readonly<Record<string, MeasuredMedia | MeasureFailure>>;

/**
 * Adds to the measured files of an edit the silences that are cut out of clips. Leaves out those for which there was no
 * time, and those of unreadable files.
 */
export async function measureSilences(
  edit: Edit,
  measured: Measured,
  files: Readonly<Record<string, SourceFile>>,
): Promise<Measured> {
  const settings = listSilenceSettings(edit);
  if (settings.size === 0) return measured;
  const added = { ...measured };
  const end = performance.now() + READ_WITHIN_MS;
  const mayGoOn = (): boolean => performance.now() < end;
  for (const [url, wanted] of settings) {
    const known = measured[url];
    const file = files[url];
    if (file === undefined || !known || !('kind' in known) || !known.audio || !mayGoOn()) continue;
    try {
      const media = await probe(file);
      const silences = media.kind === 'av' ? await findSilences(media, wanted, mayGoOn) : undefined;
      if (silences) added[url] = { ...known, silences };
    } catch (error) {
      const isExpected =
        error instanceof KinoraError || error instanceof RemoteReadError || error instanceof MediaError;
      if (!isExpected) throw error;
    }
  }
  return added;
}
