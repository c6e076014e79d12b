import { describe, expect, it } from 'vitest';
import type { AdminOperation, RunAdminOperation } from '../../operations/admin-operations.ts';
import { runIn } from '../run.fixture.ts';
import { formatElapsed } from '../format.ts';
import { formatRenderReport } from './format-render-report.ts';
import type { RenderLine, RenderReport, ShownAttempt } from '../../operations/render-reports.ts';

const ID = '019a9f3c-6d1e-7c5a-b2a4-3f0f5f6b7c8d';
const OTHER = '019a9f3c-6d1e-7c5a-b2a4-3f0f5f6b7c8e';

const LINE: RenderLine = {
  id: ID,
  account: 'acme',
  owner: 'owner00001',
  stage: 'v1',
  status: 'rendering',
  error: null,
  code: null,
  progress: 0.427,
  cost: 12.5,
  attempts: 1,
  created: '2026-11-20T15:20:07.123Z',
  updated: '2026-11-20T15:20:09.000Z',
};
const FAILED: RenderLine = {
  ...LINE,
  id: OTHER,
  account: 'first',
  status: 'failed',
  attempts: 3,
  code: 'asset_not_found',
  error: `The file at https://example.com/${'a'.repeat(90)} was not found.`,
};

const ATTEMPT: ShownAttempt = {
  worker: 'films:7',
  started: '2026-11-20T15:20:08.000Z',
  ended: '2026-11-20T15:20:38.000Z',
  outcome: 'lost',
  code: 'worker_lost',
  reason: 'The worker films:7 died.',
  stages: null,
};
const put = (minute: number): ShownAttempt => ({
  worker: 'films:8',
  outcome: 'later',
  code: 'storage_failed',
  reason: 'The storage is away.',
  started: `2026-11-20T15:${minute}:00.000Z`,
  ended: `2026-11-20T15:${minute}:02.500Z`,
  stages: { rendering: 1_830, saving: 210 },
});
const REPORT: RenderReport = {
  ...LINE,
  dialect: 'interface',
  callback: 'https://example.com/hook',
  duration: null,
  renderTime: null,
  segments: { reused: 5, made: 1 },
  warnings: [{ field: 'timeline.tracks[0]', text: 'Two clips overlap.' }],
  retried: '2026-11-20T15:30:00.000Z',
  edit: {
    length: 1234,
    tracks: 1,
    clips: 3,
    assets: { video: 2, text: 1 },
    destinations: ['s3'],
    output: 'mp4, hd, 25 fps',
  },
  attempts: 5,
  lastAttempts: [
    ATTEMPT,
    put(30),
    put(31),
    put(32),
    { ...ATTEMPT, outcome: null, code: null, reason: null, ended: null },
  ],
  files: [
    { id: ID, part: 'output', provider: 'shotstack', status: 'ready', file: 'v1/me/a.mp4', error: null },
    { id: ID, part: 'output', provider: 's3', status: 'failed', file: 'v1/me/a.mp4', error: 'No bucket.' },
  ],
  callbacks: [
    {
      id: ID,
      event: 'edit/render',
      url: 'https://example.com/hook',
      status: 'waiting',
      attempts: 2,
      error: 'The receiver responded with the status 503.',
      ended: '2026-11-20T15:40:00.000Z',
    },
  ],
};

