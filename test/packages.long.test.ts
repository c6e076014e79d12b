import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { listLinks } from '../site/rewrite-links.ts';
import { obstacle } from '../src/render/browse/browser.fixture.ts';
import { waitUntil } from '../src/store/test-databases.fixture.ts';
import { compileEdits } from './client/compile-edits.ts';
import { mapFrames } from './media/decode-output.ts';
import {
  environmentOf,
  installIn,
  MAX_INSTALL_MS,
  olderNode,
  packInto,
  readBlocks,
  readRecord,
  runIn,
} from './packages/installation.ts';

const { version } = manifest;
const TIMEOUT_MS = 120_000;

let packed: string;
/** Returns the path of a packed package. */
const packageOf = (name: string) => join(packed, `${name}-${version}.tgz`);
/** Returns the command of an installation, as `npx` runs it. */
const commandOf = (folder: string) => join(folder, 'node_modules/.bin/kinora');
const countFrames = async (path: string) => (await mapFrames(path, () => 1)).length;

beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'kinora-packed-'));
  // The browser runs as another user if the test runs as root.
  await chmod(packed, 0o755);
  await packInto(packed);
}, MAX_INSTALL_MS);
afterAll(() => rm(packed, { recursive: true }));

describe(
  'kinora, installed as a package',
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = join(packed, 'whole');
      await installIn(folder, [packageOf('kinora')]);
    }, MAX_INSTALL_MS);
    afterAll(() => rm(folder, { recursive: true }));

    it('has no package with an install script', async () => {
      const installed = await readRecord(folder);
      expect(installed).toHaveProperty('node_modules/kinora');
      expect(Object.keys(installed).filter((path) => installed[path]?.hasInstallScript)).toEqual([]);
    });

    it('has no TypeScript but declarations', async () => {
      const files = await readdir(join(folder, 'node_modules/kinora'), { recursive: true });
      expect(files).toContain(join('dist', 'library', 'library.d.ts'));
      expect(files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    });

    it('has documents whose links lead somewhere', async () => {
      const own = join(folder, 'node_modules/kinora');
      const pages = globSync(['*.md', 'docs/*.md', 'dist/docs/**/*.md'], { cwd: own });
      expect(pages.length).toBeGreaterThan(200);
      const dead = [];
      for (const page of pages)
        for (const href of listLinks(await readFile(join(own, page), 'utf8'))) {
          const path = decodeURI(href.replace(/#.*$/, ''));
          if (!/^[a-z]+:|^$/.test(path) && !existsSync(join(own, dirname(page), path)))
            dead.push([page, href]);
        }
      expect(dead).toEqual([]);
    });

    it('renders by `npx kinora`, and finds nothing wrong with itself', async () => {
      const out = await runIn(folder, 'npx', ['kinora', 'render', 'edit.json', '-o', 'hello.mp4']);
      expect(out).toMatch(/^hello\.mp4: 1280x720, 5\.00 s of video/);
      expect(await countFrames(join(folder, 'hello.mp4'))).toBe(125);
      // The port of the settings may be in use on this machine.
      const report = await runIn(folder, 'env', ['PORT=0', commandOf(folder), 'doctor']);
      expect(report).toMatch(/^ok +build /m);
      expect(report).toMatch(/^0 errors/m);
    });

    it.runIf(olderNode)('brings the Node.js that it needs', async () => {
      const args = ['frame', 'edit.json', '--at', '2', '-o', 'older.png'];
      await runIn(folder, olderNode!, [commandOf(folder), ...args], olderNode);
      expect(await sharp(join(folder, 'older.png')).metadata()).toMatchObject({ width: 1280, height: 720 });
    });

    it.runIf(olderNode)('says as a library what an older Node.js lacks', async () => {
      const program = `await import('kinora').catch(({ message }) => console.log(message));`;
      const args = ['--input-type=module', '--eval', program];
      expect(await runIn(folder, olderNode!, args)).toContain('needs Node.js 24 or newer. This is v2');
    });

    it('draws SVG and speaks, in threads and processes of their own', async () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#f00"/></svg>`;
      const clips = [{ asset: { type: 'svg', src: svg }, start: 0, length: 1 }];
      const voices = ['Joanna', 'Vicki'].map((voice, start) => ({
        asset: { type: 'text-to-speech', text: 'One', voice },
        start,
        length: 1,
      }));
      const output = { format: 'mp4', size: { width: 64, height: 64 } };
      const edit = { timeline: { tracks: [{ clips: voices }, { clips }] }, output };
      await writeFile(join(folder, 'svg.json'), JSON.stringify(edit));
      await runIn(folder, commandOf(folder), ['render', 'svg.json', '-o', 'svg.mp4']);
      await runIn(folder, commandOf(folder), ['frame', 'svg.json', '--at', '0', '-o', 'svg.png']);
      const { dominant } = await sharp(join(folder, 'svg.png')).stats();
      expect(dominant.r).toBeGreaterThan(200);
      expect(dominant.g).toBeLessThan(50);
    });

    it.skipIf(obstacle !== undefined)('draws pages of HTML', async () => {
      const page = {
        type: 'html',
        html: '<p>A page</p>',
        css: 'body{background:#00f}',
        width: 64,
        height: 64,
      };
      const output = { format: 'png', size: { width: 64, height: 64 } };
      const edit = { timeline: { tracks: [{ clips: [{ asset: page, start: 0, length: 1 }] }] }, output };
      await writeFile(join(folder, 'page.json'), JSON.stringify(edit));
      await runIn(folder, commandOf(folder), ['render', 'page.json', '-o', 'page.png']);
      expect((await sharp(join(folder, 'page.png')).stats()).dominant.b).toBeGreaterThan(200);
    });

    it('serves the Studio, the reference and the API by `npx kinora serve`, which ends with npx', async () => {
      const env = { ...environmentOf(folder), PORT: '0' };
      const server = spawn('npx', ['kinora', 'serve'], { cwd: folder, env });
      // Its streams are closed when the server, too, has ended.
      const ended = once(server, 'close');
      let text = '';
      server.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
      try {
        await waitUntil(() => text.includes('Then request its status') || server.exitCode !== null, 60);
        const url = /ready at (\S+)/.exec(text)?.[1] ?? '';
        const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
        const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
        for (const path of [script, 'docs/api/swagger-ui-bundle.js', 'docs/api/start.js', 'openapi.json'])
          expect((await fetch(`${url}/${path}`)).status, path).toBe(200);
        const keys = JSON.parse(await readFile(join(folder, '.kinora/keys.json'), 'utf8')) as { v1: string };
        const headers = { 'x-api-key': keys.v1, 'content-type': 'application/json' };
        const body = await readFile(join(folder, 'edit.json'));
        const posted = await fetch(`${url}/edit/v1/render`, { method: 'POST', headers, body });
        const { response } = (await posted.json()) as { response: { id: string } };
        const statusOf = async () => {
          const answer = await fetch(`${url}/edit/v1/render/${response.id}`, { headers });
          return ((await answer.json()) as { response: { status: string } }).response.status;
        };
        await expect.poll(statusOf, { timeout: 60_000, interval: 500 }).toBe('done');
        expect(await runIn(folder, commandOf(folder), ['accounts', 'list'])).toContain('first');
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
    });

    it('runs the examples of docs/library.md, and each program ends by itself', async () => {
      const examples = await readBlocks('docs/library.md', 'js');
      expect(examples).toHaveLength(5);
      for (const [index, code] of examples.entries()) {
        const name = `example-${index}.mjs`;
        await writeFile(join(folder, name), code);
        const out = await runIn(folder, process.execPath, [name]);
        expect(out, code).not.toContain('Error');
      }
      expect(await countFrames(join(folder, 'hello.mp4'))).toBe(50);
      expect(await sharp(join(folder, 'frame.png')).metadata()).toMatchObject({ width: 1280 });
      // npm itself leaves files, too.
      const left = (await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('kinora'));
      expect(left).toEqual([]);
    });

    it('has types', () => {
      const start = `import { createClient } from 'kinora/client'; import { frame, probe, render, validate } from 'kinora';`;
      const edit = `{ timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'A' }, start: 0, length: 1 }] }] }, output: { format: 'mp4' } }`;
      const complaints = compileEdits(folder, {
        right: `${start} export async function call() {
        const { outputs: [{ output, width }], warnings } = await render(${edit}, { output: 'a.mp4', onProgress: ({ phase }) => phase });
        const bytes: Uint8Array = await frame(${edit}, { at: 1, format: 'jpeg', signal: AbortSignal.timeout(1) });
        const { problems } = await validate({});
        const codec = (await probe('a.mp4')).streams[0]?.codec_name;
        return [output, width, warnings[0]?.text, bytes, problems[0]?.field, codec, createClient]; }`,
        wrong: `${start} export const never = render({ output: { format: 'mp5' } }, { output: 'a.mp4' });`,
      });
      expect(complaints['right']).toBeUndefined();
      expect(complaints['wrong']).toHaveLength(1);
      expect(Object.keys(complaints)).toEqual(['wrong']);
    });
  },
  TIMEOUT_MS,
);

describe(
  'kinora, installed with --ignore-scripts, and by an older Node.js if there is one',
  () => {
    it('lacks nothing, and renders', async () => {
      const folder = join(packed, 'scriptless');
      await installIn(folder, ['--ignore-scripts', packageOf('kinora')], olderNode);
      // npm leaves out optional packages that are for a newer Node.js.
      const installed = Object.keys(await readRecord(folder));
      for (const name of Object.keys(manifest.dependencies).filter((each) => /chromium|fonts/.test(each)))
        expect(installed).toContain(`node_modules/${name}`);
      await runIn(folder, 'npx', ['kinora', 'render', 'edit.json', '-o', 'hello.mp4']);
      expect(await countFrames(join(folder, 'hello.mp4'))).toBe(125);
      await rm(folder, { recursive: true });
    });
  },
  MAX_INSTALL_MS,
);

describe.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'kinora, installed without what docs/packages.md says can be left out',
  () => {
    it('renders, and names what is missing', async () => {
      const commands = await readBlocks('docs/packages.md', 'sh');
      const command = commands.find((code) => code.includes('--omit=optional')) ?? '';
      const binaries = command.match(/@[\w/.-]+@[\d.]+/g) ?? [];
      expect(binaries).toHaveLength(5);
      const { packages } = lock as { packages: Record<string, { version?: string }> };
      const names = binaries.map((each) => each.replace(/@[^@]+$/, ''));
      expect(binaries).toEqual(
        names.map((name) => `${name}@${packages[`node_modules/${name}`]?.version ?? 'none'}`),
      );
      const folder = join(packed, 'least');
      await installIn(folder, ['--omit=optional', packageOf('kinora')]);
      const bare = await runIn(folder, commandOf(folder), ['render', 'edit.json', '-o', 'a.mp4']).catch(
        String,
      );
      expect(bare).toContain('A binary of Kinora for this machine is not installed');
      expect(bare).not.toContain('Please report');
      await installIn(folder, ['--omit=optional', packageOf('kinora'), ...binaries]);
      await runIn(folder, commandOf(folder), ['render', 'edit.json', '-o', 'hello.mp4']);
      expect(await countFrames(join(folder, 'hello.mp4'))).toBe(125);
      const speech = { type: 'text-to-speech', text: 'Eins', voice: 'Vicki' };
      const timeline = { tracks: [{ clips: [{ asset: speech, start: 0, length: 1 }] }] };
      await writeFile(join(folder, 'speech.json'), JSON.stringify({ timeline, output: { format: 'mp3' } }));
      const spoken = runIn(folder, commandOf(folder), ['render', 'speech.json', '-o', 'speech.mp3']);
      const answer = await spoken.catch(String);
      expect(answer).toContain('npm install @echogarden/espeak-ng-emscripten@');
      expect(answer).not.toContain('Please report');
      await rm(folder, { recursive: true });
    });
  },
  MAX_INSTALL_MS,
);

