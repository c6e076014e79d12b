/** One kind of request that a hostile client with one key may send. */
export interface HostileRequest {
  readonly name: string;
  readonly method?: string;
  /** Path and query. Default: the route that queues a render. */
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of requests at the same time. Default 1. */
  readonly count?: number;
}

const MEGABYTE = 2 ** 20;
const RENDER = '/edit/v1/render';
const OUTPUT = '"output":{"format":"mp4","resolution":"sd"}';
const CLIP = '{"asset":{"type":"text","text":"a"},"start":0,"length":1}';

const listOf = (count: number, unit: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => unit(index)).join();
const editOf = (clips: string, rest = ''): string =>
  `{"timeline":{"tracks":[{"clips":[${clips}]}]},${OUTPUT}${rest}}`;
const clipWith = (fields: string): string => `{"asset":{"type":"text","text":"a"},${fields}}`;
const merging = (find: string, replace: string): string =>
  `,"merge":[{"find":"${find}","replace":${replace}}]`;

/** 22 KB whose placeholders stand for 150,000 clips. */
const AMPLIFIED_CLIPS = `{"timeline":{"tracks":[${listOf(500, () => '{"clips":"{{C}}"}')}]},${OUTPUT}${merging('C', `[${listOf(300, () => CLIP)}]`)}}`;
/** The same within the limit of the number of clips. */
const AMPLIFIED_TO_LIMIT = `{"timeline":{"tracks":[${listOf(100, () => '{"clips":"{{C}}"}')}]},${OUTPUT}${merging('C', `[${listOf(100, () => CLIP)}]`)}}`;
/** 15 KB that would become 10 MB of text: short enough to be checked at once if only its own length counted. */
const AMPLIFIED_TEXT = editOf(
  listOf(90, () => CLIP.replace('"a"', '"{{T}}{{T}}{{T}}"')),
  merging('T', `"${'x'.repeat(7_000)}"`),
);
const AMPLIFIED_TWEENS = editOf(
  listOf(100, (index) => clipWith(`"start":${index},"length":40000,"opacity":"{{O}}"`)),
  merging('O', `[${listOf(200, (index) => `{"from":0,"to":1,"start":${index},"length":1}`)}]`),
);
const MANY_TWEENS = listOf(200_000, (index) => `{"from":0,"to":1,"start":${index / 10},"length":0.1}`);
const NUMBER_OF_DIGITS = (length: number): string =>
  editOf(clipWith(`"start":"${'1'.repeat(length)}x","length":1`));

const EDITS: Readonly<Record<string, string>> = {
  'merge of 150,000 clips': AMPLIFIED_CLIPS,
  'merge of 10,000 clips': AMPLIFIED_TO_LIMIT,
  'merge of long texts': AMPLIFIED_TEXT,
  'merge of 20,000 tweens': AMPLIFIED_TWEENS,
  'merge with 1 MB of a name': editOf(CLIP.replace('"a"', '"{{A}}"'), merging('A'.repeat(MEGABYTE), '"b"')),
  '10,000 merge fields': editOf(
    listOf(1000, (index) => CLIP.replace('"a"', `"{{A${index}}}"`)),
    `,"merge":[${listOf(10_000, (index) => `{"find":"A${index}","replace":"${index}"}`)}]`,
  ),
  'a number of 15,000 digits as text': NUMBER_OF_DIGITS(15_000),
  'a number of 10 MB of digits as text': NUMBER_OF_DIGITS(9 * MEGABYTE),
  'a number of 10 MB of digits': editOf(clipWith(`"start":${'1'.repeat(9 * MEGABYTE)},"length":1`)),
  '1e400': editOf(clipWith('"start":1e400,"length":1')),
  '15,000 brackets': '['.repeat(15_000),
  '10 MB of brackets': '['.repeat(9 * MEGABYTE),
  '10 MB of escapes': `["${String.raw`\u0061`.repeat(1.5 * MEGABYTE)}"]`,
  '10 MB of opened placeholders': editOf(
    CLIP.replace('"a"', `"${'{{'.repeat(4 * MEGABYTE)}"`),
    merging('A', '1'),
  ),
  '10,000 wrong clips': editOf(
    listOf(10_000, () => '{"asset":{"type":"nothing"},"start":-1,"length":"x","more":1}'),
  ),
  '10,000 clips with 100 wrong names': editOf(
    listOf(10_000, () => `{${listOf(100, (name) => `"p${name}":1`)}}`),
  ),
  '500,000 unknown properties': `{${listOf(500_000, (index) => `"p${index}":1`)}}`,
  '10 MB of tweens': editOf(clipWith(`"start":0,"length":40000,"opacity":[${MANY_TWEENS}]`)),
  '10,000 clips of 900 characters': editOf(
    listOf(10_000, (index) =>
      CLIP.replace('"a"', `"${'x'.repeat(900)}"`).replace('"start":0', `"start":${index}`),
    ),
  ),
  '10,000 clips that wait for each other': editOf(
    listOf(10_000, (index) =>
      clipWith(`"start":"auto","length":${index === 0 ? 1 : `"alias://a${index - 1}"`},"alias":"a${index}"`),
    ),
  ),
};

