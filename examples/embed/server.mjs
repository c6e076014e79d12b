// A site with an embedded player and editor, without packages. The key stays on this server: pages get tokens.
//
//   KINORA_KEY=YOUR-KEY node examples/embed/server.mjs
//
// KINORA_URL is the address of Kinora, EDIT the id of a kept edit, and PORT that of this site.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { KINORA_URL = 'http://127.0.0.1:3000', KINORA_KEY, EDIT, PORT = '8080' } = process.env;
const KINORA = new URL(KINORA_URL).origin;

/** Sends a request to Kinora with the key. */
async function ask(path, body) {
  const response = await fetch(`${KINORA}/edit/v1${path}`, {
    headers: { 'x-api-key': KINORA_KEY, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`Kinora answers ${path} with: ${answer.response.message}`);
  return answer.response;
}

const read = (name) => readFile(new URL(name, import.meta.url), 'utf8');
const edit =
  EDIT ?? (await ask('/edits', { name: 'Embedded', edit: JSON.parse(await read('edit.json')) })).id;

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
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${server.address().port}`);
});
