import { join } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, ROOT } from './code-blocks.ts';

const FOLDER = join(ROOT, 'test/documents/blocks');

/**
 * The names that the pieces of code take from the text around them. A piece that declares one of them uses
 * its own.
 */
const GLOBALS = `
import type * as kinora_client from '@kinora/client';
declare global {
  const kinora: kinora_client.KinoraClient;
  const edit: kinora_client.Edit;
  const signal: AbortSignal;
  const photos: readonly string[];
  const file: File;
  const id: string;
  const url: string;
  const key: string;
  const options: kinora_client.S3Options;
  const bodyAsText: string;
  const headers: Record<string, string>;
  function save(upload: kinora_client.UnfinishedUpload): void;
  function load(): kinora_client.UnfinishedUpload;
  namespace tus { class Upload { constructor(file: File, options: object); } }
  const process: { env: { WEBHOOK_SECRET: string } };
}
`;

/** The parts of modules that have no types of their own here. */
const MODULES = `
declare module 'node:fs/promises' {
  export function writeFile(path: string, content: Uint8Array): Promise<void>;
}
declare module 'kinora';
declare module 'react';
declare module 'node:fs' { export function openAsBlob(path: string): Promise<Blob>; }
declare module 'shotstack-sdk' {
  interface Answer { readonly response: { readonly id: string } }
  interface Client { basePath: string; authentications: { DeveloperKey: { apiKey: string } } }
  const Shotstack: {
    ApiClient: { instance: Client };
    EditApi: new () => { postRender(edit: object): Promise<Answer> };
  };
  export default Shotstack;
}
`;

/**
 * Checks the types of all programs. Returns the complaints, each with page and line. JavaScript may leave the
 * types of parameters and errors open.
 */
export function checkPrograms(blocks: readonly CodeBlock[]): string[] {
  const [loose, strict] = [true, false].map((isScript) =>
    blocks.filter(({ language }) => (language === 'js') === isScript),
  );
  return [...check(strict ?? [], true), ...check(loose ?? [], false)];
}

/** Checks the types of some programs at once. */
function check(blocks: readonly CodeBlock[], isStrict: boolean): string[] {
  if (blocks.length === 0) return [];
  const names = new Map(blocks.map((block, index) => [join(FOLDER, `block-${index}.ts`), block]));
  const files = new Map<string, string>([
    [join(FOLDER, 'globals.d.ts'), GLOBALS],
    [join(FOLDER, 'modules.d.ts'), MODULES],
    // Programs read an edit beside them.
    [join(FOLDER, 'edit.json'), '{}'],
    ...[...names].map(([path, { code }]) => [path, `${code}\nexport {};\n`] as const),
  ]);
  const options: ts.CompilerOptions = {
    strict: isStrict,
    exactOptionalPropertyTypes: isStrict,
    strictNullChecks: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    resolveJsonModule: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: [
      'lib.es2024.d.ts',
      'lib.esnext.disposable.d.ts',
      'lib.dom.d.ts',
      'lib.dom.iterable.d.ts',
      'lib.dom.asynciterable.d.ts',
    ],
    paths: {
      '@kinora/client': [join(ROOT, 'src/client/index.ts')],
      '@kinora/preview': [join(ROOT, 'src/preview/index.ts')],
      '@kinora/preview/*': [join(ROOT, 'src/embed/*.ts')],
    },
  };
  const program = ts.createProgram(
    [...files.keys()].filter((path) => path.endsWith('.ts')),
    options,
    createHost(options, files),
  );
  // Only the pieces of code are checked, and not what they import.
  return [...files.keys()]
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const source = program.getSourceFile(path);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    })
    .map(({ file, start = 0, messageText }) => {
      const block = names.get(file?.fileName ?? '');
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      const place = block ? `${block.page}:${block.line + line}` : (file?.fileName ?? 'the program');
      return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

/** Creates a host that has the files in memory beside those on the disk. */
function createHost(options: ts.CompilerOptions, files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const fallback = { ...host };
  host.fileExists = (path) => files.has(path) || fallback.fileExists(path);
  // The compiler looks for no file in a folder that is not there.
  host.directoryExists = (path) => path === FOLDER || fallback.directoryExists?.(path) === true;
  host.readFile = (path) => files.get(path) ?? fallback.readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target);
    return fallback.getSourceFile(path, target, ...rest);
  };
  return host;
}
