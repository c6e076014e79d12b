import type { JSX } from 'preact';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { cancelPlaceUpload, findPlaceUpload } from './place-uploads.ts';

/** The file that is on its way to a place. Shows nothing if there is none. */
export function PlaceProgress({ place }: { readonly place: string }): JSX.Element | null {
  const upload = findPlaceUpload(place);
  if (!upload) return null;
  const { file, progress } = upload;
  const problem = upload.problem ?? progress?.problem;
  const stopped = progress?.state === 'failed' || progress?.state === 'paused' ? progress : undefined;
  return (
    <div class="file-shown arriving">
      <span class="file-text">
        <strong title={file.name}>{file.name}</strong>
        {problem === undefined ? (
          <span class="soft">{progress ? describeUpload(progress.state) : 'Kinora reads the file'}</span>
        ) : (
          <span class="file-problem" role="alert">
            {problem}
          </span>
        )}
        {progress && (
          <progress
            class="bar"
            value={progress.sent}
            max={Math.max(1, progress.size)}
            aria-label={`Progress of ${file.name}`}
          />
        )}
      </span>
      {stopped && (
        <button type="button" class="button small" onClick={() => uploadsOfSession()?.resume(stopped.id)}>
          Continue
        </button>
      )}
      <button
        type="button"
        class="button small plain"
        aria-label={`${upload.problem === undefined ? 'Cancel' : 'Remove'} ${file.name}`}
        onClick={() => cancelPlaceUpload(place)}
      >
        {upload.problem === undefined ? 'Cancel' : 'Remove'}
      </button>
    </div>
  );
}

function describeUpload(state: string): string {
  if (state === 'waiting') return 'Waits for the other uploads';
  return state === 'paused' ? 'Paused' : 'Uploading';
}
