import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, runIn } from '../run.fixture.ts';
import { type IngestServer, startIngestServer } from './ingest-server.fixture.ts';

let folder: string;
let server: IngestServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-ingest-'));
  server = await startIngestServer();
  await writeFile(join(folder, 'beach.mp4'), 'the beach');
  await writeFile(join(folder, 'sea.mp4'), 'the sea');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function ingest(
  args: readonly string[],
  more: { key?: string | undefined; url?: string; signal?: AbortSignal } = {},
): Promise<CommandResult> {
  const { url = server.url, signal } = more;
  const key = 'key' in more ? more.key : 'the-key';
  const access = { url, key, uploads: join(folder, 'home', 'uploads') };
  return runIn(folder, ['ingest', ...args], { server: access, ...(signal && { signal }) });
}

const remembered = () => readdir(join(folder, 'home', 'uploads'));
const receivedTexts = () => [...server.received.values()].map(({ bytes }) => bytes.toString());

describe('kinora ingest', () => {
  it('uploads files and prints their ids and URLs', async () => {
    const { code, out, err } = await ingest(['beach.mp4', 'sea.mp4']);
    expect([code, out]).toEqual([
      0,
      'beach.mp4: source-1\n  http://files/source-1.mp4\nsea.mp4: source-2\n  http://files/source-2.mp4\n',
    ]);
    expect(err).toContain('beach.mp4: ready ...');
    expect(receivedTexts()).toEqual(['the beach', 'the sea']);
    expect(await remembered()).toEqual([]);
  });

  it('asks for renditions and a transcription, and prints what became of them', async () => {
    server.answer = (id) => ({
      id,
      status: 'ready',
      source: 'http://files/s.mp4',
      outputs: {
        renditions: [
          {
            id: 'r',
            status: 'ready',
            url: 'http://files/r.webm',
            transformation: { format: 'webm' },
            width: 64,
            height: 36,
          },
          { id: 'g', status: 'failed', error: 'It has no picture.', transformation: { format: 'gif' } },
        ],
        transcription: { id: 't', status: 'failed', error: 'It has no sound.' },
      },
    });
    const json = '{"format":"gif","size":{"width":64}}';
    const { code, out, err } = await ingest([
      ...['--rendition', 'webm', '--rendition', json],
      ...['--transcribe', 'srt', 'beach.mp4'],
    ]);
    expect(JSON.parse(server.received.get('source-1')?.metadata['outputs'] ?? '')).toEqual({
      renditions: [{ format: 'webm' }, { format: 'gif', size: { width: 64 } }],
      transcription: { format: 'srt' },
    });
    expect(out).toBe('beach.mp4: source-1\n  http://files/s.mp4\n  webm 64x36: http://files/r.webm\n');
    expect([code, err.split('\n').slice(-4, -1)]).toEqual([
      1,
      [
        'beach.mp4: gif: It has no picture.',
        'beach.mp4: transcription: It has no sound.',
        'The file failed.',
      ],
    ]);
  });

  it('prints why a source has failed, and goes on with the others', async () => {
    server.answer = (id) =>
      id === 'source-1' ? { id, status: 'failed', error: 'It is an HTML page.' } : { id, status: 'ready' };
    const { code, out, err } = await ingest(['beach.mp4', 'sea.mp4']);
    expect([code, out]).toEqual([1, 'beach.mp4: source-1\nsea.mp4: source-2\n']);
    expect(err).toContain('beach.mp4: It is an HTML page.\n');
    expect(err).toContain('1 of 2 files failed.\n');
  });

  it('does not wait if it must not', async () => {
    server.answer = () => ({ status: 'queued' });
    expect(await ingest(['--no-wait', 'beach.mp4'])).toMatchObject({ code: 0, out: 'beach.mp4: source-1\n' });
    expect(await remembered()).toEqual([]);
  });
});

