import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import type { Engine } from '../render/engine.ts';
import { runIn } from './run.fixture.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 2 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

const working: Engine = {
  async render(_edit, to, { onProgress }) {
    onProgress({ phase: 'fetching' });
    onProgress({ phase: 'rendering', frame: 0, frames: 50 });
    onProgress({ phase: 'rendering', frame: 50, frames: 50 });
    const { output, poster, thumbnail } = to;
    for (const [part, file] of Object.entries({ output, poster, thumbnail }))
      if (file !== undefined) await writeFile(file, `the ${part}`);
    return { duration: 2, frames: 50, width: 1024, height: 576, warnings: [] };
  },
  frame: (_edit, at, to) => writeFile(to, `the frame at ${at}`).then(() => []),
  sheet: async (_edit, { moments }, to) => {
    await writeFile(to, `the sheet of ${String(moments)}`);
    return { moments: typeof moments === 'number' ? [0.5] : moments, warnings: [] };
  },
  probe: (source, { folder }) => Promise.resolve({ format: { filename: `${folder}|${source}` } }),
};

function createFailingEngine(error: unknown): Engine {
  const fail = async (_edit: unknown, to: string) => {
    await writeFile(to, 'half');
    throw error;
  };
  return {
    render: (edit, to) => fail(edit, to.output),
    frame: (edit, _at, to) => fail(edit, to),
    sheet: (edit, _settings, to) => fail(edit, to),
    probe: () => Promise.reject(error instanceof Error ? error : new Error('It failed.')),
  };
}

