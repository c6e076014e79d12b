import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import { type RenderStage, toRenderStages } from '../../../store/queue/render-stages.ts';
import { type RenderRow, type TimedRender, toCountedSegments } from '../../../store/renders.ts';
import { type AssetPart, RENDER_STATUSES, type Stage } from '../../../store/schema.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';

const RenderStatus = z.enum(RENDER_STATUSES).meta({
  id: 'RenderStatus',
  description:
    'The status of a render. done and failed are final. Only edits with generated assets have the status generating.',
});

export const RenderWarning = z
  .object({
    field: z.string().describe('The field that the warning is about, such as timeline.tracks[0].clips[1].'),
    text: z.string().describe('The warning in whole sentences, without the field.'),
  })
  .meta({ id: 'Warning', description: 'A remark on a valid setting that is probably a mistake.' });

const Progress = z.number().min(0).max(1).describe('The progress, from 0 to 1.');
const ETA = 'Estimated seconds until the render is done';
const FAILURE = 'The reason of the failure in one sentence';
const ADDRESS = 'The URL of the finished file';
const extraFiles = {
  poster: Url.nullable().describe('The URL of the poster; null if there is none yet.'),
  thumbnail: Url.nullable().describe('The URL of the thumbnail; null if there is none yet.'),
  captions: Url.optional().describe('The URL of the file with the captions; absent if there is none yet.'),
};

const ShownOutput = z
  .object({
    format: z.string().describe('The format of the file.'),
    width: z.number().optional().describe('The width in pixels; absent for sound alone.'),
    height: z.number().optional().describe('The height in pixels; absent for sound alone.'),
    duration: z.number().min(0).optional().describe('The duration in seconds; absent for a still image.'),
    url: Url.nullable().describe(`${ADDRESS}; null if Kinora no longer has it.`),
    ...extraFiles,
  })
  .meta({ id: 'RenderOutput', description: 'One of several outputs of a render. An addition of Kinora.' });

const outputsField = {
  outputs: z
    .array(ShownOutput)
    .optional()
    .describe(
      'All outputs of an edit with a list of them, in its order; absent until the render is done. The fields url, poster, thumbnail, captions and duration of the render are those of the first one. An addition of Kinora.',
    ),
};

const segmentsField = {
  segments: z
    .object({
      reused: z.int().min(0).describe('The number of segments that were kept from earlier renders.'),
      made: z.int().min(0).describe('The number of segments that were made.'),
    })
    .meta({
      id: 'RenderSegments',
      description:
        'How many segments of the videos of a render were kept from earlier renders, and how many were made. Absent until the render is done, and if none of its files has segments. An addition of Kinora.',
    })
    .optional(),
};

const streamField = {
  stream: z
    .object({
      url: Url.describe('The URL of the main list of the HLS. It stays the same when the render is done.'),
    })
    .meta({
      id: 'RenderStream',
      description:
        'The HLS of a render, which can be watched while it is made. Absent until the render is planned, if it has no HLS, and if it has failed. An addition of Kinora.',
    })
    .optional(),
};

const STAGE_TEXTS: Readonly<Record<RenderStage, string>> = {
  queued: 'Waiting for a worker',
  generating: 'Having the generated assets made',
  fetching: 'Fetching the sources',
  preprocessing: 'Preparing the sources',
  rendering: 'Drawing and encoding',
  saving: 'Storing the files',
};

const stageField = (stage: keyof typeof STAGE_TEXTS) =>
  z.number().min(0).optional().describe(`${STAGE_TEXTS[stage]}, in milliseconds.`);

const Stages = z
  .object({
    queued: stageField('queued'),
    generating: stageField('generating'),
    fetching: stageField('fetching'),
    preprocessing: stageField('preprocessing'),
    rendering: stageField('rendering'),
    saving: stageField('saving'),
  })
  .meta({
    id: 'RenderStages',
    description:
      'The time that each stage of the last attempt took, in milliseconds. The stage that runs has its time so far, at most about a second old. Stages without a known time are absent. An addition of Kinora.',
  });

const renderFields = {
  id: Id.describe('The id of the render, a UUID.'),
  owner: Owner,
  plan: z
    .enum(['basic', 'sandbox'])
    .describe('basic for renders with a v1 key, sandbox for renders with a stage key.'),
  status: RenderStatus,
  error: z.string().optional().describe(`${FAILURE}; absent unless the render failed.`),
  code: z
    .string()
    .optional()
    .describe(
      'The code of the failure, such as asset_unreachable; absent unless the render failed. An addition of Kinora.',
    ),
  duration: z.number().min(0).optional().describe('The duration of the finished video or audio in seconds.'),
  renderTime: z.int().min(0).optional().describe('The time that rendering took, in milliseconds.'),
  stages: Stages.optional(),
  url: Url.optional().describe(`${ADDRESS}; absent until the render is done.`),
  ...extraFiles,
  ...outputsField,
  ...segmentsField,
  ...streamField,
  progress: Progress,
  eta: z.number().min(0).optional().describe(`${ETA}; absent while unknown.`),
  created: Time.describe('The time when the render was submitted.'),
  updated: Time.describe('The time of the last change of the status.'),
};