describe('a command that was stopped', () => {
  it('continues the upload where it has ended', async () => {
    const stopping = new AbortController();
    server.cutAfter = 4;
    const stopped = ingest(['beach.mp4'], { signal: stopping.signal });
    while (receivedTexts()[0] !== 'the ') await new Promise((resolve) => setTimeout(resolve, 5));
    stopping.abort(new Error('stop'));
    const { code, err } = await stopped;
    expect([code, err.split('\n').at(-2)]).toEqual([
      130,
      'Stopped. To continue the upload, run the same command again.',
    ]);
    server.cutAfter = undefined;
    expect(await ingest(['beach.mp4'])).toMatchObject({ code: 0 });
    expect(receivedTexts()).toEqual(['the beach']);
  });

  it('continues to wait if the file had been uploaded', async () => {
    const stopping = new AbortController();
    server.answer = (id) => {
      stopping.abort(new Error('stop'));
      return { id, status: 'importing' };
    };
    const { code, err } = await ingest(['beach.mp4'], { signal: stopping.signal });
    expect([code, err.split('\n').at(-2)]).toEqual([
      130,
      'Stopped waiting. The server continues its work. To wait for it, run the same command again.',
    ]);
    server.answer = (id) => ({ id, status: 'ready' });
    expect(await ingest(['beach.mp4'])).toMatchObject({ code: 0, out: 'beach.mp4: source-1\n' });
    expect(server.received.size).toBe(1);
  });

  it('begins again if the file or what to make of it has changed, or if the upload is gone', async () => {
    const stop = async (): Promise<void> => {
      const signal = AbortSignal.timeout(300);
      server.answer = () => ({ status: 'importing' });
      expect(await ingest(['beach.mp4'], { signal })).toMatchObject({ code: 130 });
      server.answer = (id) => ({ id, status: 'ready' });
    };
    await stop();
    expect((await ingest(['beach.mp4', '--transcribe', 'vtt'])).out).toBe('beach.mp4: source-2\n');
    await writeFile(join(folder, 'beach.mp4'), 'a longer beach');
    expect((await ingest(['beach.mp4'])).out).toBe('beach.mp4: source-3\n');
    await stop();
    server.answer = (id) => ({ id, status: id === 'source-4' ? 'deleted' : 'ready' });
    expect((await ingest(['beach.mp4'])).out).toBe('beach.mp4: source-5\n');
  });
});

describe('a command that cannot work', () => {
  it('names each path that is not a file with content, and uploads nothing', async () => {
    await mkdir(join(folder, 'films'));
    await writeFile(join(folder, 'empty.mp4'), '');
    const { code, err } = await ingest(['beach.mp4', 'gone.mp4', 'films', 'empty.mp4']);
    expect([code, err]).toEqual([
      1,
      'gone.mp4 does not exist.\nfilms is a folder. Name the files in it.\nempty.mp4 is empty.\n',
    ]);
    expect(server.received.size).toBe(0);
  });

  it.each([
    ['another key', { key: 'other' }, 'URL rejected the API key. Set KINORA_KEY to a key for v1.'],
    [
      'no key',
      { key: undefined },
      'There is no API key for URL. Start Kinora here with npm start, or set KINORA_URL and KINORA_KEY to reach another one.',
    ],
  ])('names the setting if there is %s', async (_, more, message) => {
    const { code, err } = await ingest(['beach.mp4'], more);
    expect([code, err.replace(server.url, 'URL')]).toEqual([1, `${message}\n`]);
  });

  it('says that it does not take a URL', async () => {
    const { code, err } = await ingest(['https://example.com/beach.mp4']);
    expect([code, err]).toEqual([
      1,
      'https://example.com/beach.mp4 is a URL, but this command uploads files from the disk. Send the URL to POST /ingest/v1/sources.\n',
    ]);
  });

  it('names KINORA_URL if another server or a path of an API is at its address', async () => {
    server.status = 404;
    const { code, err } = await ingest(['beach.mp4']);
    expect([code, err.replace(server.url, 'URL')]).toEqual([
      1,
      'URL is not the address of a Kinora server. Set KINORA_URL to an address without the path of an API, such as http://127.0.0.1:3000.\n',
    ]);
  });

  it('rejects an unknown rendition', async () => {
    const { code, err } = await ingest(['beach.mp4', '--rendition', 'mpeg']);
    expect(code).toBe(1);
    expect(err).toContain('It must be a JSON object, or one of mp4, webm, mov,');
  });
});