async function kinora(args: string, answer: unknown = []) {
  const asked: unknown[] = [];
  const runAdminOperation = ((name: AdminOperation, input: object) => {
    asked.push([name, input]);
    return Promise.resolve(answer);
    // The answers have the types of the operations, but the compiler cannot see that.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation })), asked };
}

/** A text of a page that clears the screen, writes to the clipboard, and turns and breaks the line. */
const HOSTILE = '\u001b[2J\u001b]52;c;YQ==\u0007\u009b31m\u202e\u2028\n\rdone';
const SHOWN = '\\u001b[2J\\u001b]52;c;YQ==\\u0007\\u009b31m\\u202e\\u2028\\u000a\\u000ddone';

describe('texts of others', () => {
  const failWith = (text: string) => ({ ...FAILED, account: text, error: text });
  const reportOn = (text: string) => ({
    ...REPORT,
    ...failWith(text),
    warnings: [{ field: 'timeline', text }],
    lastAttempts: [{ ...ATTEMPT, reason: text }],
    callbacks: REPORT.callbacks.map((callback) => ({ ...callback, error: text })),
  });

  it.each([
    ['renders list', (text: string) => [failWith(text)], 1],
    [`renders show ${ID}`, reportOn, 5],
  ])('are escaped in their line by %s', async (args, answerWith, times) => {
    const [{ out }, harmless] = [
      await kinora(args, answerWith(HOSTILE)),
      await kinora(args, answerWith('a')),
    ];
    expect(out).toMatch(/^[ -~\n]*$/);
    expect(out.split(SHOWN)).toHaveLength(times + 1);
    expect(out.split('\n')).toHaveLength(harmless.out.split('\n').length);
  });

  it('stay exact in JSON, without a raw control character', async () => {
    const { out } = await kinora('renders list --json', [failWith(HOSTILE)]);
    expect(out).toMatch(/^[ -~\n]*$/);
    expect(JSON.parse(out)).toEqual([failWith(HOSTILE)]);
  });
});

describe('kinora renders', () => {
  it('lists renders in columns, with the beginning of their error', async () => {
    const { code, out, asked } = await kinora('renders list', [LINE, FAILED]);
    expect(code).toBe(0);
    expect(asked).toEqual([['listRenders', { limit: 20 }]]);
    expect(out.split('\n')).toEqual([
      'ID                                    ACCOUNT  STAGE  STATUS          TRIES  CREATED (UTC)        ERROR',
      `${ID}  acme     v1     rendering 42 %  1      2026-11-20 15:20:07`,
      `${OTHER}  first    v1     failed          3      2026-11-20 15:20:07  asset_not_found: The file at https://example.com/${'a'.repeat(45)}...`,
      '',
    ]);
  });

  it('passes the filters on, and prints JSON for programs', async () => {
    const { out, asked } = await kinora(
      'renders list --status failed --account acme --owner x --limit 3 --json',
      [FAILED],
    );
    expect(asked).toEqual([['listRenders', { status: 'failed', account: 'acme', owner: 'x', limit: 3 }]]);
    expect(JSON.parse(out)).toEqual([FAILED]);
    expect(await kinora('renders list')).toMatchObject({
      code: 0,
      out: '',
      err: 'There are no such renders.\n',
    });
    expect(JSON.parse((await kinora('renders list --json')).out)).toEqual([]);
  });

  it('shows everything about a render', async () => {
    expect(formatRenderReport(REPORT, new Date('2026-11-20T15:21:13.000Z')).split('\n')).toEqual([
      `render     ${ID}`,
      'account    acme (owner owner00001, v1)',
      'status     rendering, 42 %',
      'edit       3 clips on 1 track (2 video, 1 text), 1.2 kB, dialect interface',
      'output     mp4, hd, 25 fps, to s3',
      'created    2026-11-20 15:20:07 UTC',
      'updated    2026-11-20 15:20:09 UTC',
      'retried    2026-11-20 15:30:00 UTC',
      'predicted  12.5 s',
      'segments   5 kept from earlier renders, 1 made',
      'callback   https://example.com/hook',
      '',
      'Warnings:',
      '  timeline.tracks[0]: Two clips overlap.',
      '',
      'TRY  WORKER   STARTED (UTC)        TOOK        END                      STAGES                          REASON',
      '1    films:7  2026-11-20 15:20:08  30.0 s      worker died              -                               worker_lost: The worker films:7 died.',
      '2-4  films:8  2026-11-20 15:30:00  2.5 s       put off, does not count  rendering 1.8 s, saving 210 ms  storage_failed: The storage is away.',
      '5    films:7  2026-11-20 15:20:08  1 min 05 s  running                  -                               -',
      '',
      'FILE    AT      STATUS  KEY          ERROR',
      'output  Kinora  ready   v1/me/a.mp4',
      'output  s3      failed  v1/me/a.mp4  No bucket.',
      '',
      'CALLBACK     STATUS   TRIES  LAST TRY (UTC)       TO                        ERROR',
      'edit/render  waiting  2      2026-11-20 15:40:00  https://example.com/hook  The receiver responded with the status 503.',
      '',
    ]);
    expect((await kinora(`renders show ${ID}`, REPORT)).asked).toEqual([['showRender', { id: ID }]]);
    expect(JSON.parse((await kinora(`renders show ${ID} --json`, REPORT)).out)).toEqual(REPORT);
  });

  it('ends the time of an attempt with the last sign of life of its worker', () => {
    const lost = { ...ATTEMPT, stages: { fetching: 300, rendering: 4_000 } };
    const lines = formatRenderReport({ ...REPORT, lastAttempts: [lost] }, new Date());
    expect(lines).toMatch(/films:7 .* 4\.3 s +worker died +fetching 300 ms, rendering 4\.0 s /);
  });

  it('retries and cancels, says what it did, and why it did not do the rest', async () => {
    const answer = [
      { given: '019', id: ID, account: 'acme', problem: null },
      { given: 'x', id: null, account: null, problem: 'There is no render "x".' },
    ];
    const retried = await kinora('renders retry 019 x', answer);
    expect(retried.asked).toEqual([['retryRenders', { ids: ['019', 'x'] }]]);
    expect(retried).toMatchObject({
      code: 1,
      out: `Queued again: ${ID} of the account acme\n`,
      err: 'There is no render "x".\n',
    });
    const cancelled = await kinora('renders cancel 019', answer.slice(0, 1));
    expect(cancelled).toMatchObject({ code: 0, out: `Cancelled: ${ID} of the account acme\n`, err: '' });
    const json = await kinora('renders cancel 019 x --json', answer);
    expect([json.code, JSON.parse(json.out)]).toEqual([1, answer]);
  });

  it.each([
    ['renders list --status finished', 'Allowed choices are queued, generating'],
    ['renders list --limit 0', 'It must be a whole number from 1 to 1000.'],
    ['renders list --limit many', 'It must be a whole number from 1 to 1000.'],
    ['renders show', "error: missing required argument 'id'"],
    ['renders retry', "error: missing required argument 'id'"],
    ['renders dance', "error: unknown command 'dance'"],
  ])('rejects %s with a sentence', async (args, sentence) => {
    const { code, out, err, asked } = await kinora(args);
    expect([code, out, asked]).toEqual([1, '', []]);
    expect(err).toContain(sentence);
  });
});

it('rejects more ids than fit into a message', async () => {
  const { code, err } = await kinora(`renders cancel${' x'.repeat(501)}`);
  expect([code, err]).toEqual([1, 'Give at most 500 ids at once, not 501.\n']);
});

it.each([
  [850.4, '850 ms'],
  [59_999, '59.9 s'],
  [185_000, '3 min 05 s'],
  [3_599_999, '59 min 59 s'],
  [7_620_000, '2 h 07 min'],
  [385_200_000, '4 d 11 h'],
])('%d ms are shown as %s', (ms, shown) => {
  expect(formatElapsed(ms)).toBe(shown);
});
