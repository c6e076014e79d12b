import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCreateRequest } from '../../create/index.ts';
import { type CommandResult, runIn } from '../run.fixture.ts';
import { type CreateServer, startCreateServer } from './create-server.fixture.ts';

let folder: string;
let server: CreateServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-create-'));
  server = await startCreateServer();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function create(
  args: readonly string[],
  more: { key?: string; input?: string; signal?: AbortSignal } = {},
): Promise<CommandResult> {
  const { key = 'the-key', ...options } = more;
  const access = { url: server.url, key, uploads: join(folder, 'uploads') };
  return runIn(folder, ['create', ...args], { server: access, ...options });
}

const SPEECH = ['text-to-speech', '--text', 'Hello', '--voice', 'Amy'];

describe('kinora create', () => {
  it('prints the URL of the result', async () => {
    server.states = [
      { status: 'processing' },
      { status: 'done', url: 'http://files/a.mp3', warnings: ['It skips 3 letters.'] },
    ];
    const { code, out, err } = await create(SPEECH);
    expect([code, out]).toEqual([0, 'http://files/a.mp3\n']);
    expect(err).toBe('processing ...\nwarning: It skips 3 letters.\n');
    expect(server.received).toEqual([
      { provider: 'kinora', options: { type: 'text-to-speech', text: 'Hello', voice: 'Amy' } },
    ]);
  });

  it.each([
    ['text-to-speech --text Hi --voice Amy --language en-GB --newscaster', 'kinora'],
    ['text-to-image --prompt Cat --width 640 --height 360', 'kinora'],
    [
      'text-to-image --provider stability-ai --prompt Cat --width 512 --height 512 --engine stable-diffusion-v1-6 --steps 20 --seed 7 --cfg-scale 3.5 --style-preset anime',
      'stability-ai',
    ],
    ['image-to-video --image-url https://a.example/b.png --guidance-scale 2.5 --motion 9', 'kinora'],
    ['text-to-avatar --provider d-id --text Hi --avatar jack --background #ff0000', 'd-id'],
    [
      'text-to-avatar --provider heygen --text Hi --avatar Zoey --avatar-style circle --ratio 9:16 --test --voice Sam_-_Natural',
      'heygen',
    ],
    ['text-generator --provider openai --prompt Poem --model gpt-4 --system-prompt Brief', 'openai'],
  ])('sends a valid request with every option: %s', async (line, provider) => {
    const args = line.split(' ');
    const { code } = await create(args.map((word) => word.replaceAll('_', ' ')));
    expect(code).toBe(0);
    const [request] = server.received;
    expect(parseCreateRequest(request, {})).toMatchObject({ ok: true, value: { provider } });
    // Each flag but the provider is one option, and the type is another.
    const flags = args.filter((word) => word.startsWith('--') && word !== '--provider');
    expect(Object.keys((request as { options: object }).options)).toHaveLength(flags.length + 1);
  });

  it('has a model make a file from a prompt', async () => {
    const args = 'prompt --model kinora-speech --option voice=Amy --option newscaster=true --length 3'.split(
      ' ',
    );
    const { code, out, err } = await create([...args, '--prompt', '-'], { input: 'Hello\n' });
    expect([code, out, err]).toEqual([0, `${server.url}/files/a.mp3\n`, '']);
    const options = { voice: 'Amy', newscaster: true };
    expect(server.received).toEqual([
      { asset: { type: 'audio', prompt: 'Hello', model: 'kinora-speech', options }, length: 3 },
    ]);
    expect(
      (await create(['prompt', '--type', 'image', '--prompt', 'A cat', '--output', 'a.mp3'])).err,
    ).toContain('a.mp3 must end in .png');
    expect((await create(['prompt', '--prompt', 'A cat'])).err).toContain('--model or --type is required');
    expect((await create(['prompt', '--type', 'audio', '--prompt', 'Hi', '--option', 'x'])).err).toContain(
      'voice=Amy',
    );
  });

  it('lists the models', async () => {
    const { code, out } = await create(['models']);
    expect([code, out]).toEqual([
      0,
      '  kinora-speech  audio  Speaks.\n- fal-image      image  It needs fal.\n',
    ]);
  });

  it('reads the text from standard input', async () => {
    await create(['text-generator', '--prompt', '-'], { input: 'Write\na poem.\n' });
    expect(server.received).toMatchObject([{ options: { prompt: 'Write\na poem.' } }]);
  });

  it('sends a request from a file or from standard input', async () => {
    const request = {
      provider: 'openai',
      options: { type: 'text-generator' },
      callback: 'https://a.example',
    };
    await writeFile(join(folder, 'request.json'), JSON.stringify(request));
    expect((await create(['--file', 'request.json'])).code).toBe(0);
    expect((await create(['--file', '-'], { input: JSON.stringify(request) })).code).toBe(0);
    expect(server.received).toEqual([request, request]);
  });

  it('writes the result to a file', async () => {
    const { code, out } = await create([...SPEECH, '--output', 'hello.mp3']);
    expect([code, out]).toEqual([0, 'hello.mp3\n']);
    expect(await readFile(join(folder, 'hello.mp3'), 'utf8')).toBe('the sound');
    expect(await readdir(folder)).toEqual(['hello.mp3']);
  });

  it('prints the id alone if it must not wait', async () => {
    server.states = [{ status: 'queued' }];
    expect(await create([...SPEECH, '--no-wait'])).toMatchObject({ code: 0, out: 'asset-1\n', err: '' });
  });

  it('prints its help if it is not told what to create', async () => {
    const { code, err } = await create([]);
    expect(code).toBe(1);
    expect(err).toContain('text-to-speech [options]');
  });
});