/** Edits whose dry run and frame differ from their render: they draw, fetch or generate something. */
const DRAWN_AND_FETCHED: Readonly<Record<string, string>> = {
  'a shape with 10 MB of tweens': editOf(
    `{"asset":{"type":"shape","shape":"circle","circle":{"radius":9}},"start":0,"length":40000,"opacity":[${MANY_TWEENS}]}`,
  ),
  'a page with 10 MB of tweens': editOf(
    `{"asset":{"type":"html","html":"a"},"start":0,"length":40000,"scale":[${MANY_TWEENS}]}`,
  ),
  'a title with 10 MB of tweens': editOf(
    `{"asset":{"type":"title","text":"a"},"start":0,"length":40000,"offset":{"x":[${MANY_TWEENS}]}}`,
  ),
  'a speech with 10 MB of tweens': editOf(
    `{"asset":{"type":"text-to-speech","text":"a","voice":"Matthew","volume":[${MANY_TWEENS}]},"start":0,"length":40000}`,
  ),
  '10,000 pictures': editOf(
    listOf(
      10_000,
      (index) => `{"asset":{"type":"image","src":"http://127.0.0.1:1/${index}"},"start":0,"length":1}`,
    ),
  ),
  '10,000 speeches': editOf(
    listOf(
      10_000,
      (index) =>
        `{"asset":{"type":"text-to-speech","text":"${index}","voice":"Matthew"},"start":0,"length":1}`,
    ),
  ),
  '10 MB of fonts': `{"timeline":{"fonts":[${listOf(200_000, (index) => `{"src":"http://127.0.0.1:1/${index}"}`)}],"tracks":[{"clips":[${CLIP}]}]},${OUTPUT}}`,
  '10 MB of letters beyond ASCII': editOf(CLIP.replace('"a"', `"${'ü€'.repeat(1.8 * MEGABYTE)}"`)),
};

const INSPECTED = [
  'merge of 150,000 clips',
  'merge of 10,000 clips',
  'merge of 20,000 tweens',
  '10 MB of tweens',
];

