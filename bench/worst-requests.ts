// The worst requests for each route of the server, for the benchmark of stalls and for its test.
import type { HostileRequest } from './hostile-requests.ts';
import type { Route } from './routes.ts';

const MEGABYTE = 2 ** 20;
/** Maximum sizes of bodies of JSON, less a few bytes for what is around the text. */
export const LARGEST = { body: 10 * MEGABYTE - 10_000, agent: 4 * MEGABYTE - 300_000 };
/** Texts of this length are checked in the thread of the server. */
const SMALL = 15_000;
/** Node.js limits the request line and the headers to 16 KB. */
const LINE = 15_000;
const JSON_TYPE = 'application/json';

/** Ids of things that are stored and as large as possible, by the folder of the route. */
export type StoredIds = Readonly<Record<string, string>>;

/** The things that requests name, and the sizes of the largest bodies in bytes. */
export interface WorstCase {
  readonly stored: StoredIds;
  readonly largest: typeof LARGEST;
}

const fill = (length: number, unit: string): string => unit.repeat(Math.floor(length / unit.length));
const listTo = (length: number, unit: (index: number) => string): string => {
  const units: string[] = [];
  for (let index = 0, size = 0; size < length; index++)
    size += (units[units.push(unit(index)) - 1]?.length ?? 0) + 1;
  return units.slice(0, -1).join();
};

/** JSON values of about a length that cost much. */
const VALUES: Readonly<Record<string, (length: number) => string>> = {
  'a long string': (length) => `"${fill(length, 'x')}"`,
  'letters beyond ASCII': (length) => `"${fill(length / 2.5, 'ü€')}"`,
  escapes: (length) => `"${fill(length, String.raw`\u0061`)}"`,
  'opened placeholders': (length) => `"${fill(length, '{{')}"`,
  brackets: (length) => fill(length, '['),
  'deep lists': (length) => `[${listTo(length, () => `${'['.repeat(90)}${']'.repeat(90)}`)}]`,
  'many numbers': (length) => `[${listTo(length, (index) => String(index % 10))}]`,
  'many digits': (length) => fill(length, '1'),
  'many properties': (length) => `{${listTo(length, (index) => `"p${index}":1`)}}`,
  'wrong objects': (length) => `[${listTo(length, () => '{"type":"nothing","format":"mp5","x":1}')}]`,
  'names near known ones': (length) =>
    `{${listTo(length, (index) => `"${['timelin', 'outpt', 'tracs', 'ulr', 'proivder'][index % 5] ?? ''}${index}":1`)}}`,
};

/** Fields of the bodies of all routes. Each has a costly value. */
const FIELDS =
  'timeline output merge callback name template id url outputs destinations provider options scope';

const CLIP = '{"asset":{"type":"text","text":"a"},"start":0,"length":1,"lenght":1,"opacty":2}';
const OUTPUT = '"output":{"format":"mp4","resolution":"sd"}';
const editOf = (length: number, clip: string): string =>
  `{"timeline":{"tracks":[{"clips":[${listTo(length, () => clip)}]}]},${OUTPUT}}`;

/** Bodies for the routes that need a form of their own to get far. Others get those without one. */
const FORMS: readonly { readonly path: RegExp; readonly write: (edit: string) => string }[] = [
  { path: /\/(?:render|frame|sheet|waveform)$/, write: (edit) => edit },
  { path: /\/templates(?:\/:id)?$/, write: (edit) => `{"name":"a","template":${edit}}` },
  { path: /\/templates\/render$/, write: (edit) => `{"id":"a","merge":[{"find":"A","replace":${edit}}]}` },
  { path: /^\/mcp$/, write: (edit) => callOf('validate', `{"edit":${edit},"merge":{"NMAE":1}}`) },
];

const callOf = (tool: string, given: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`;
const batchOf = (count: number, message: string): string => `[${Array(count).fill(message).join()}]`;

/** Returns the arguments of a tool with an edit that has a long list. */
export function listEdit(length: number): string {
  return `{"edit":{"list":[${listTo(length, () => '1')}]}}`;
}

/** Bodies for /mcp. */
function agentBodies(
  { heldEdit = 'e-000000000000' }: StoredIds,
  largest: number,
): Readonly<Record<string, string>> {
  const removals = `[${Array(500).fill('{"path":"list[5]"}').join()}]`;
  const nearest = `{"edit":"${heldEdit}","merge":{"MISSINC":1}}`;
  const messages = ['tools/list', 'resources/list', 'ping'].map(
    (method) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{}}`,
  );
  const document =
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"kinora://docs/performance"}}';
  const pieces = callOf('schema', `{"names":${JSON.stringify(Array(8).fill('TextAsst'))}}`);
  return {
    'a long list': callOf('validate', listEdit(largest)),
    'removals from a remembered edit': callOf('validate', `{"edit":"${heldEdit}","changes":${removals}}`),
    'an unknown merge field of a remembered edit': callOf('sheet', nearest),
    'a long file': callOf(
      'upload',
      `{"name":"a.svg","encoding":"base64","content":"${fill(largest * 0.7, ' ')}"}`,
    ),
    'a batch of calls': batchOf(60, callOf('validate', '{"edit":{"timelin":1,"outpt":2}}')),
    'a batch of lists': batchOf(90, messages[0] ?? ''),
    'a batch of resources': batchOf(90, messages[1] ?? ''),
    'a batch of documents': batchOf(90, document),
    'a batch of pieces': batchOf(60, pieces),
    'a batch of large calls': batchOf(20, callOf('validate', `{"edit":${editOf(largest / 25, CLIP)}}`)),
    'a batch without end': batchOf(50_000, messages[2] ?? ''),
  };
}

