import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import type { RenderRow } from '../../../store/renders.ts';
import type { Stage } from '../../../store/schema.ts';
import { RENDER_STATUSES } from '../../../store/schema.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';

// Renders with generated assets will be generating first; clients that know the public service know that they may be.
const RenderStatus = z
  .enum([...RENDER_STATUSES, 'generating'])
  .meta({ id: 'RenderStatus', description: 'How far a render is; done and failed are final.' });

export const RenderWarning = z
  .object({
    field: z.string().describe('The field that it is about, such as timeline.tracks[0].clips[1].'),
    text: z.string().describe('One readable sentence.'),
  })
  .meta({ id: 'Warning', description: 'Something that is allowed and likely not meant.' });

const Progress = z.number().min(0).max(1).describe('How much is done, 0 to 1.');
const Eta = z.number().min(0).optional().describe('Seconds until it is likely done; absent while unknown.');
const Failure = z.string().optional().describe('Why it failed, in one sentence.');
const Address = Url.optional().describe('The address of the finished file.');
const stills = {
  poster: Url.nullable().describe('The address of the poster; null while there is none.'),
  thumbnail: Url.nullable().describe('The address of the thumbnail; null while there is none.'),
};

const renderFields = {
  id: Id.describe('The id of the render.'),
  owner: Owner,
  plan: z.enum(['basic', 'sandbox']).describe('basic with a key of v1, sandbox with one of stage.'),
  status: RenderStatus,
  error: Failure,
  duration: z.number().min(0).optional().describe('Seconds that the finished film or sound lasts.'),
  renderTime: z.number().min(0).optional().describe('Milliseconds that the work took.'),
  url: Address,
  ...stills,
  progress: Progress,
  eta: Eta,
  created: Time.describe('When it was submitted.'),
  updated: Time.describe('When its status changed last.'),
};

/** As it was sent. It may hold placeholders where an edit has numbers, so that the schema of an edit would refuse it. */
export const StoredEdit = z.looseObject({});

export const Render = z
  .object({
    ...renderFields,
    warnings: z.array(RenderWarning).optional().describe('Absent when there are none.'),
    data: StoredEdit.optional().describe('The edit as it was submitted, or merged; see the query.'),
  })
  .meta({ id: 'Render', description: 'A render and how it goes.' });

export const ListedRender = z
  .object(renderFields)
  .meta({ id: 'ListedRender', description: 'A render in a list.' });

export const RenderEvent = z
  .object({
    id: renderFields.id,
    status: RenderStatus,
    progress: Progress,
    eta: Eta,
    error: Failure,
    url: Address,
    ...stills,
  })
  .meta({ id: 'RenderEvent', description: 'The data of one event of a render.' });

// There are no plans to buy here; clients of the public service expect the field.
const PLANS: Readonly<Record<Stage, string>> = { v1: 'basic', stage: 'sandbox' };

/** A render as the API shows it. What is absent stays out of the JSON, because it is `undefined`. */
export function toShownRender(render: RenderRow, files: FileAddresses): object {
  return {
    id: render.id,
    owner: render.owner,
    plan: PLANS[render.stage],
    status: render.status,
    error: render.error ?? undefined,
    duration: render.duration ?? undefined,
    renderTime: render.render_time ?? undefined,
    ...toFileUrls(render, files),
    progress: render.progress,
    eta: render.eta ?? undefined,
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}

/** What of a render changes while one waits for it. */
export function toShownChange(render: RenderRow, files: FileAddresses): object {
  const { id, status, progress, eta, error } = render;
  return {
    id,
    status,
    progress,
    eta: eta ?? undefined,
    error: error ?? undefined,
    ...toFileUrls(render, files),
  };
}

/** Where the files of a render are, once they are there. */
function toFileUrls({ output, poster, thumbnail }: RenderRow, files: FileAddresses): object {
  const address = (file: string | null) => (file === null ? null : files.urlOf(file));
  return {
    url: address(output) ?? undefined,
    poster: address(poster),
    thumbnail: address(thumbnail),
  };
}
