import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../src/outbound/server.fixture.ts';
import { listCommands, type ShellCommand } from './documents/check-shell.ts';
import { type CodeBlock, readCodeBlocks, ROOT } from './documents/code-blocks.ts';
import { replaceStandIns } from './documents/stand-ins.ts';
import { KINORA } from './e2e/processes.ts';
import { endServer, type ServerProcess, startServer } from './e2e/server-process.ts';
import { createMediaFolder } from './media/render-edit.ts';

/** The pages whose commands are only parsed, and why. */
const PARSED_PAGES: Readonly<Record<string, string>> = {
  'docs/operating.md': 'it is about an installation with accounts, renders and a database',
  'docs/runbook.md': 'it is about an installation with accounts, renders and a database',
  'docs/backup.md': 'it is about an installation with accounts, renders and a database',
  'docs/queue-and-log.md': 'it is about an installation with accounts, renders and a database',
  'docs/testing.md': 'they draw and measure for minutes',
  'docs/chaos.md': 'they break Kinora for minutes',
  'docs/packages.md': 'test/packages.long.test.ts installs the packages',
  'docs/agents.md': 'test/e2e tests the tools',
};

/** The commands that are run: of Kinora, and requests to it. Others may not be there, or may change the machine. */
const RUNNABLE = /^(\w+=\S+ )*(curl|npx kinora) /;

/** The commands that are only parsed, by a part of their text, and why. */
const ONLY_PARSED: readonly (readonly [RegExp, string])[] = [
  [/kinora (render|frame) examples\/(hello|loop|voice|narrated)/, 'test/readme.system.test.ts'],
  [/examples\/templates/, 'test/templates.long.test.ts renders them'],
  [/kinora (models|webhooks secret.*--renew)/, 'it needs the network, or an account'],
  [/--provider openai|KINORA_OPENAI_KEY/, 'it needs the key of a service'],
  [/acme|set-default .* (replicate|fal)|--models|--avatars/, 'it needs an account, or keys of services'],
  [
    /kinora (doctor|queue|storage|renders (show|retry|cancel)|accounts)\b|kinora (serve|worker|mcp)\b/,
    'src/cli tests them, and servers do not end',
  ],
  [/--transcribe/, 'it needs a model of speech'],
  [/startSrc=/, 'it needs an image of the web'],
  [/--motion 60|story\.txt/, 'test/e2e/create-client.long.test.ts makes such files'],
];

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 4 }] }] },
  output: { format: 'mp4', size: { width: 128, height: 72 }, fps: 12 },
};

/** Returns why a command is not run. Undefined if it is. */
function reasonOf({ text, block }: ShellCommand): string | undefined {
  if (!RUNNABLE.test(text)) return 'it is not a command of Kinora';
  return PARSED_PAGES[block.page] ?? ONLY_PARSED.find(([pattern]) => pattern.test(text))?.[1];
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let server: ServerProcess;
let films: FixtureServer;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  await symlink(join(ROOT, 'examples'), media.path('examples'));
  await write('edit.json', EDIT);
  await write('s3.json', { accessKeyId: 'a', secretAccessKey: 'b' });
  await write('openai.json', { key: 'a' });
  const options = { type: 'text-to-speech', text: 'Hello.', voice: 'Amy' };
  await write('request.json', { provider: 'kinora', options });
  await run(process.execPath, [KINORA, 'render', 'edit.json', '-o', 'beach.mp4'], {});
  for (const name of ['film.mp4', 'talk.mp4', 'waves.mp3'])
    await cp(media.path('beach.mp4'), media.path(name));
  const film = await readFile(media.path('beach.mp4'));
  films = await startFixtureServer((_request, response) =>
    response.setHeader('content-type', 'video/mp4').end(film),
  );
  // Nothing is transcribed here, but requests for it are accepted.
  server = await startServer(media.path('.'), { KINORA_TRANSCRIBE_URL: films.url });
  await run(process.execPath, [KINORA, 'destinations', 'set', 's3', '--file', 's3.json'], {});
});

