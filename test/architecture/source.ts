import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** One file of ours, and what it imports. */
export interface Source {
  /** The path from the top of the repository, with slashes: `src/edit/index.ts`. */
  readonly path: string;
  /** Everything it imports, types included: our own files as paths like `path`, all else as it is written. */
  readonly imports: readonly string[];
  /** Names that it declares and exports. Re-exports and the default export are left out. */
  readonly exports: readonly string[];
  readonly readsEnvironment: boolean;
}

/** Reads one file with the TypeScript compiler, so that a comment or a string is never taken for an import. */
export function readSource(path: string, text: string): Source {
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
    );
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return {
    path,
    imports,
    exports: [...new Set(file.statements.flatMap(exportedNames))],
    readsEnvironment: imports.includes('node:process') || mentionsEnvironment(file),
  };
}

/** Every TypeScript file under these folders of the repository at `root`. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .map((path) => readSource(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')));
}

/** The part of `src` in which a file lies, as the table names it; undefined outside `src`. */
export function partOf(path: string): string | undefined {
  const [top, first, second, ...deeper] = path.split('/');
  if (top !== 'src' || first === undefined || second === undefined) return undefined;
  return first === 'render' && deeper.length > 0 ? `render/${second}` : first;
}

/** The names that a statement exports, or none. */
function exportedNames(statement: ts.Statement): string[] {
  const flags = ts.canHaveModifiers(statement) ? ts.getModifiers(statement)?.map(({ kind }) => kind) : [];
  if (!flags?.includes(ts.SyntaxKind.ExportKeyword) || flags.includes(ts.SyntaxKind.DefaultKeyword))
    return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function mentionsEnvironment(file: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean => isEnvironment(node) || (ts.forEachChild(node, visit) ?? false);
  return visit(file);
}

/** `process.env`, `process['env']` or `const { env } = process`. */
function isEnvironment(node: ts.Node): boolean {
  const isProcess = (value: ts.Node | undefined) =>
    value !== undefined && ts.isIdentifier(value) && value.text === 'process';
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node)) return isProcess(node.expression);
  return (
    ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && isProcess(node.initializer)
  );
}