describe('a creation that fails', () => {
  it('says why the provider failed', async () => {
    server.states = [{ status: 'failed', error: 'openai has no quota left.' }];
    const { code, out, err } = await create([...SPEECH, '--out', 'a.mp3']);
    expect([code, out, err]).toEqual([1, '', 'openai has no quota left.\n']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('prints every problem that the server has found', async () => {
    server.errors = [
      { status: '400', code: 'not_allowed', detail: 'options.voice is wrong.', source: { pointer: '/a' } },
      { status: '400', code: 'out_of_range', detail: 'options.text is too long.', source: { pointer: '/b' } },
    ];
    const { code, err } = await create(SPEECH);
    expect([code, err]).toEqual([1, 'options.voice is wrong.\noptions.text is too long.\n']);
  });

  it.each([
    [['--out', 'a.wav'], 'a.wav must end in .mp3, because the result is such a file.'],
    [['--out', 'gone/a.mp3'], /^Cannot write a.mp3, because the folder .* does not exist\./],
    [['--out', 'a.mp3', '--no-wait'], /'--no-wait' cannot be used with option '-o, --output <file>'/],
  ])('sends nothing if the result cannot be written: %j', async (args, message) => {
    const { code, err } = await create([...SPEECH, ...args]);
    expect([code, err]).toEqual([
      1,
      typeof message === 'string' ? `${message}\n` : (expect.stringMatching(message) as string),
    ]);
    expect(server.received).toEqual([]);
  });

  it.each([
    [['text-to-speech', '--text', 'Hi'], "required option '--voice <name>' not specified"],
    [['text-to-image', '--prompt', 'Cat', '--width', 'wide', '--height', '9'], 'It must be a number.'],
    [['text-to-video'], 'the type "text-to-video" is unknown. Use one of text-to-speech, '],
    [['text-to-avatar', '--text', 'Hi', '--avatar', 'jack'], "required option '--provider <name>'"],
    [['--stage', 'stage', ...SPEECH], '--stage must stand after text-to-speech.'],
    [['--output', 'a.mp3', ...SPEECH], '--output must stand after text-to-speech.'],
    [['--no-wait', ...SPEECH], '--no-wait must stand after text-to-speech.'],
    [['--file', 'a.json', ...SPEECH], '--file and text-to-speech exclude each other.'],
    [['--file', 'gone.json'], 'gone.json cannot be read: the file does not exist.'],
    [['--file', '-'], '<stdin>:1:1: error: '],
  ])('sends nothing for %j', async (args, message) => {
    const { code, err } = await create(args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(server.received).toEqual([]);
  });

  it('names the setting if the key is wrong', async () => {
    const { code, err } = await create(SPEECH, { key: 'other' });
    expect([code, err]).toEqual([1, `${server.url} rejected the API key. Set KINORA_KEY to a key for v1.\n`]);
  });

  it('prints the URL if the file cannot be downloaded', async () => {
    server.file = undefined;
    const { code, err } = await create([...SPEECH, '--out', 'a.mp3']);
    const message = `The result is at ${server.url}/files/a.mp3, but it cannot be downloaded. The server answered 404.\n`;
    expect([code, err]).toEqual([1, message]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says where the work stands if the user stops it', async () => {
    const stopping = new AbortController();
    server.states = [{ status: 'processing' }];
    server.onLook = () => stopping.abort(new Error('stop'));
    const { code, err } = await create(SPEECH, { signal: stopping.signal });
    expect(code).toBe(130);
    expect(err).toContain('Stopped waiting. The server continues its work on the asset asset-1.');
  });
});