afterAll(async () => {
  await endServer(server);
  await films.close();
  await media[Symbol.asyncDispose]();
});

const write = (name: string, value: object) => writeFile(media.path(name), JSON.stringify(value));

/** Runs a program in the folder of the reader, and returns its output. Throws if it fails. */
async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const home = { KINORA_HOME: media.path('home'), TMPDIR: media.path('tmp') };
  const path = process.env['PATH'] ?? '';
  const ended = promisify(execFile)(program, args, {
    cwd: media.path('.'),
    env: { PATH: path, ...home, ...env },
    timeout: 50_000,
  });
  try {
    return (await ended).stdout;
  } catch (error) {
    // The errors of a program have its output.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stderr + stdout, { cause: error });
  }
}

/** Returns a piece of code as a script for this machine. */
async function toScript(block: CodeBlock): Promise<string> {
  const commands = listCommands(block).filter((command) => reasonOf(command) === undefined);
  const code = commands.map(({ text }) => text).join('\n');
  return `set -euo pipefail
npx() { shift; '${process.execPath}' '${KINORA}' "$@"; }
curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }
${await replaceStandIns(code, { server, edit: EDIT, films: films.url })}`;
}

const blocks = readCodeBlocks();
const shells = blocks.filter(({ language }) => language === 'sh' || language === 'bash');

describe('the commands of the documents', () => {
  it('run, but for those that have a reason', () => {
    const all = shells.flatMap(listCommands);
    const parsed = all.filter((command) => reasonOf(command) !== undefined);
    expect(all.length - parsed.length).toBeGreaterThan(35);
    // A reason that no command has is no longer needed.
    const unused = ONLY_PARSED.filter(([pattern]) => !all.some(({ text }) => pattern.test(text)));
    expect(unused.map(([pattern]) => String(pattern))).toEqual([]);
  });

  it.each(shells.filter((block) => listCommands(block).some((command) => reasonOf(command) === undefined)))(
    '$place',
    async (block) => {
      const env = { KINORA_URL: server.url, KINORA_KEY: server.keys.v1 };
      await run('bash', ['--norc', '-c', await toScript(block)], env);
    },
  );

  it('fail if they are wrong, and say how', async () => {
    const block = { ...shells[0]!, code: "curl -H 'x-api-key: YOUR-KEY' $URL/edit/v1/rendr" };
    await expect(run('bash', ['--norc', '-c', await toScript(block)], {})).rejects.toThrow('404');
  });
});

/** The programs that run, and what they find on the server. The types of all others are checked. */
const PROGRAMS = ['docs/first-steps.md', 'docs/create.md', 'docs/coming-from-shotstack.md'];

describe('the programs of the documents', () => {
  const programs = blocks.filter(({ page, language }) => /^[jt]s$/.test(language) && PROGRAMS.includes(page));

  it.each(programs)('$place', async (block) => {
    const client = JSON.stringify(join(ROOT, 'src/client/index.ts'));
    const { url, keys } = server;
    const sdk = JSON.stringify(createRequire(import.meta.url).resolve('shotstack-sdk'));
    const code = (await replaceStandIns(block.code, { server, edit: EDIT, films: films.url }))
      .replace("'@kinora/client'", client)
      .replace("'shotstack-sdk'", sdk);
    const own = /createClient\(|Shotstack/.test(code)
      ? ''
      : `import { createClient } from ${client};\nconst kinora = createClient(${JSON.stringify({ url, key: keys.v1 })});\n`;
    // A program ends with the address or the id of what it has made.
    const end = code.includes('url }') || code.includes('url,') ? 'console.log(url);' : '';
    await writeFile(media.path('program.mts'), `${own}${code}\n${end}\n`);
    expect(await run(process.execPath, ['program.mts'], {})).toMatch(/http:\/\/127|^[0-9a-f-]{36}$/m);
  });
});
