import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { stageClient } from '../scripts/stage-client.mjs';
import { compileEdits, type Complaint } from './client/compile-edits.ts';
import { RIGHT_EDITS, WRONG_EDITS } from './client/typed-edits.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

let folder: string;
/** The installed package. */
let client: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-package-'));
  client = join(folder, 'node_modules/@kinora/client');
  await mkdir(client, { recursive: true });
  stageClient(client);
});

afterAll(() => rm(folder, { recursive: true }));

describe('the packed client', () => {
  it('runs without any other package', async () => {
    const program = `
      import { createClient, KinoraApiError } from '@kinora/client';
      const { templates } = createClient({ url: 'http://127.0.0.1:9', key: 'k', timeout: 1 });
      console.log(typeof templates.list, new KinoraApiError('m', { status: 404, code: 'not_found' }).code);
    `;
    const args = ['--no-experimental-strip-types', '--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, args, { cwd: folder, timeout: 30_000 });
    expect(stdout).toBe('function not_found\n');
    const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('has a README that says what it is, how to install it and where the documents are', () => {
    const readme = readFileSync(join(client, 'README.md'), 'utf8');
    expect(readme).toContain(`npm install ./kinora-client-${manifest.version}.tgz`);
    const pages = [...readme.matchAll(/\/docs\/([\w-]+)/g)].map(([, page = '']) => page);
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(readFileSync(join(root, `docs/${page}.md`), 'utf8')).not.toBe('');
  });

  it('imports nothing but its own files, types included, so that it is checked fast', () => {
    const files = globSync('**/*.{js,d.ts}', { cwd: client });
    expect(files).toContain(join('dist', 'index.d.ts'));
    for (const file of files) {
      const text = readFileSync(join(client, file), 'utf8');
      const targets = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, target = '']) => target);
      const paths = targets.map((target) => relative(client, join(client, dirname(file), target)));
      expect(
        targets.every((target) => target.startsWith('.')),
        file,
      ).toBe(true);
      expect(
        paths.every((path) => path.startsWith('dist')),
        file,
      ).toBe(true);
    }
  });
});

describe('npm run pack', () => {
  const pack = (...args: string[]) =>
    run(process.execPath, ['scripts/pack.mjs', ...args], { cwd: root, timeout: 30_000 }).then(
      () => 'It packed.',
      // The rejection of `execFile` has what the program has written.
      (error: unknown) => (error as { readonly stderr: string }).stderr,
    );

  it.each([
    [
      ['--pack-destination', '/not/there'],
      'the folder /not/there of --pack-destination does not exist. Create it, or choose another one.',
    ],
    [
      ['--pack-destination'],
      '--pack-destination needs a folder, as in: npm run pack -- --pack-destination /tmp',
    ],
    ...['--foo', '--foo=1', 'folder'].map((wrong): [string[], string] => [
      [wrong],
      `npm run pack does not know ${wrong.replace('=1', '')}. Its only option is --pack-destination FOLDER, as in: npm run pack -- --pack-destination /tmp`,
    ]),
  ])('says in one sentence what is wrong with %j', async (args, reason) => {
    expect(await pack(...args)).toBe(`kinora: ${reason}\n`);
  });
});

describe('the compiler', () => {
  const PRELUDE = `
    import { type Clip, createClient, type Edit, type EditInput, type EditWithOutputs, type NewCreatedAsset, type RenderHandle } from '@kinora/client';
    declare const kinora: ReturnType<typeof createClient>;
    declare const edit: Edit, asset: Clip['asset'], timeline: Edit['timeline'], output: Edit['output'];
  `;
  const examples = ['docs/client.md', 'docs/first-steps.md', 'src/client/README.md'].flatMap((page) => {
    const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)];
    return blocks
      .filter(([, code = '']) => code.includes('kinora'))
      .map(([, code = ''], index): [string, string] => [
        `${page} ${index}`.replaceAll('/', '-'),
        asModule(code),
      ]);
  });
  let complaints: Readonly<Record<string, readonly Complaint[]>>;
  beforeAll(() => {
    const wrong = Object.entries(WRONG_EDITS).map(([name, { code }]): [string, string] => [name, code]);
    const edits = [...wrong, ...Object.entries(RIGHT_EDITS)].map(([name, code]) => [
      name,
      `${PRELUDE}{${code}\n}`,
    ]);
    complaints = compileEdits(folder, Object.fromEntries([...edits, ...examples]) as Record<string, string>);
  });

  it('has no complaint about the declarations of the client', () => {
    const known = { ...WRONG_EDITS, ...RIGHT_EDITS, ...Object.fromEntries(examples) };
    expect(Object.keys(complaints).filter((name) => !(name in known))).toEqual([]);
  });

  it.each(examples.map(([name]) => name))('accepts the example %s', (name) => {
    expect(complaints[name]).toBeUndefined();
  });

  it.each(Object.keys(RIGHT_EDITS))('accepts: %s', (name) => {
    expect(complaints[name]).toBeUndefined();
  });

  it.each(Object.entries(WRONG_EDITS))('says in at most three lines what is wrong: %s', (name, expected) => {
    const [complaint, ...others] = complaints[name] ?? [];
    expect(others).toEqual([]);
    expect(complaint?.at).toBe(expected.at);
    expect(complaint?.message.length).toBeLessThanOrEqual(3);
    for (const part of expected.says) expect(complaint?.message.join('\n')).toContain(part);
  });
});

/** Makes a module of an example in a document. Declares the variables that the example leaves to its reader. */
function asModule(code: string): string {
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n');
  return `${imports}
    declare const kinora: import('@kinora/client').KinoraClient, edit: import('@kinora/client').Edit;
    declare const url: string, photos: string[], signal: AbortSignal, file: File;
    declare const options: import('@kinora/client').S3Options;
    declare const save: (upload: object) => void, load: () => import('@kinora/client').UnfinishedUpload;
    declare const openAsBlob: (path: string) => Promise<Blob>;
    export async function example() {${code.replaceAll(/^import .*$/gm, '')}}`.replace(
    /^import .*node:fs.*$/m,
    '',
  );
}
