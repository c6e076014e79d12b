import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openTestServer, type TestServer } from '../src/server/http/server.fixture.ts';
import { checkJson, type OpenApiDocument } from './documents/check-json.ts';
import { checkPrograms } from './documents/check-programs.ts';
import { checkSyntax, findUnknownNames, listCommands } from './documents/check-shell.ts';
import { type CodeBlock, findCodeBlocks, readCodeBlocks } from './documents/code-blocks.ts';

const blocks = readCodeBlocks();
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

/** A piece of code that is no part of a document. */
function write(language: string, code: string, mark = ''): CodeBlock {
  return { page: 'page.md', line: 7, place: 'page.md:7', language, mark, code };
}

/** The languages, and what checks each. */
const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'this file, and test/run-edits.long.test.ts renders the edits',
  ts: 'this file',
  js: 'this file',
  sh: 'this file, and test/run-documents.system.test.ts',
  bash: 'this file, and test/run-documents.system.test.ts',
  yaml: 'this file',
  html: 'test/e2e/embed-player.system.test.ts opens it',
  mermaid: 'test/site.test.ts draws it',
  text: 'nothing: output, lines of logs, and files of other programs',
  sql: 'nothing: it needs the tables of a running queue',
};

describe('the code of the documents', () => {
  it('has a language that a test checks', () => {
    expect(blocks.length).toBeGreaterThan(120);
    const unknown = blocks.filter(({ language }) => !(language in LANGUAGES));
    expect(unknown.map(({ place, language }) => `${place}: "${language}"`)).toEqual([]);
  });

  it('is found with its page and line, in lists, too', () => {
    const text = 'One\n\n```json clip\n{}\n```\n\n- two\n\n  ```sh\n  ls\n    -l\n  ```\n';
    expect(findCodeBlocks('a.md', text)).toEqual([
      { page: 'a.md', line: 3, place: 'a.md:3', language: 'json', mark: 'clip', code: '{}\n' },
      { page: 'a.md', line: 9, place: 'a.md:9', language: 'sh', mark: '', code: 'ls\n  -l\n' },
    ]);
  });
});

describe('JSON', () => {
  let server: TestServer;
  let document: OpenApiDocument;
  beforeAll(async () => {
    server = await openTestServer();
    document = (await server.app.inject('/openapi.json')).json();
  });
  afterAll(() => server.close());

  it('is a valid edit or a part of one, or a body of the API', () => {
    const faults = of('json').flatMap((block) =>
      checkJson(block, document).map((fault) => `${block.place}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['{ "asset": { "type": "text", "text": "A" }, "start": 0, "length": 1, "opacty": 1 }', '', 'opacty'],
    ['{ "a": 1 }', '', 'Nothing tells what it is'],
    ['{ "a": 1, }', '', 'It is no JSON'],
    ['{ "a": 1 }', 'nothing', 'is no mark'],
    ['{ "success": 1 }', 'answer GET /edit/{version}/render/{id} 200', '/success must be boolean'],
    ['{ "renderd": 1 }', 'answer GET /edit/{version}/render/{id} 200 /response', 'renderd'],
    ['1', 'answer GET /edit/{version}/render/{id} 200 /response/timing', 'timing'],
    ['{ "kee": "a" }', 'credentials of openai', 'kee'],
    ['{}', 'answer GET /edit/{version}/rendr 200', 'The API has no'],
  ])('is found to be wrong: %s as "%s"', (code, mark, fault) => {
    expect(checkJson(write('json', code, mark), document).join('\n')).toContain(fault);
  });
});

describe('TypeScript and JavaScript', () => {
  it('have no wrong type', () => expect(checkPrograms(of('ts', 'js'))).toEqual([]));

  it('are found to be wrong, with page and line', () => {
    const wrong = write('ts', '\nawait kinora.render(edit).wiat();\nconst length: number = file.name;');
    expect(checkPrograms([wrong])).toEqual([
      expect.stringMatching(/^page\.md:9: Property 'wiat' does not exist/),
      expect.stringMatching(/^page\.md:10: Type 'string' is not assignable to type 'number'/),
    ]);
  });
});

describe('shell commands', () => {
  const commands = of('sh', 'bash').flatMap(listCommands);

  it('are ones for bash', () => expect(of('sh', 'bash').flatMap(checkSyntax)).toEqual([]));

  it('use commands and options that exist', async () => {
    expect(commands.length).toBeGreaterThan(90);
    const faults = await Promise.all(commands.map(findUnknownNames));
    expect(faults.flat()).toEqual([]);
  });

  it.each([
    ['npx kinora rendr edit.json', '"kinora rendr edit.json" is no command'],
    ['npx kinora keys creat --stage v1', 'is no command'],
    ['npx kinora render edit.json --out a.mp4', '"kinora render" has no option --out'],
    ['A=1 npx kinora frame a.json --moment 3', 'has no option --moment'],
    ['npm run golde', 'There is no "npm run golde"'],
  ])('are found to be wrong: %s', async (code, fault) => {
    const [command] = listCommands(write('sh', code));
    expect((await findUnknownNames(command!)).join()).toContain(fault);
  });

  it('are found to be wrong by bash', () => {
    expect(checkSyntax(write('sh', "curl 'a"))).toEqual([expect.stringContaining('page.md:7')]);
  });
});

it('YAML can be read', () => {
  for (const { code, place } of of('yaml')) expect(() => parse(code) as unknown, place).not.toThrow();
});
