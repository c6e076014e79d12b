import { z } from 'zod';
import type { Api, ClientAnswer } from './api.ts';
import type { Order, OrderPlan, Sending } from './order.ts';
import { uploadByTus } from './tus.ts';

const Created = z.object({ response: z.object({ id: z.string() }) });
const CreatedData = z.object({ data: z.object({ id: z.string() }) });
const CreatedTransfer = z.object({ data: z.object({ attributes: z.object({ id: z.string() }) }) });
const SignedUpload = z.object({
  data: z.object({ attributes: z.object({ id: z.string(), url: z.string() }) }),
});

/** A rejected request. It is a flaw of this program or of the server. */
class Rejected extends Error {}

/** Sends an order as often as its client does, and notes the ids. */
export async function sendOrder(api: Api, order: Order, run: string): Promise<void> {
  const { plan } = order;
  const idempotencyKey = `${run}-${plan.number}`;
  try {
    for (let time = 0; time < plan.times; time++) order.ids.add(await send(api, plan, idempotencyKey));
    order.accepted = Date.now();
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    order.rejected = error.message;
  }
}

/** Sends an order once. Returns the id of the job. */
function send(api: Api, plan: OrderPlan, idempotencyKey: string): Promise<string> {
  const { sending, owner } = plan;
  switch (sending.way) {
    case 'render':
      return post('/edit/v1/render', (answer) => Created.parse(answer).response.id);
    case 'create':
      return post('/create/v1/assets', (answer) => CreatedData.parse(answer).data.id);
    case 'fetch':
      return post('/ingest/v1/sources', (answer) => CreatedData.parse(answer).data.id);
    case 'transfer':
      return post('/serve/v1/assets', (answer) => CreatedTransfer.parse(answer).data.attributes.id);
    case 'put':
      return put(api, plan, sending, idempotencyKey);
    case 'tus':
      return uploadByTus(api, owner.key, sending);
  }

  async function post(path: string, readId: (answer: unknown) => string): Promise<string> {
    const answer = await api.send({
      method: 'POST',
      path,
      key: owner.key,
      idempotencyKey,
      body: sending.body,
    });
    return readId(readAccepted(path, answer));
  }
}

async function put(
  api: Api,
  { owner }: OrderPlan,
  { body, bytes }: Extract<Sending, { bytes: Buffer }>,
  idempotencyKey: string,
): Promise<string> {
  const path = '/ingest/v1/upload';
  const answer = await api.send({ method: 'POST', path, key: owner.key, idempotencyKey, body });
  const { id, url } = SignedUpload.parse(readAccepted(path, answer)).data.attributes;
  const taken = await api.send({ method: 'PUT', path: url, body: bytes });
  if (taken.status >= 300) throw new Rejected(`PUT: ${taken.status} ${taken.text}`);
  return id;
}

function readAccepted(path: string, { status, text }: ClientAnswer): unknown {
  if (status >= 300) throw new Rejected(`POST ${path}: ${status} ${text}`);
  return JSON.parse(text);
}
