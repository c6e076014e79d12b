import { z } from 'zod';
import type { Api } from './api.ts';
import type { MadeFileAddress, Order } from './order.ts';

const Url = z.string().nullish();
const Render = z.object({
  response: z.object({
    status: z.string(),
    error: z.string().nullish(),
    url: Url,
    poster: Url,
    thumbnail: Url,
  }),
});
const Made = z.object({ status: z.string(), url: Url, error: z.string().nullish() });
const Creation = z.object({ data: z.object({ attributes: Made }) });
const Ingested = z.object({
  data: z.object({
    attributes: z.object({
      status: z.string(),
      source: Url,
      error: z.string().nullish(),
      outputs: z.object({ renditions: z.array(Made).optional() }).optional(),
    }),
  }),
});
const AssetList = z.object({ data: z.array(z.object({ attributes: Made })) });

/** The state of a job as its client sees it. */
interface Look {
  readonly status: string;
  readonly outcome: 'done' | 'failed' | undefined;
  readonly error?: string | undefined;
  readonly files: readonly MadeFileAddress[];
}

/** Asks for the state of an order and notes it. Marks an order as failed that the server does not know. */
export async function lookUp(api: Api, order: Order): Promise<void> {
  const [id = ''] = order.ids;
  const look = await ask(api, order, id);
  order.status = look.status;
  if (look.outcome === undefined) return;
  order.outcome = look.outcome;
  order.ended = Date.now();
  order.files = look.files;
  if (look.error !== undefined) order.error = look.error;
}

async function ask(api: Api, { plan }: Order, id: string): Promise<Look> {
  const { key } = plan.owner;
  const get = async <Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer | undefined> => {
    const answer = await api.get(path, key);
    return answer === undefined ? undefined : schema.parse(answer);
  };
  switch (plan.sending.way) {
    case 'render':
      return lookAtRender(await get(`/edit/v1/render/${id}?data=false`, Render));
    case 'create':
      return lookAtCreation(await get(`/create/v1/assets/${id}`, Creation));
    case 'transfer':
      return lookAtTransfer(await get(`/serve/v1/assets/render/${id}`, AssetList));
    case 'fetch':
    case 'put':
    case 'tus':
      return lookAtSource(await get(`/ingest/v1/sources/${id}`, Ingested));
  }
}

const UNKNOWN: Look = {
  status: 'unknown',
  outcome: 'failed',
  error: 'The server does not know it.',
  files: [],
};

function lookAtRender(answer: z.infer<typeof Render> | undefined): Look {
  if (answer === undefined) return UNKNOWN;
  const { status, error, url, poster, thumbnail } = answer.response;
  const outcome = status === 'done' || status === 'failed' ? status : undefined;
  const files = listFiles(['output', url], ['poster', poster], ['thumbnail', thumbnail]);
  return { status, outcome, error: error ?? undefined, files };
}

function lookAtCreation(answer: z.infer<typeof Creation> | undefined): Look {
  if (answer === undefined) return UNKNOWN;
  const { status, error, url } = answer.data.attributes;
  const outcome = status === 'done' || status === 'failed' ? status : undefined;
  return { status, outcome, error: error ?? undefined, files: listFiles(['created', url]) };
}

function lookAtTransfer(answer: z.infer<typeof AssetList> | undefined): Look {
  const [asset] = answer?.data ?? [];
  if (asset === undefined) return { status: 'queued', outcome: undefined, files: [] };
  const { status, error } = asset.attributes;
  const outcome = status === 'ready' ? 'done' : status === 'failed' ? 'failed' : undefined;
  return { status, outcome, error: error ?? undefined, files: [] };
}

function lookAtSource(answer: z.infer<typeof Ingested> | undefined): Look {
  if (answer === undefined) return UNKNOWN;
  const { status, source, error, outputs } = answer.data.attributes;
  const renditions = (outputs?.renditions ?? []).filter((each) => each.status !== 'overwritten');
  const all = [{ status, error, url: source }, ...renditions];
  const isOpen = all.some((each) => each.status === 'queued' || each.status === 'importing');
  const failed = all.find((each) => each.status === 'failed');
  return {
    status: all.map((each) => each.status).join(', '),
    outcome: isOpen ? undefined : failed === undefined ? 'done' : 'failed',
    error: failed?.error ?? undefined,
    files: listFiles(['source', source], ...renditions.map(({ url }) => ['rendition', url] as const)),
  };
}

function listFiles(
  ...files: (readonly [MadeFileAddress['role'], string | null | undefined])[]
): MadeFileAddress[] {
  return files.flatMap(([role, url]) => (url == null ? [] : [{ role, url }]));
}