const OTHERS: readonly HostileRequest[] = [
  { name: '10,000 parameters', method: 'GET', path: `${RENDER}?${'a&'.repeat(7_000)}` },
  { name: 'an id of 15,000 characters', method: 'GET', path: `${RENDER}/${'a'.repeat(15_000)}` },
  { name: 'an id of escapes', method: 'GET', path: `${RENDER}/${'%61'.repeat(5_000)}` },
  { name: 'a path of slashes', method: 'GET', path: `${RENDER}${'/'.repeat(15_000)}` },
  { name: 'a probe of a long URL', method: 'GET', path: `/edit/v1/probe/${'http:/'.repeat(2_500)}` },
  {
    name: 'a header accept of 15,000 characters',
    path: '/edit/v1/frame?at=0',
    body: editOf(CLIP),
    headers: { accept: 'a/b;q=0.1,'.repeat(1_500) },
  },
  {
    name: 'upload-metadata of 15,000 characters',
    path: '/ingest/v1/tus',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': Array.from({ length: 1_500 }, (_, index) => `k${index} YQ==`).join(),
    },
  },
  {
    name: 'a range of 15,000 characters',
    method: 'GET',
    path: '/files/x',
    headers: { range: `bytes=${'0-,'.repeat(5_000)}` },
  },
  {
    name: '10 MB for Ingest',
    path: '/ingest/v1/sources',
    body: `{"url":"http://a.example/${'a'.repeat(9 * MEGABYTE)}"}`,
  },
  {
    name: '10 MB of outputs for Ingest',
    path: '/ingest/v1/sources',
    body: `{"url":"http://a.example/","outputs":{"renditions":[${listOf(200_000, () => '{"format":"nothing","x":1}')}]}}`,
  },
  {
    name: '10 MB for Create',
    path: '/create/v1/assets',
    body: `{"provider":"kinora","options":{"type":"text-to-speech","text":"${'a'.repeat(9 * MEGABYTE)}","voice":"Matthew"}}`,
  },
  {
    name: '10 MB of properties for Create',
    path: '/create/v1/assets',
    body: `{"provider":"kinora","options":{${listOf(500_000, (index) => `"p${index}":1`)}}}`,
  },
  {
    name: '10 MB for Serve',
    path: '/serve/v1/assets',
    body: `{"url":"http://a.example/","id":"x","destinations":[${listOf(200_000, () => '{"provider":"nothing"}')}]}`,
  },
  {
    name: '100 templates at once of 100 KB',
    path: '/edit/v1/templates',
    count: 100,
    body: `{"name":"a","template":${editOf(listOf(1500, () => CLIP))}}`,
  },
  {
    name: '100 renders at once with one idempotency key',
    body: editOf(CLIP),
    headers: { 'idempotency-key': 'one' },
    count: 100,
  },
  {
    name: '10 edits of 9 MB at once with one idempotency key',
    body: EDITS['10,000 clips of 900 characters'] ?? '',
    headers: { 'idempotency-key': 'large' },
    count: 10,
  },
  {
    name: 'an idempotency key of 15,000 characters',
    body: editOf(CLIP),
    headers: { 'idempotency-key': 'k'.repeat(15_000) },
  },
  { name: '300 questions for /ready', method: 'GET', path: '/ready', count: 300 },
  { name: '300 wrong keys', method: 'GET', path: RENDER, headers: { 'x-api-key': 'wrong' }, count: 300 },
];

function inspectionsOf(name: string, body: string): HostileRequest[] {
  return [
    { name: `${name}, dry run`, path: `${RENDER}?dryRun=true`, body },
    { name: `${name}, frame`, path: '/edit/v1/frame?at=0', body },
  ];
}

/** The requests of the benchmark of stalls. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...Object.entries(EDITS).map(([name, body]) => ({ name, body })),
  ...Object.entries(EDITS).map(([name, body]) => ({
    name: `${name}, shotstack`,
    body,
    headers: { 'x-kinora-dialect': 'shotstack' },
  })),
  ...INSPECTED.flatMap((name) => inspectionsOf(name, EDITS[name] ?? '')),
  ...Object.entries(DRAWN_AND_FETCHED).flatMap(([name, body]) => [
    { name, body },
    ...inspectionsOf(name, body),
  ]),
  ...Object.entries(EDITS).map(([name, edit]) => ({
    name: `${name}, template`,
    path: '/edit/v1/templates',
    body: `{"name":"a","template":${edit}}`,
  })),
  {
    name: 'merge of 150,000 clips, 20 at once',
    path: `${RENDER}?dryRun=true`,
    body: AMPLIFIED_CLIPS,
    count: 20,
  },
  ...OTHERS,
];

/** Edits that are stored first and then read with their placeholders replaced. */
export const READ_BACK: readonly string[] = [
  'merge of 10,000 clips',
  'merge of 20,000 tweens',
  'merge of long texts',
];

/** Edits that are stored as templates first and then rendered. */
export const FILLED_TEMPLATES: readonly string[] = [
  'merge of 150,000 clips',
  'merge of 10,000 clips',
  'merge with 1 MB of a name',
  '10,000 clips of 900 characters',
];

/** Returns the text of an edit by its name. */
export function hostileEdit(name: string): string {
  return EDITS[name] ?? '';
}
