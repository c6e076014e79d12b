import type { JSX } from 'preact';
import type { IngestStatus, Rendition, Source, Transcription } from '../../client/index.ts';
import { type FileFacts, listFacts } from '../media/describe-facts.ts';
import { extensionOfFile } from '../media/media-kind.ts';
import { describeTransformation } from './describe-transformation.ts';
import { FileActions } from './file-actions.tsx';

const STATUS_TEXTS: Readonly<Record<IngestStatus, string>> = {
  queued: 'Waiting',
  importing: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
  deleted: 'Deleted',
  overwritten: 'Replaced',
};
const TONES: Readonly<Partial<Record<IngestStatus, string>>> = {
  importing: 'busy',
  ready: 'good',
  failed: 'bad',
};

/** The files that were made from a source. Absent if there are none. */
export function RenditionList(props: {
  readonly outputs: NonNullable<Source['outputs']>;
}): JSX.Element | null {
  const { renditions = [], transcription } = props.outputs;
  if (renditions.length === 0 && !transcription) return null;
  return (
    <section aria-label="Made from it">
      <h2>Made from it</h2>
      <ul class="renditions">
        {renditions.map((rendition) => (
          <MadeRow
            key={rendition.id}
            file={rendition}
            title={describeTransformation(rendition.transformation)}
          />
        ))}
        {transcription && <MadeRow file={transcription} title="Transcription" />}
      </ul>
    </section>
  );
}

interface MadeRowProps {
  readonly file: Rendition | Transcription;
  readonly title: string;
}

function MadeRow({ file, title }: MadeRowProps): JSX.Element {
  const { status, url, error } = file;
  // A transcription has none of the facts of a picture.
  const known: FileFacts = 'transformation' in file ? file : {};
  const facts = [...(url === undefined ? [] : [extensionOfFile(url)]), ...listFacts(known)];
  return (
    <li class="card rendition">
      <div class="rendition-text">
        <strong>{title}</strong>
        <span class="soft">{error ?? facts.join(' · ')}</span>
      </div>
      <span class={`badge ${TONES[status] ?? ''}`}>{STATUS_TEXTS[status]}</span>
      {url !== undefined && <FileActions url={url} duration={known.duration} />}
    </li>
  );
}
