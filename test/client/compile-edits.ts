import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A complaint of the compiler: the code that it marks, and the lines of its message. */
export interface Complaint {
  readonly at: string;
  readonly message: readonly string[];
}

/** Compiles files in one program, in a folder with packages, and returns the complaints by file. */
export function compileEdits(
  folder: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly Complaint[]>> {
  const pathOf = (name: string) => join(folder, `${name}.ts`);
  for (const [name, text] of Object.entries(files)) writeFileSync(pathOf(name), text);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    // Only the declarations of TypeScript itself, which take seconds. Those of the client are checked.
    skipDefaultLibCheck: true,
  };
  const program = ts.createProgram(Object.keys(files).map(pathOf), options);
  const found = Map.groupBy(ts.getPreEmitDiagnostics(program), ({ file }) => file?.fileName ?? '');
  return Object.fromEntries(
    [...found].map(([path, complaints]): [string, readonly Complaint[]] => [
      relative(folder, path).replace(/\.ts$/, ''),
      complaints.map(describeComplaint),
    ]),
  );
}

function describeComplaint({ file, start = 0, length = 0, messageText }: ts.Diagnostic): Complaint {
  return {
    at: file?.text.slice(start, start + length) ?? '',
    message: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n'),
  };
}
