import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** A source file with its imports and exports. */
export interface Source {
  /** Path relative to the repository root, with slashes: `src/edit/index.ts`. */
  readonly path: string;
  /** All imports, including types. Files of the repository as paths like {@link path}, others as written. */
  readonly imports: readonly string[];
  /** The names that the file declares and exports, without re-exports and the default export. */
  readonly exports: readonly string[];
  readonly readsEnvironment: boolean;
}

/**
 * Parses a file with the TypeScript compiler, so that a comment or a string is never mistaken for an import.
 */
export function readSource(path: string, text: string): Source {
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
    );
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  return {
    path,
    imports,
    exports: [...new Set(file.statements.flatMap(exportedNames))],
    readsEnvironment: imports.includes('node:process') || mentionsEnvironment(file),
  };
}

/** Reads every TypeScript file in the given folders of the repository at `root`. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .map((path) => readSource(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')));
}

/** Returns the part that a file belongs to, as the table names it. `undefined` for files outside of parts. */
export function partOf(path: string): string | undefined {
  const [top, first, second, ...deeper] = path.split('/');
  if (top !== 'src' || first === undefined || second === undefined) return undefined;
  return first === 'render' && deeper.length > 0 ? `render/${second}` : first;
}

/** Returns the names that a statement exports. */
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

/** True for `process.env`, `process['env']` and `const { env } = process`. */
function isEnvironment(node: ts.Node): boolean {
  const isProcess = (value: ts.Node | undefined) =>
    value !== undefined && ts.isIdentifier(value) && value.text === 'process';
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node)) return isProcess(node.expression);
  return (
    ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && isProcess(node.initializer)
  );
}
