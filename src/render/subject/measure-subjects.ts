import { KinoraError } from '../../base/errors.ts';
import { type Edit, listFollowedSources } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import type { MeasuredMedia, MeasureFailure } from '../media/measured-media.ts';
import { RemoteReadError, type SourceFile } from '../media/source-file.ts';
import { probe } from '../probe/probe.ts';
import { StillError } from '../stills/still.ts';
import { withSubjects } from './add-subjects.ts';

/** Milliseconds for searching the pictures of an edit. */
const SEARCH_WITHIN_MS = 12_000;

type Measured = Readonly<Record<string, MeasuredMedia | MeasureFailure>>;

/**
 * Adds to the measured files of an edit what the pictures are about that clips follow. Leaves out those for which there
 * was no time, and those of unreadable files.
 */
export async function measureSubjects(
  edit: Edit,
  measured: Measured,
  files: Readonly<Record<string, SourceFile>>,
): Promise<Measured> {
  const added = { ...measured };
  const end = performance.now() + SEARCH_WITHIN_MS;
  const mayGoOn = (): boolean => performance.now() < end;
  for (const url of listFollowedSources(edit)) {
    const known = measured[url];
    const file = files[url];
    if (file === undefined || !known || !('kind' in known) || !mayGoOn()) continue;
    try {
      const media = await withSubjects(await probe(file), mayGoOn);
      if ('subjects' in media) added[url] = { ...known, subjects: media.subjects };
    } catch (error) {
      const isExpected = [KinoraError, RemoteReadError, MediaError, StillError].some(
        (fault) => error instanceof fault,
      );
      if (!isExpected) throw error;
    }
  }
  return added;
}
