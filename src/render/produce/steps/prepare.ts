import { type Edit, hasPictures, isStill, listClips } from '../../../edit/model.ts';
import type { Defect, VideoTrack } from '../../media/media.ts';
import { prepareSources } from '../../prepare/prepare.ts';
import { addSilences } from '../../probe/add-silences.ts';
import { addCutouts } from '../../subject/add-cutouts.ts';
import { addSubjects } from '../../subject/add-subjects.ts';
import type { ChildState } from './child-state.ts';

/** Re-encodes the sources that cannot be read exactly as they are, and finds their silences, their subjects and their people. */
export async function prepareMedia(state: ChildState): Promise<void> {
  if (state.prepared) return;
  const { job, sources, media = new Map() } = state;
  const onFrame = (): void => state.report({ phase: 'preprocessing' });
  onFrame();
  // Captions use only the words of their file, so its pictures need no preparation.
  const shown = sources.filter(({ kind }) => kind !== 'rich-caption');
  const prepared = await prepareSources(shown, media, needsPreparing(state), job.folder, onFrame);
  const fieldOf = (src: string): string => shown.find(({ url }) => url === src)?.field ?? 'timeline';
  const audible = await addSilences(prepared, job.edit, fieldOf, onFrame);
  if (!state.isComposed) {
    state.prepared = audible;
    return;
  }
  const found = await addSubjects(audible, job.edit, fieldOf, onFrame);
  state.prepared = await addCutouts(found, job.edit, job.folder, fieldOf, onFrame);
}

/** Defects that pieces of a video do not have: their frames keep their times, and their colours are mapped. */
const READ_IN_PIECES: ReadonlySet<Defect> = new Set(['variable frame rate', 'hdr']);

/**
 * Returns a function that decides whether a video must be prepared. Single frames need no constant frame
 * rate, because each is found by its timestamp. Single frames also ignore `transcode`, because this setting
 * does not change any picture. Sound is always read from the originals.
 */
function needsPreparing({
  job: { kind, edit },
  edits,
  isComposed,
}: ChildState): (video: VideoTrack, url: string) => boolean {
  if (!isComposed) return () => false;
  if (kind === 'layers') return ({ defects }) => defects.some((defect) => !READ_IN_PIECES.has(defect));
  if (kind === 'frames' || edits.every(({ output }) => isStill(output) || !hasPictures(output)))
    return ({ defects }) => defects.some((defect) => defect !== 'variable frame rate');
  const forced = listForcedTranscodes(edit);
  return ({ defects }, url) => defects.length > 0 || forced.has(url);
}

function listForcedTranscodes(edit: Edit): Set<string> {
  const assets = listClips(edit).map(({ clip }) => clip.asset);
  return new Set(
    assets.flatMap((asset) => (asset.type === 'video' && asset.transcode === true ? [asset.src] : [])),
  );
}