describe('the command line', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
    await writeFile(join(folder, 'edit.json'), EDIT);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const kinora = (args: string, { engine = working, input = '' } = {}) =>
    runIn(folder, args.split(' '), { engine, input });

  it('renders an edit and prints a summary', async () => {
    const { code, out } = await kinora('render edit.json -o out.mp4');
    expect(code).toBe(0);
    expect(out).toMatch(/^out\.mp4: 1024x576, 2\.00 s of video, 10 B, rendered in \d+\.\d s\n$/);
    expect(await readFile(join(folder, 'out.mp4'), 'utf8')).toBe('the output');
  });

  it.each(['-o out.mp4', '--output out.mp4', '--output=out.mp4', '--out out.mp4', '--out=out.mp4'])(
    'writes to the file of %s',
    async (option) => {
      const { out } = await kinora(`render edit.json ${option}`);
      expect(out).toMatch(/^out\.mp4: /);
      expect(await readFile(join(folder, 'out.mp4'), 'utf8')).toBe('the output');
    },
  );

  it.each([
    ['render films/edit.json', 'edit.mp4'],
    ['render -', 'output.mp4'],
    ['frame edit.json --at 1', 'edit.png'],
  ])('shows how to name the output if it is missing: %s', async (args, name) => {
    expect(await kinora(args)).toMatchObject({
      code: 1,
      out: '',
      err: `error: the output file is missing. Name it with -o or --output, such as -o ${name}\n`,
    });
  });

  it.each([
    ['gif', 'out.gif', '1024x576, 2.00 s, 50 frames'],
    ['mp3', 'out.MP3', '2.00 s of sound'],
    ['jpg', 'out.jpeg', '1024x576'],
    ['bmp', 'out.bmp', '1024x576'],
  ])('prints a summary of a %s', async (format, name, content) => {
    const { code, out } = await kinora(`render - -o ${name}`, { input: EDIT.replace('mp4', format) });
    expect([code, out.replace(/, rendered in .*/, '')]).toEqual([0, `${name}: ${content}, 10 B\n`]);
  });

  it.each([
    [{ reused: 5, made: 1 }, ', 5 of 6 segments kept from earlier'],
    [{ reused: 1, made: 0 }, ', 1 of 1 segment kept from earlier'],
    [{ reused: 0, made: 6 }, ''],
  ])('tells in the summary how many segments were kept: %o', async (segments, told) => {
    const render: Engine['render'] = async (...args) => ({ ...(await working.render(...args)), segments });
    const { out } = await kinora('render edit.json -o out.mp4', { engine: { ...working, render } });
    expect(out.replace(/, rendered in .*/, '')).toBe(`out.mp4: 1024x576, 2.00 s of video${told}, 10 B\n`);
  });

  it('prints the stills beside the output, and leaves no incomplete files', async () => {
    const stills = '"sd","poster":{"capture":1},"thumbnail":{"capture":1,"scale":0.5}';
    const input = EDIT.replace('"sd"', stills);
    const { out } = await kinora('render - -o a.b.mp4', { input });
    expect(out.split('\n').slice(1)).toEqual([
      'a.b-poster.jpg: the poster',
      'a.b-thumb.jpg: the thumbnail',
      '',
    ]);
    const made = ['a.b-poster.jpg', 'a.b-thumb.jpg', 'a.b.mp4', 'edit.json'];
    expect((await readdir(folder)).toSorted()).toEqual(made);
    expect(await readFile(join(folder, 'a.b-thumb.jpg'), 'utf8')).toBe('the thumbnail');
    const { code } = await kinora('render - -o c.mp4', {
      input,
      engine: createFailingEngine(new Error('broken')),
    });
    expect(code).toBe(1);
    expect((await readdir(folder)).toSorted()).toEqual(made);
  });

  it('shows the phases and the frames as plain lines without a terminal', async () => {
    const { err } = await kinora('render edit.json -o out.mp4');
    expect(err).toContain('Fetching the media ...\nRendering ...\n');
    expect(err).toContain('0%, 0 of 50 frames, 0.0 fps, time left unknown\n');
    expect(err).toMatch(/100%, 50 of 50 frames, [\d.]+ fps, 0 s left\n/);
    expect(err).not.toContain('\u001b');
  });

  it('reads the edit from standard input', async () => {
    expect((await kinora('render - -o out.mp4', { input: EDIT })).code).toBe(0);
  });

  it('resolves relative sources from the folder of the edit', async () => {
    const folders: string[] = [];
    const engine: Engine = {
      ...working,
      frame: (_edit, _at, to, run) => (folders.push(run.folder), writeFile(to, '').then(() => [])),
    };
    await kinora(`frame ${join(folder, 'edit.json')} --at 0 -o out.png`, { engine });
    await kinora('frame - --at 0 -o out.png', { engine, input: EDIT });
    expect(folders).toEqual([folder, folder]);
  });

  it('prints the properties of a file as JSON, relative to the working folder', async () => {
    const { code, out } = await kinora('probe a.mp4');
    expect(code).toBe(0);
    expect(out).toBe(`{\n    "format": {\n        "filename": "${folder}|a.mp4"\n    }\n}\n`);
  });

  it('reports why a file cannot be probed', async () => {
    const engine = createFailingEngine(new KinoraError('asset_not_media', 'a.txt is not a media file.'));
    expect(await kinora('probe a.txt', { engine })).toMatchObject({
      code: 1,
      out: '',
      err: 'a.txt is not a media file.\n',
    });
  });

  it('renders a sheet and prints the times of its frames', async () => {
    const { out, code } = await kinora('sheet edit.json --at 0,1.5 -o sheet.jpg');
    expect([code, out]).toEqual([0, 'sheet.jpg: 2 frames at 0, 1.5 s\n']);
    expect(await readFile(join(folder, 'sheet.jpg'), 'utf8')).toBe('the sheet of 0,1.5');
    await kinora('sheet edit.json -o sheet.png');
    expect(await readFile(join(folder, 'sheet.png'), 'utf8')).toBe('the sheet of 9');
  });

  it.each([
    ['--moments 65', 'It must be a whole number from 1 to 64.'],
    ['--moments 2 --at 1', "option '--at <seconds>' cannot be used with option '--moments <number>'"],
    ['--at 1,b', 'It must be a number of seconds (0 or more), such as 3.2.'],
    [`--at ${Array(65).fill(1).join(',')}`, 'A sheet shows up to 64 frames, not 65.'],
    ['--width 10', 'It must be a whole number from 64 to 4096.'],
    ['--for 1', '--for must be less than 1, the number of outputs of the edit, not 1.'],
  ])('rejects a sheet with %s', async (options, sentence) => {
    const { err, code } = await kinora(`sheet edit.json -o sheet.png ${options}`);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });

  it('prints each problem of an edit on a line that starts with its position', async () => {
    const wrong = EDIT.replace('"start":0', '"start":-1').replace('"mp4"', '"mpg"');
    for (const command of ['render - -o out.mp4', 'frame - --at 0 -o out.png']) {
      const { code, err } = await kinora(command, { input: wrong });
      expect(code).toBe(1);
      expect(err.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^<stdin>:1:82: error: timeline\.tracks\[0\]\.clips\[0\]\.start must be /),
        expect.stringMatching(/^<stdin>:1:120: error: output\.format must be /),
        '2 errors.',
      ]);
    }
  });

  it.each(['render edit.json -o out.mp4', 'frame edit.json --at 0 -o out.png'])(
    'prints warnings: %s',
    async (command) => {
      const field = 'timeline.tracks[0].clips[0]';
      const warnings = [{ field, text: 'It is odd.' }];
      const engine: Engine = {
        ...working,
        async render(edit, to, run) {
          return { ...(await working.render(edit, to, run)), warnings };
        },
        async frame(edit, at, to, run) {
          await working.frame(edit, at, to, run);
          return warnings;
        },
      };
      const { code, err } = await kinora(command, { engine });
      expect(code).toBe(0);
      expect(err).toMatch(/(^|\n)edit\.json:1:34: warning: timeline\.tracks\[0\]\.clips\[0\]: It is odd\.\n/);
    },
  );

  it.each([
    ['render gone.json -o out.mp4', 'gone.json cannot be read: the file does not exist.\n'],
    ['render . -o out.mp4', '. cannot be read: it is a folder.\n'],
    [
      'frame edit.json --at 1 -o out.gif',
      'out.gif must end in .png, .jpg, or .jpeg, which selects the format. For other formats, use "kinora render".\n',
    ],
    [
      'render edit.json -o out.gif',
      'out.gif must end in .mp4, because output.format of the edit is "mp4".\n',
    ],
    ['render edit.json -o -', '- must end in .mp4, because output.format of the edit is "mp4".\n'],
  ])('rejects %s with a message', async (args, sentence) => {
    expect(await kinora(args)).toMatchObject({ code: 1, out: '', err: sentence });
  });

  it('prints the position of a JSON error', async () => {
    const { code, err } = await kinora('render - -o out.mp4', { input: '{\n"a": 1,\n}' });
    expect(code).toBe(1);
    expect(err).toMatch(/^<stdin>:3:1: error: the text is not JSON: .*\.\n$/);
  });

  it('leaves no files behind if a render fails, and prints the reason', async () => {
    const error = new KinoraError('asset_not_found', 'The clip has no video.', {
      cause: new Error('secret'),
    });
    const { code, err } = await kinora('render edit.json -o out.mp4', { engine: createFailingEngine(error) });
    expect(code).toBe(1);
    expect(err).toBe('The clip has no video.\n');
    expect(await readdir(folder)).toEqual(['edit.json']);
  });

  it('ends with 130 and leaves no files behind if it is stopped', async () => {
    const engine = createFailingEngine(new KinoraError('cancelled', 'The render was cancelled.'));
    const { code, err } = await kinora('render edit.json -o out.mp4', { engine });
    expect([code, err]).toEqual([130, 'Stopped. Nothing was written.\n']);
    expect(await readdir(folder)).toEqual(['edit.json']);
  });

  it('prints the stack of an internal error', async () => {
    const { code, err } = await kinora('render edit.json -o out.mp4', {
      engine: createFailingEngine(new TypeError('odd')),
    });
    expect(code).toBe(1);
    expect(err).toMatch(/Please report this error with the following details\.\nTypeError: odd\n +at /);
  });

  it.each([
    'Could not load the node-av native binding for linux-x64.\nErrors: ...',
    'Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions: ...',
    'Cannot find native binding. npm has a bug related to optional dependencies.',
    'Cannot find the native Koffi module; did you bundle it correctly?',
  ])('says what to do if a binary was left out: %s', async (text) => {
    for (const error of [new Error(text), new KinoraError('render_crashed', 'x', { cause: text })]) {
      const { code, err } = await kinora('render edit.json -o out.mp4', {
        engine: createFailingEngine(error),
      });
      expect([code, err]).toEqual([
        1,
        'A binary of Kinora for this machine is not installed, as after `npm install --omit=optional`. Install Kinora again without this option, or name the binaries as docs/packages.md says.\n',
      ]);
    }
  });

  it('prints an error for the operator without a stack', async () => {
    const cause = new KinoraError('transcription_failed', 'The service answered 401.', {
      cause: new Error('x'),
    });
    const error = new KinoraError('transcription_failed', 'asset.src: The service answered 401.', { cause });
    const { code, err } = await kinora('render edit.json -o out.mp4', { engine: createFailingEngine(error) });
    expect([code, err]).toEqual([1, 'asset.src: The service answered 401.\n']);
  });

  it('prints each activity once', async () => {
    const steps = ['Downloading the speech model, 0 %', 'Transcribing speech, part 1 of 2'];
    const last = 'Transcribing speech, part 2 of 2';
    const engine: Engine = {
      ...working,
      async render(edit, to, run) {
        run.onProgress({ phase: 'fetching' });
        for (const doing of [...steps, steps[1], last])
          run.onProgress({ phase: 'preprocessing', ...(doing && { activity: doing }) });
        run.onProgress({ phase: 'preprocessing' });
        return await working.render(edit, to, run);
      },
    };
    const { err } = await kinora('render edit.json -o out.mp4', { engine });
    const told = [
      'Fetching the media',
      'Preparing the media',
      ...steps,
      last,
      'Fetching the media',
      'Rendering',
    ];
    expect(err.split('\n').filter((line) => line.endsWith(' ...'))).toEqual(
      told.map((line) => `${line} ...`),
    );
  });

  it('writes the frame at the requested second', async () => {
    expect((await kinora('frame edit.json --at 3.2 -o out.png')).out).toBe('out.png: the frame at 3.2 s\n');
    expect(await readFile(join(folder, 'out.png'), 'utf8')).toBe('the frame at 3.2');
  });

  it.each([
    'frame edit.json --at soon -o out.png',
    'frame edit.json --at -1 -o out.png',
    'render edit.json',
    'dance',
  ])('rejects %s with an error', async (args) => {
    const { code, err } = await kinora(args);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: /);
  });

  it('serves with workers, without workers, or only runs workers', async () => {
    expect((await kinora('serve')).served).toEqual([{ api: true, workers: true }]);
    expect((await kinora('serve --no-workers')).served).toEqual([{ api: true, workers: false }]);
    expect((await kinora('worker')).served).toEqual([{ api: false, workers: true }]);
  });

  it('prints its help and its version', async () => {
    expect((await kinora('--help')).out).toContain('render [options] <edit>');
    const { out } = await kinora('render --help');
    for (const ending of ['.mp4', '.gif', '.mp3', '.jpg', '.png', '.bmp', '-poster.jpg', '-thumb.jpg'])
      expect(out).toContain(ending);
    expect(await kinora('--version')).toMatchObject({ code: 0, out: '1.2.3\n' });
  });
});
