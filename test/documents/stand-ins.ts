import type { ServerProcess } from '../e2e/server-process.ts';

/** The values for the words of the documents that stand for something of the reader's. */
export interface StandInParts {
  readonly server: ServerProcess;
  /** A small edit. */
  readonly edit: object;
  /** The address of a server that has a film at any path. */
  readonly films: string;
}

const MAX_TRIES = 300;
const PAUSE_MS = 100;

interface Item {
  readonly id: string;
  readonly attributes: { readonly id: string; readonly url: string; readonly status: string };
}

type Ask = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Returns a function that sends requests to a server. */
function createAsk({ url, keys }: ServerProcess): Ask {
  return async <Answer>(method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': keys.v1, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

async function waitFor(isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('A stand-in for the documents is not ready in time.');
}

/** Renders the edit, and returns the id of the render when its file is hosted. */
async function render(ask: Ask, edit: object): Promise<string> {
  type Rendered = { readonly response: { readonly id: string; readonly status: string } };
  const { id } = (await ask<Rendered>('POST', '/edit/v1/render', edit)).response;
  await waitFor(async () => (await ask<Rendered>('GET', `/edit/v1/render/${id}`)).response.status === 'done');
  return id;
}

async function ingest(ask: Ask, url: string): Promise<string> {
  const { id } = (await ask<{ data: Item }>('POST', '/ingest/v1/sources', { url })).data;
  await waitFor(async () => {
    const { data } = await ask<{ data: Item }>('GET', `/ingest/v1/sources/${id}`);
    return data.attributes.status === 'ready';
  });
  return id;
}

/**
 * Replaces the words that stand for something of the reader's, such as `RENDER_ID`, by something that exists on
 * a server. It is made for each piece of code.
 */
export async function replaceStandIns(code: string, { server, edit, films }: StandInParts): Promise<string> {
  const ask = createAsk(server);
  const speech = { type: 'text-to-speech', text: 'Hello.', voice: 'Amy' };
  const makers: readonly (readonly [RegExp, () => Promise<string>])[] = [
    [/(?<=v1\/render\/)THE-ID|RENDER_ID/g, () => render(ask, edit)],
    [
      /ASSET_ID/g,
      async () => {
        const id = await render(ask, edit);
        const { data } = await ask<{ data: Item[] }>('GET', `/serve/v1/assets/render/${id}`);
        return data[0]?.attributes.id ?? '';
      },
    ],
    [/(?<=sources\/)ID/g, () => ingest(ask, `${films}/a.mp4`)],
    [
      /(?<=create\/v1\/assets\/)ID/g,
      async () => {
        const request = { provider: 'kinora', options: speech };
        return (await ask<{ data: Item }>('POST', '/create/v1/assets', request)).data.id;
      },
    ],
    [
      /(?<=v1\/edits\/)ID/g,
      async () =>
        (await ask<{ response: { id: string } }>('POST', '/edit/v1/edits', { name: 'A', edit })).response.id,
    ],
    [
      /(?<="template":")ID/g,
      async () =>
        (await ask<{ response: { id: string } }>('POST', '/edit/v1/templates', { name: 'A', template: edit }))
          .response.id,
    ],
    [
      /(?<=v1\/tokens\/)ID/g,
      async () => {
        const kept = await ask<{ response: { id: string } }>('POST', '/edit/v1/edits', { name: 'A', edit });
        const token = { scope: 'edit', edit: kept.response.id };
        return (await ask<{ response: { id: string } }>('POST', '/edit/v1/tokens', token)).response.id;
      },
    ],
    [
      /(?<=v1\/generate\/)ID/g,
      async () => {
        const asset = { type: 'audio', prompt: 'Hello.', options: { voice: 'Amy' } };
        return (await ask<{ id: string }>('POST', '/edit/v1/generate', { asset })).id;
      },
    ],
    [/THE-URL/g, async () => (await ask<{ data: Item }>('POST', '/ingest/v1/upload')).data.attributes.url],
    [
      /(?<=keys\/|revoke )ID/g,
      async () =>
        (await ask<{ response: { id: string } }>('POST', '/edit/v1/keys', { name: 'A' })).response.id,
    ],
  ];
  let replaced = code;
  for (const [pattern, make] of makers)
    if (replaced.search(pattern) >= 0) {
      const value = await make();
      replaced = replaced.replaceAll(pattern, () => value);
    }
  return replaced
    .replaceAll('http://127.0.0.1:3000', server.url)
    .replaceAll(/\$KEY\b|YOUR-KEY/g, server.keys.v1)
    .replaceAll(/\$URL\b/g, server.url)
    .replaceAll('https://example.com', films)
    .replaceAll(encodeURIComponent('https://example.com'), encodeURIComponent(films));
}