describe('@kinora/preview', () => {
  it(
    'is one package with types, for pages of every kind',
    async () => {
      const folder = join(packed, 'preview');
      await installIn(folder, [packageOf('kinora-preview')]);
      expect(Object.keys(await readRecord(folder))).toEqual(['node_modules/@kinora/preview']);
      const page = `import { openServerSource, PreviewPlayer } from '@kinora/preview';
      const player = new PreviewPlayer(document.createElement('canvas'), { onState: ({ word }) => word });
      export const opened = openServerSource({ url: 'https://kinora.example', token: 'kt_' }, {})`;
      const complaints = compileEdits(folder, {
        right: `${page}.then((source) => player.open(source));`,
        wrong: `${page}.then(() => player.open(1));`,
      });
      expect(Object.keys(complaints)).toEqual(['wrong']);
      const script = await readFile(join(folder, 'node_modules/@kinora/preview/dist/preview.js'), 'utf8');
      expect(script).toMatch(/^\/\*! .*MPL-2\.0/);
    },
    MAX_INSTALL_MS,
  );
});

describe('@kinora/client', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(packed, 'client');
    await installIn(folder, [packageOf('kinora-client')]);
  }, MAX_INSTALL_MS);

  it('is one package with a README, without scripts', async () => {
    const installed = await readRecord(folder);
    expect(Object.keys(installed)).toEqual(['node_modules/@kinora/client']);
    expect(installed['node_modules/@kinora/client']?.hasInstallScript).toBeUndefined();
    expect(await readdir(join(folder, 'node_modules/@kinora/client'))).toContain('README.md');
  });

  const program = `
    import { createClient, KinoraApiError } from '@kinora/client';
    const { templates } = createClient({ url: 'http://127.0.0.1:9', key: 'k' });
    console.log(typeof templates.list, new KinoraApiError('m', { status: 404, code: 'not_found' }).name);`;

  it.each([process.execPath, ...(olderNode === undefined ? [] : [olderNode])])('runs on %s', async (node) => {
    const args = ['--input-type=module', '--eval', program];
    expect(await runIn(folder, node, args, node)).toBe('function KinoraApiError\n');
  });

  it('is bundled for browsers', async () => {
    await mkdir(join(folder, 'page'));
    await writeFile(join(folder, 'page/index.html'), '<script type="module" src="./main.js"></script>');
    await writeFile(join(folder, 'page/main.js'), program);
    const options = { root: join(folder, 'page'), configFile: false, logLevel: 'error' } as const;
    await build({ ...options, build: { outDir: 'out' } });
    const [script = ''] = await readdir(join(folder, 'page/out/assets'));
    const code = await readFile(join(folder, 'page/out/assets', script), 'utf8');
    // vite replaces modules of Node.js by this word.
    expect(code).not.toMatch(/node:|__vite-browser-external/);
    expect(code).toContain('KinoraApiError');
  });
});