function* bodiesFor(
  { path }: Route,
  { stored, largest }: WorstCase,
): Generator<[name: string, body: string]> {
  const form = FORMS.find((each) => each.path.test(path))?.write;
  const fields = FIELDS.split(' ');
  for (const length of [SMALL, path === '/mcp' ? largest.agent : largest.body]) {
    const kind = length === SMALL ? '15 kB' : 'the maximum';
    for (const [name, write] of Object.entries(VALUES)) {
      const value = write((length - 300) / fields.length);
      yield [`${kind}, ${name}`, `{${fields.map((field) => `"${field}":${value}`).join()}}`];
    }
    if (form) yield [`${kind}, wrong clips`, form(editOf(length - 500, CLIP))];
  }
  if (path === '/mcp') yield* Object.entries(agentBodies(stored, largest.agent));
}

/** Values of headers, each as long as Node.js allows. */
const HEADERS: Readonly<Record<string, string>> = {
  accept: fill(LINE, 'a/b;q=0.1,'),
  range: `bytes=${fill(LINE, '0-,')}`,
  'if-none-match': fill(LINE, '"a", '),
  'if-match': fill(LINE, 'W/"a",'),
  'idempotency-key': fill(LINE, 'k'),
  'x-kinora-dialect': fill(LINE, 'interfac'),
  authorization: `Bearer ${fill(LINE, 'a ')}`,
  'content-type': `${JSON_TYPE};${fill(LINE, 'a=b;')}`,
  'content-encoding': fill(LINE, 'gzip, '),
  origin: `http://${fill(LINE, 'a.')}`,
  host: fill(LINE, 'a.'),
  'x-forwarded-for': fill(LINE, '1.2.3.4, '),
  'upload-metadata': listTo(LINE, (index) => `k${index} YQ==`),
  'upload-length': fill(LINE, '1'),
  cookie: fill(LINE, 'a=b; '),
  'access-control-request-headers': fill(LINE, 'x-a, '),
};

const QUERIES: Readonly<Record<string, string>> = {
  'many parameters': fill(LINE - 100, 'a&'),
  'one parameter often': fill(LINE - 100, 'at=1&'),
  'a long list': `at=${fill(LINE - 100, '0,')}&moments=${'9'.repeat(50)}&points=${'9'.repeat(20)}`,
  'percent-encodings': `q=${fill(LINE - 100, '%61')}`,
  'long known parameters': `dryRun=true&limit=${fill(LINE / 3, '9')}&cursor=${fill(LINE / 3, 'A')}&status=x`,
  'names near known ones': fill(LINE - 100, 'dryRum=1&'),
};

const PARAMETERS: Readonly<Record<string, string>> = {
  'a long id': fill(LINE - 200, 'a'),
  'an id of escapes': fill(LINE - 200, '%61'),
  'an id of slashes': fill(LINE - 200, '%2F'),
  'an id of dots': fill(LINE - 200, '..%2f'),
  'a long URL': encodeURIComponent(`http://127.0.0.1/${fill(LINE - 500, 'a')}`),
};

/** Returns the path of a route with values for its parameters. */
function fillPath(path: string, value: (folder: string) => string): string {
  return path
    .replace(':version', 'v1')
    .replaceAll(/([^/]*)\/:\w+/g, (_all, folder: string) => `${folder}/${value(folder)}`)
    .replace('*', () => value('*'));
}

/** Makes the worst requests for a route that one client with one key may send, one by one. */
export function* worstRequestsFor(route: Route, worst: WorstCase): Generator<HostileRequest> {
  const { method } = route;
  const pattern = route.path.replace(/\(\^.*?\$\)/, '');
  const path = fillPath(pattern, (folder) => worst.stored[folder] ?? 'x');
  yield { name: 'as it is', method, path };
  for (const [name, query] of Object.entries(QUERIES)) yield { name, method, path: `${path}?${query}` };
  for (const [name, value] of Object.entries(HEADERS))
    yield { name: `a long ${name}`, method, path, headers: { [name]: value } };
  if (/[:*]/.test(pattern.replace(':version', '')))
    for (const [name, value] of Object.entries(PARAMETERS))
      yield { name, method, path: fillPath(pattern, () => value) };
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return;
  const headers = { accept: 'application/json, text/event-stream, */*', 'content-type': JSON_TYPE };
  for (const [name, body] of bodiesFor({ method, path: pattern }, worst))
    yield { name, method, path: path.replace(/\/frame$/, '/frame?at=0'), body, headers };
}
