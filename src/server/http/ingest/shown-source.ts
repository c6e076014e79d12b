import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { MediaFacts } from '../../../ingest/model.ts';
import type { RenditionRow } from '../../../store/renditions.ts';
import { INGEST_STATUSES } from '../../../store/schema.ts';
import type { SourceRow } from '../../../store/sources.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';

const IngestStatus = z.enum(INGEST_STATUSES).meta({
  id: 'IngestStatus',
  description:
    'queued: waits for its bytes or for its turn. importing: being made. ready: available. failed: see error. deleted: removed by the client. overwritten: another upload has replaced the source.',
});

const facts = {
  width: z.int().min(1).optional().describe('The width in pixels, as seen upright; absent for a sound.'),
  height: z.int().min(1).optional().describe('The height in pixels, as seen upright; absent for a sound.'),
  duration: z.number().min(0).optional().describe('The duration in seconds; absent for a still image.'),
  fps: z.number().min(0).optional().describe('Frames per second; absent unless it is a video.'),
};

const Failure = z
  .string()
  .optional()
  .describe('The reason of the failure in one sentence; absent unless the status is failed.');
const FileAddress = Url.optional().describe('The URL of the file; absent unless the status is ready.');

const Rendition = z
  .object({
    id: Id.describe('The id of the rendition, a UUID.'),
    status: IngestStatus,
    url: FileAddress,
    executionTime: z
      .number()
      .min(0)
      .optional()
      .describe('The time that it took to make the rendition, in milliseconds; absent until it is ready.'),
    transformation: z.looseObject({}).describe('The settings of the rendition, as submitted.'),
    ...facts,
    error: Failure,
  })
  .meta({ id: 'Rendition', description: 'Another version of a source.' });

export const SourceTranscription = z
  .object({
    id: Id.describe('The id of the transcription, a UUID.'),
    status: IngestStatus,
    url: FileAddress,
    error: Failure,
  })
  .meta({ id: 'SourceTranscription', description: 'The transcript of the speech of a source.' });

/** A source with its renditions, as clients see it. */
export const IngestedSource = z
  .object({
    type: z.literal('source').describe('Always "source".'),
    id: Id.describe('The id of the source, a UUID.'),
    attributes: z
      .object({
        id: Id.describe('The id of the source, a UUID.'),
        owner: Owner,
        input: z.string().optional().describe('The URL of the file, as submitted; absent for an upload.'),
        filename: z
          .string()
          .optional()
          .describe(
            'The name of the file as the client has sent it with a resumable upload. Absent otherwise.',
          ),
        source: Url.optional().describe(
          'The URL of the file at this server; absent unless the status is ready.',
        ),
        status: IngestStatus,
        outputs: z
          .object({
            renditions: z
              .array(Rendition)
              .optional()
              .describe(
                'The renditions, in the order of the request. After another upload, the overwritten ones come last. Absent if there are none.',
              ),
            transcription: SourceTranscription.optional().describe(
              'The transcript of the speech; absent if none was requested.',
            ),
          })
          .optional()
          .describe('The files made from the source; absent if none were requested.'),
        ...facts,
        created: Time.describe('The time when the source was created.'),
        updated: Time.describe('The time of the last change of the status.'),
        error: Failure,
      })
      .describe('The fields of the source.'),
  })
  .meta({ id: 'Source', description: 'An ingested file, and the files made from it.' });

/** A source with its renditions, as clients see it. Absent values are `undefined`, which JSON omits. */
type ShownSource = z.input<typeof IngestedSource>;

const SOURCE_ID = '019a9f3c-a2b4-4d15-9e3f-1c2d3e4f5a6b';
const RENDITION_ID = '019a9f3c-a2b5-40f6-8b71-6a5b4c3d2e1f';
const FOLDER = `https://media.example.com/files/v1/${EXAMPLE.render.owner}/${SOURCE_ID}`;

/** An example of a source. */
export const EXAMPLE_SOURCE: ShownSource = {
  type: 'source',
  id: SOURCE_ID,
  attributes: {
    id: SOURCE_ID,
    owner: EXAMPLE.render.owner,
    input: 'https://example.com/beach.mov',
    source: `${FOLDER}/source.mov`,
    status: 'ready',
    outputs: {
      renditions: [
        {
          id: RENDITION_ID,
          status: 'ready',
          url: `${FOLDER}/${RENDITION_ID}.mp4`,
          executionTime: 4120.4,
          transformation: { format: 'mp4', size: { height: 360 }, quality: 70 },
          width: 640,
          height: 360,
          duration: 12.5,
          fps: 25,
        },
      ],
    },
    width: 3840,
    height: 2160,
    duration: 12.5,
    fps: 25,
    created: EXAMPLE.render.created,
    updated: EXAMPLE.render.updated,
  },
};

/**
 * Converts a source to its API representation.
 *
 * @param renditions Its renditions and transcriptions, those of the newest version first.
 */
export function toShownSource(
  source: SourceRow,
  renditions: readonly RenditionRow[],
  addresses: FileAddresses,
): ShownSource {
  const { id, owner, input, name, status, created, updated } = source;
  return {
    type: 'source',
    id,
    attributes: {
      id,
      owner,
      input: input ?? undefined,
      filename: name ?? undefined,
      source: urlOf(source, addresses),
      status,
      outputs: toShownOutputs(renditions, addresses),
      ...toFacts(source),
      created: created.toISOString(),
      updated: updated.toISOString(),
      error: errorOf(source),
    },
  };
}

function toShownOutputs(
  rows: readonly RenditionRow[],
  addresses: FileAddresses,
): ShownSource['attributes']['outputs'] {
  if (rows.length === 0) return undefined;
  const renditions = rows.filter(({ kind }) => kind === 'rendition');
  const transcription = rows.find(({ kind }) => kind === 'transcription');
  return {
    renditions:
      renditions.length === 0
        ? undefined
        : renditions.map((row) => ({
            ...toShownFile(row, addresses),
            executionTime: row.execution_time ?? undefined,
            // The request was an object, and its text is stored.
            transformation: JSON.parse(row.transformation) as Record<string, unknown>,
            ...toFacts(row),
            error: errorOf(row),
          })),
    transcription: transcription && {
      ...toShownFile(transcription, addresses),
      error: errorOf(transcription),
    },
  };
}

function toShownFile(row: RenditionRow, addresses: FileAddresses) {
  return { id: row.id, status: row.status, url: urlOf(row, addresses) };
}

/** A source or a rendition. */
type StoredFile = Pick<SourceRow, 'status' | 'file' | 'error' | 'width' | 'height' | 'duration' | 'fps'>;

function toFacts({ width, height, duration, fps }: StoredFile): MediaFacts {
  return {
    width: width ?? undefined,
    height: height ?? undefined,
    duration: duration ?? undefined,
    fps: fps ?? undefined,
  };
}

/** Returns the URL of a file, which stays in its row longer than the file exists. */
function urlOf({ status, file }: StoredFile, addresses: FileAddresses): string | undefined {
  return status === 'ready' && file !== null ? addresses.urlOf(file) : undefined;
}

function errorOf({ status, error }: StoredFile): string | undefined {
  return status === 'failed' ? (error ?? undefined) : undefined;
}
