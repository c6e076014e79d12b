// A site with an embedded player and editor, without packages. The key stays on this server: pages get tokens.
//
//   KINORA_KEY=YOUR-KEY node examples/embed/server.mjs
//
// KINORA_URL is the address of Kinora, EDIT the id of a kept edit, and PORT that of this site.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { KINORA_URL = 'http://127.0.0.1:3000', KINORA_KEY, EDIT, PORT = '8080' } = process.env;
if (!KINORA_KEY) end('Set KINORA_KEY to a key of Kinora.');
const KINORA =
  URL.parse(KINORA_URL)?.origin ?? end('KINORA_URL must be an address such as https://kinora.example.');
if (!/^\d+$/.test(PORT)) end('PORT must be a whole number.');
/** Milliseconds that Kinora may take for an answer. */
const TIMEOUT_MS = 30_000;

/** Says in one line why the site cannot start, and ends it. */
function end(reason) {
  console.error(reason);
  process.exit(1);
}

/** Sends a request to Kinora with the key. */
async function ask(path, body) {
  const response = await fetch(`${KINORA}/edit/v1${path}`, {
    headers: { 'x-api-key': KINORA_KEY, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause) => {
    throw new Error(`Nothing answers at ${KINORA}. Start Kinora, or set KINORA_URL.`, { cause });
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer) return answer.response;
  throw new Error(answer?.response?.message ?? `${KINORA} is no Kinora. Set KINORA_URL.`);
}

const read = (name) => readFile(new URL(name, import.meta.url), 'utf8');
const { id: edit } = await (
  EDIT
    ? ask(`/edits/${EDIT}`)
    : ask('/edits', { name: 'Embedded', edit: JSON.parse(await read('edit.json')) })
).catch(({ message }) => end(message));

/** Only what the pages need: scripts, pictures and requests of this site and of Kinora, and the frame of the editor. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${KINORA}`,
  `connect-src 'self' ${KINORA}`,
  `img-src 'self' ${KINORA}`,
  `media-src 'self' blob: ${KINORA}`,
  `frame-src ${KINORA}`,
].join('; ');

const routes = {
  'GET /': () => page('player.html'),
  'GET /editor': () => page('editor.html'),
  'GET /captions.vtt': async () => [await read('captions.vtt'), 'text/vtt'],
  'GET /player.js': async () => [await read('player.js'), 'text/javascript'],
  'GET /editor.js': async () => [await read('editor.js'), 'text/javascript'],
  // Check here that the visitor may see the edit. The token works on pages of this site only.
  'GET /token': async ({ searchParams, origin }) => {
    const scope = searchParams.get('scope') === 'edit' ? 'edit' : 'preview';
    return [(await ask('/tokens', { scope, edit, origin })).token, 'text/plain'];
  },
  'POST /render': async () => {
    const { edit: content } = await ask(`/edits/${edit}`);
    return [JSON.stringify(await ask('/render', content)), 'application/json'];
  },
};

async function page(name) {
  return [(await read(name)).replaceAll('{{kinora}}', KINORA), 'text/html'];
}

async function answer({ method, url, headers }) {
  const address = new URL(url, `http://${headers.host}`);
  const [, id] = /^\/render\/([\w-]+)$/.exec(address.pathname) ?? [];
  if (method === 'GET' && id) return [JSON.stringify(await ask(`/render/${id}`)), 'application/json'];
  return await routes[`${method} ${address.pathname}`]?.(address);
}

const server = createServer((request, response) => {
  answer(request).then(
    ([body, type] = ['There is no such page.', undefined]) => {
      response.writeHead(type ? 200 : 404, {
        'content-type': `${type ?? 'text/plain'}; charset=utf-8`,
        'content-security-policy': POLICY,
      });
      response.end(body);
    },
    (error) => {
      console.error(error.message);
      response.writeHead(502).end();
    },
  );
});
server.on('error', ({ message }) => end(`The site cannot listen on PORT ${PORT}: ${message}`));
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${server.address().port}`);
});
