import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { mapFrames, meanColour } from '../media/decode-output.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { type Agent, connectAgent, makeFilmByTools, startTools } from './film-by-tools.ts';
import { childrenOf, isAlive, kinora } from './processes.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let folder: string;
let agent: Agent;
let pid: number;

const settings = () => ({ KINORA_HOME: media.path('home'), TMPDIR: media.path('tmp'), KINORA_RENDERS: '1' });

beforeAll(async () => {
  media = await createMediaFolder();
  folder = media.path('work');
  await mkdir(join(folder, '.hidden'), { recursive: true });
  await mkdir(media.path('tmp'));
  await writeFile(media.path('secret.srt'), '1\n00:00:00,000 --> 00:00:01,000\nsecret words\n');
  await symlink(media.path('secret.srt'), join(folder, 'link.srt'));
  await writeFile(join(folder, '.hidden', 'edit.json'), '{}');
  const transport = startTools(folder, settings());
  agent = await connectAgent(transport);
  pid = transport.pid ?? 0;
});

afterAll(async () => {
  await agent.close();
  await media[Symbol.asyncDispose]();
});

test('an agent makes a film on this machine, from nothing but the tools', async () => {
  const file = await makeFilmByTools(agent);
  expect(file.startsWith(folder)).toBe(true);
  const reds = await mapFrames(file, (planes) => (meanColour(planes, 100, 60, 40, 40)[0] ?? 0) > 200);
  expect(reds).toEqual(Array.from({ length: 50 }, (_, index) => index < 25));
  expect(await readdir(join(folder, 'uploads'))).toEqual(['red.svg']);
});

const film = (asset: object, length: number | string = 1) => ({
  timeline: { tracks: [{ clips: [{ asset, start: 0, length }] }] },
  output: { format: 'mp4', size: { width: 320, height: 180 } },
});

test('files elsewhere, hidden ones and private addresses are closed', async () => {
  const sources = [
    '../secret.srt',
    'link.srt',
    media.path('secret.srt'),
    'file:///etc/passwd',
    '.hidden/edit.json',
  ];
  for (const src of sources) {
    const { isError, text } = await agent.call('frame', { edit: film({ type: 'caption', src }), at: 0.5 });
    expect(text).toMatch(/is not a file that agents may use. Use a file in/);
    expect(isError).toBe(true);
    expect((await agent.call('probe', { src })).text).toMatch(/is not a file that agents may use/);
    expect((await agent.call('validate', { edit: film({ type: 'caption', src }) })).text).not.toMatch(
      /secret words/,
    );
  }
  expect((await agent.call('validate', { edit: '.hidden/edit.json' })).text).toMatch(/may use/);
  expect((await agent.call('upload', { path: 'link.srt' })).text).toMatch(/may use/);
  for (const url of ['http://127.0.0.1:9/a.mp4', 'http://169.254.169.254/latest', 'http://[::1]/a.png'])
    expect((await agent.call('upload', { url })).text).toMatch(/private or reserved/);
});

test('a render replaces no file and leaves the folder for none', async () => {
  const edit = film({ type: 'text', text: 'Hi' });
  await writeFile(join(folder, 'mine.mp4'), 'mine');
  expect((await agent.call('render', { edit, file: 'mine.mp4' })).text).toMatch(/exists already/);
  expect((await agent.call('render', { edit, file: '../out.mp4' })).text).toMatch(/may use/);
  expect((await agent.call('render', { edit, file: 'out.mov' })).text).toMatch(/must end in \.mp4/);
  expect(await readFile(join(folder, 'mine.mp4'), 'utf8')).toBe('mine');
  expect((await agent.call('upload', { content: 'rm -r', name: 'run.sh' })).text).toMatch(/must end in/);
});

test('an edit may be a file of the folder, and a template is rendered with values', async () => {
  await writeFile(join(folder, 'edit.json'), JSON.stringify(film({ type: 'text', text: 'Hi' })));
  const { files } = await agent.ask<{ files: string[] }>('probe');
  expect(files).toEqual(expect.arrayContaining(['edit.json', 'uploads/red.svg']));
  expect(files.join(' ')).not.toMatch(/link|hidden/);
  expect(await agent.ask('validate', { edit: 'edit.json' })).toMatchObject({ valid: true, duration: 1 });
  const changes = [{ path: 'callback', value: 'https://hooks.example.com/a' }];
  const { warnings } = await agent.ask<{ warnings: string[] }>('validate', { edit: 'edit.json', changes });
  expect(warnings).toEqual([expect.stringMatching(/^callback has no effect on this machine/)]);
  expect(await agent.ask('validate', { template: 'slideshow' })).toMatchObject({ valid: true, duration: 26 });
});

test('renders can be stopped, and end with the agent', async () => {
  const edit = film({ type: 'text', text: 'Long' }, 3600);
  const start = async (): Promise<string> =>
    (await agent.ask<{ id: string }>('render', { edit, changes: [{ path: 'output.fps', value: 60 }] })).id;
  const first = await start();
  const second = await start();
  expect(await agent.ask('cancel', { id: second })).toMatchObject({ status: 'failed', error: 'Cancelled.' });
  await waitUntil(
    async () =>
      (await agent.ask<{ status: string }>('status', { id: first, wait: 0 })).status === 'rendering',
  );
  const children = await childrenOf(pid);
  expect(children.length).toBeGreaterThan(0);
  await agent.close();
  await waitUntil(() => [pid, ...children].every((each) => !isAlive(each)));
  const left = await readdir(folder);
  expect(left.filter((name) => name.startsWith('.') && name !== '.hidden')).toEqual([]);
  expect(left.map((name) => basename(name)).filter((name) => name.startsWith('kinora-'))).toHaveLength(1);
});

test('a folder that is missing, or the whole machine, is rejected with what to do', async () => {
  const cwd = media.path('work');
  const missing = await kinora(cwd, ['mcp', '--folder', 'nowhere'], { env: settings() }).ended;
  expect(missing).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/nowhere does not exist\. Set --folder/) as string,
  });
  const whole = await kinora(cwd, ['mcp', '--folder', '/'], { env: settings() }).ended;
  expect(whole).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/may not use all files/) as string,
  });
});

test('without input it ends, and writes nothing but the protocol', async () => {
  const { code, out } = await kinora(media.path('work'), ['mcp'], { env: settings() }).ended;
  expect({ code, out }).toEqual({ code: 0, out: '' });
});
