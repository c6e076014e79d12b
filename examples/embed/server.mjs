// A site with the editor of Kinora in it, as a plain Node server without packages:
//   KINORA_URL=http://127.0.0.1:3000 KINORA_KEY=YOUR-KEY node examples/embed/server.mjs
// The key stays here. The page gets tokens for one edit, which end after an hour.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';

const { KINORA_URL: kinora = 'http://127.0.0.1:3000', KINORA_KEY: key = '', PORT: port = '8080' } = process.env;
const origin = `http://127.0.0.1:${port}`;
const FILES = {
  '/': ['editor.html', 'text/html; charset=utf-8'],
  '/editor.mjs': ['editor.mjs', 'text/javascript'],
};
// The page loads the element from Kinora, and frames its editor. It needs nothing else of it.
const POLICY = `default-src 'self'; script-src 'self' ${kinora}; frame-src ${kinora}`;

/** Sends a request to Kinora, with the key. */
async function ask(method, path, body) {
  const answer = await fetch(`${kinora}/edit/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const { message, response } = await answer.json();
  if (!answer.ok) throw new Error(message);
  return response;
}

/** The edit that this site keeps at Kinora. A real site has one for each of its users. */
const edit = await ask('POST', '/edits', {
  name: 'Greeting',
  edit: JSON.parse(await readFile(new URL('../hello.json', import.meta.url), 'utf8')),
});

async function answer({ method, url = '/' }, body) {
  // A real site first checks who asks.
  if (url === '/token') return await ask('POST', '/tokens', { scope: 'edit', edit: edit.id, origin });
  if (method === 'POST' && url === '/render') return await ask('POST', '/render', JSON.parse(body));
  const [, id] = /^\/render\/([\w-]+)$/.exec(url) ?? [];
  return id && (await ask('GET', `/render/${id}`));
}

createServer(async (request, response) => {
  try {
    const [file, type] = FILES[request.url ?? ''] ?? [];
    if (file) {
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
      const text = await readFile(new URL(file, import.meta.url), 'utf8');
      response.end(text.replaceAll('http://127.0.0.1:3000', kinora));
      return;
    }
    const body = await Array.fromAsync(request);
    const found = await answer(request, Buffer.concat(body).toString());
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`Open ${origin}`));
