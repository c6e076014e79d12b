import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import manifest from '../../../../package.json' with { type: 'json' };
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import type { SendStudio } from '../studio/studio-routes.ts';
import { sendPage, toHtml } from './page.ts';

/** The types of the start page. A client that accepts all of them equally, such as curl, gets the first. */
const TYPES = ['text/plain', 'text/html', 'application/json'] as const;

/** The addresses of a server for people, below its public address, and what is there. */
const PLACES = [
  ['/docs', 'The API reference. You can send requests from there.'],
  ['/docs/start', 'The documents: guides, reference and engineering notes.'],
  ['/llms.txt', 'The list of the documents for programs that read texts.'],
  ['/openapi.json', 'The same for programs, as OpenAPI 3.1.'],
  [
    '/schemas/edit.json',
    'The JSON Schema of an edit. With it, an editor completes and checks what you write.',
  ],
  ['/health', 'Says that the server runs.'],
  ['/ready', 'Says that its database, queue and storage respond.'],
] as const;

const COMMANDS = [
  ['npx kinora render edit.json -o out.mp4', 'Renders an edit without a server.'],
  ['npx kinora validate edit.json', 'Prints every problem of an edit with its line.'],
  ['npx kinora frame edit.json --at 2.5 -o frame.png', 'Renders one frame.'],
  ['npx kinora ingest beach.mp4', 'Uploads a file and prints its address.'],
  ['npx kinora keys create --stage v1', 'Creates another key.'],
  ['npx kinora --help', 'Lists all commands.'],
] as const;

const KEYS = [
  'Requests need a key. Kinora makes two at its first start: one for v1, and one for stage, which adds a watermark.',
  'They lie in the file keys.json in the folder KINORA_HOME, which is .kinora in the folder where Kinora was started.',
  'Only the owner of the file can read it. If KINORA_KEYS is set, the keys are those in that setting.',
];

/**
 * Adds `/`: the Studio for browsers, and for other programs a text that says what this server is.
 *
 * @param sendStudio sends the Studio. Without it, browsers get the text as a page.
 */
export function startPageRoute(
  app: FastifyInstance,
  parts: PublicUrlParts,
  sendStudio: SendStudio | undefined,
): void {
  app.get('/', (request, reply) => {
    const url = publicUrlOf(request, parts);
    const { accept } = request.headers;
    const [type = 'text/plain'] = new Negotiator({ headers: { accept } }).mediaTypes([...TYPES]);
    if (type === 'text/html' && sendStudio) return sendStudio(request, reply);
    if (type === 'text/html')
      return sendPage(reply, { title: 'Kinora', publicUrl: url, content: formatContent(url) });
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept' });
    if (type === 'application/json') return reply.send(toLinks(url));
    return reply.type('text/plain; charset=utf-8').send(formatText(url));
  });
}

/** Returns the command that renders a small edit. */
function createRenderCommand(url: string): string {
  return `curl ${url}/edit/v1/render \\
  -H 'x-api-key: YOUR-KEY' -H 'content-type: application/json' \\
  -d '{
    "timeline": { "tracks": [{ "clips": [
      { "asset": { "type": "text", "text": "Hello" }, "start": 0, "length": 3 }
    ] }] },
    "output": { "format": "mp4", "resolution": "sd" }
  }'`;
}

function createStatusCommand(url: string): string {
  return `curl -H 'x-api-key: YOUR-KEY' '${url}/edit/v1/render/THE-ID?data=false'`;
}

function toLinks(url: string): object {
  return {
    name: 'Kinora',
    version: manifest.version,
    docs: `${url}/docs`,
    documents: `${url}/llms.txt`,
    openapi: `${url}/openapi.json`,
    schema: `${url}/schemas/edit.json`,
    health: `${url}/health`,
    ready: `${url}/ready`,
  };
}

function formatText(url: string): string {
  return `Kinora ${manifest.version} is running.

Render something:

  ${createRenderCommand(url).replaceAll('\n', '\n  ')}

Then request its status, with the id from the answer:

  ${createStatusCommand(url)}

${KEYS.join('\n')}

${formatList(PLACES.map(([path, meaning]) => [`${url}${path}`, meaning]))}

${formatList(COMMANDS)}
`;
}

function formatList(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
}

function formatContent(url: string): string {
  // Relative addresses also work if the server is reached at another address than its public one.
  const places = PLACES.map(([path, meaning]): [string, string] => [
    `<a href="${path.slice(1)}">${path}</a>`,
    meaning,
  ]);
  const commands = COMMANDS.map(([command, meaning]): [string, string] => [
    `<code>${toHtml(command)}</code>`,
    meaning,
  ]);
  return `<h1>Kinora is running</h1>
<p class="lead">Send it the description of a video, and get the file.</p>
<h2>Render something</h2>
<pre tabindex="0"><code>${toHtml(createRenderCommand(url))}</code></pre>
<p>The answer has the id of the render. Request its status until it is <code>done</code>; <code>url</code> is then the address of the file.</p>
<pre tabindex="0"><code>${toHtml(createStatusCommand(url))}</code></pre>
<h2>Your keys</h2>
<p>${toHtml(KEYS.join(' ')).replaceAll(/\b(keys\.json|KINORA_\w+|v1|stage)\b|\.kinora\b/g, '<code>$&</code>')}</p>
<h2>Look around</h2>
${formatDefinitions(places, 'places')}
<h2>On the command line</h2>
${formatDefinitions(commands, 'commands')}`;
}

function formatDefinitions(entries: readonly (readonly [string, string])[], name: string): string {
  const rows = entries.map(([term, meaning]) => `<div><dt>${term}</dt><dd>${toHtml(meaning)}</dd></div>`);
  return `<dl class="${name}">\n${rows.join('\n')}\n</dl>`;
}