/** An edit as submitted. Its numbers may be placeholders, which the schema of an edit does not allow. */
export const StoredEdit = z.looseObject({});

export const Render = z
  .object({
    ...renderFields,
    warnings: z.array(RenderWarning).optional().describe('Remarks on the edit; absent if there are none.'),
    data: StoredEdit.optional().describe(
      'The edit as submitted, or with placeholders replaced if merged=true. Absent with data=false.',
    ),
  })
  .meta({ id: 'Render', description: 'A render with its status.' });

export const ListedRender = z
  .object(renderFields)
  .meta({ id: 'ListedRender', description: 'A render in a list, without its edit and its warnings.' });

export const RenderEvent = z
  .object({
    id: renderFields.id,
    status: RenderStatus,
    progress: Progress,
    eta: z.number().min(0).nullable().describe(`${ETA}; null while unknown.`),
    error: z.string().nullable().describe(`${FAILURE}; null unless the render failed.`),
    url: Url.nullable().describe(`${ADDRESS}; null until the render is done.`),
    ...extraFiles,
    ...outputsField,
    ...segmentsField,
    ...streamField,
  })
  .meta({
    id: 'RenderEvent',
    description: 'The data of one server-sent event of a render. Every event has all fields.',
  });

/** The data of one event. */
type ShownChange = z.input<typeof RenderEvent>;

// Kinora has no pricing plans, but clients of the public service expect the field.
const PLANS: Readonly<Record<Stage, string>> = { v1: 'basic', stage: 'sandbox' };

/** Converts a render to its API representation. Absent values are `undefined`, which JSON omits. */
export function toShownRender(render: TimedRender, files: FileAddresses): object {
  const urls = toFileUrls(render, files);
  return {
    id: render.id,
    owner: render.owner,
    plan: PLANS[render.stage],
    status: render.status,
    error: render.error ?? undefined,
    code: render.code ?? undefined,
    duration: render.duration ?? undefined,
    renderTime: render.render_time === null ? undefined : Math.round(render.render_time),
    stages: toRenderStages(render.stages),
    ...urls,
    url: urls.url ?? undefined,
    segments: toCountedSegments(render),
    stream: toShownStream(render, files),
    progress: render.progress,
    eta: render.eta ?? undefined,
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}

/** Converts a render to the data of an event: the fields that change while it is rendered. */
export function toShownChange(render: RenderRow, files: FileAddresses): ShownChange {
  const { id, status, progress, eta, error } = render;
  const segments = toCountedSegments(render);
  const stream = toShownStream(render, files);
  return {
    id,
    status,
    progress,
    eta,
    error,
    ...toFileUrls(render, files),
    ...(segments && { segments }),
    ...(stream && { stream }),
  };
}

/** Returns the stream of a render. Undefined if there is none, or if its files were deleted. */
function toShownStream(
  { status, stream, output, further }: RenderRow,
  files: FileAddresses,
): { readonly url: string } | undefined {
  if (stream === null || status === 'failed') return undefined;
  const isKept = stream === output || further?.some(({ file }) => file === stream) === true;
  return status !== 'done' || isKept ? { url: files.urlOf(stream) } : undefined;
}

/** Returns the URLs of the files of a render, as far as they exist. */
function toFileUrls(
  { output, poster, thumbnail, captions, outputs, further }: RenderRow,
  files: FileAddresses,
): Pick<ShownChange, 'url' | 'poster' | 'thumbnail' | 'captions' | 'outputs'> {
  const first = toUrls({ output, poster, thumbnail, captions }, files);
  if (outputs === null) return first;
  const rest = Map.groupBy(further ?? [], ({ position }) => position);
  const urlsOf = (index: number): OutputUrls => {
    if (index === 0) return first;
    const own = Object.fromEntries((rest.get(index) ?? []).map(({ part, file }) => [part, file]));
    return toUrls(own, files);
  };
  // The worker has written the text.
  const facts = JSON.parse(outputs) as FinishedOutput[];
  return { ...first, outputs: facts.map((output, index) => ({ ...output, ...urlsOf(index) })) };
}

/** The facts about an output, as the worker keeps them. */
type FinishedOutput = Omit<z.input<typeof ShownOutput>, keyof OutputUrls>;

type OutputUrls = Pick<ShownChange, 'url' | 'poster' | 'thumbnail' | 'captions'>;

function toUrls(
  {
    output = null,
    poster = null,
    thumbnail = null,
    captions = null,
  }: Partial<Record<AssetPart, string | null>>,
  files: FileAddresses,
): OutputUrls {
  const toUrl = (file: string | null) => (file === null ? null : files.urlOf(file));
  return {
    url: toUrl(output),
    poster: toUrl(poster),
    thumbnail: toUrl(thumbnail),
    // Clients of the public service do not know this field.
    ...(captions !== null && { captions: files.urlOf(captions) }),
  };
}
