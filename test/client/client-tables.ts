import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'src/client');

/** The classes of the client, and how a program calls their methods. */
const CLASSES: Readonly<Record<string, string>> = {
  KinoraClient: 'kinora',
  RenderHandle: 'render',
  Renders: 'kinora.renders',
  Templates: 'kinora.templates',
  Edits: 'kinora.edits',
  Assets: 'kinora.assets',
  Sources: 'kinora.sources',
  CreatedAssets: 'kinora.createdAssets',
  Generations: 'kinora.generations',
  Keys: 'kinora.keys',
  Tokens: 'kinora.tokens',
  Brands: 'kinora.brand',
};
/** The generic types of arguments, which stand for the type that they check. */
const CHECKED = /^CheckedEdit<\w+>$|^Checked<\s*\w+,\s*(\w+),[^>]*>$/s;

type Row = readonly [name: string, type: string, text: string];

/**
 * Returns the tables of docs/client-reference.md by name: the methods of each class, and all `options` of the
 * methods.
 */
export function createClientTables(): Readonly<Record<string, string>> {
  const config = ts.readConfigFile(join(root, 'tsconfig.client.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram([join(folder, 'index.ts')], options);
  const checker = program.getTypeChecker();
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  const classes = own.flatMap(({ statements }) => [...statements]).filter(ts.isClassDeclaration);
  const chosen = Object.entries(CLASSES).map(([name, receiver]) => {
    const declaration = classes.find((each) => each.name?.text === name);
    if (declaration === undefined) throw new Error(`The client has no class ${name}.`);
    return { name, receiver, members: declaration.members.filter(isPublic) };
  });
  const methods = chosen.map(({ name, receiver, members }): [string, string] => {
    const rows = members.flatMap((member) => describeMember(checker, member, receiver));
    return [name, toTable(['call', 'returns', 'does'], rows)];
  });
  const optionRows = chosen.flatMap(({ members }) =>
    members.flatMap((member) => listOptions(checker, member)),
  );
  return {
    ...Object.fromEntries(methods),
    options: toTable(
      ['option', 'type', 'meaning'],
      optionRows.sort(([a], [b]) => a.localeCompare(b)),
    ),
  };
}

/** Replaces the tables of a document: the parts between `<!-- client NAME -->` and `<!-- /client -->`. */
export function insertClientTables(text: string, tables: Readonly<Record<string, string>>): string {
  return text.replace(
    /(<!-- client (\w+) -->\n).*?(?=<!-- \/client -->)/gs,
    (_all, start: string, name: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`The client has no table ${name}.`);
      return `${start}\n${table}\n`;
    },
  );
}

function isPublic(member: ts.ClassElement): boolean {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0;
}

/** Returns the row of a method or a property. The objects of a client, such as `renders`, have their own table. */
function describeMember(checker: ts.TypeChecker, member: ts.ClassElement, receiver: string): Row[] {
  if (!ts.isMethodDeclaration(member) && !ts.isPropertyDeclaration(member)) return [];
  const name = `${receiver}.${member.name.getText()}`;
  const type = oneLine(member.type?.getText() ?? '')
    .replace(/(?<=AsyncGenerator<\s*\w+),[^>]*/, '')
    .replace(/<\s+/g, '<');
  if (type in CLASSES && ts.isPropertyDeclaration(member)) return [];
  const [text = ''] = /^.*?\.(?= |$)/.exec(describe(checker, checker.getSymbolAtLocation(member.name))) ?? [];
  if (ts.isPropertyDeclaration(member)) return [[name, type, text]];
  const parameters = member.parameters
    .map((each) => describeParameter(checker, each))
    .filter((text) => text !== '')
    .join(', ');
  return [[`${name}(${parameters})`, type, text]];
}

/** Describes a parameter. The option `signal` is left out, because every request has it. */
function describeParameter(checker: ts.TypeChecker, parameter: ts.ParameterDeclaration): string {
  const fields = optionsOf(checker, parameter).map(({ name }) => name);
  if (fields.length > 0) {
    const own = fields.filter((name) => name !== 'signal');
    return own.length > 0 ? `options?: { ${own.join(', ')} }` : '';
  }
  const type = oneLine(parameter.type?.getText() ?? '');
  return `${parameter.name.getText()}: ${type.replace(CHECKED, (_all, wanted?: string) => wanted ?? 'Edit')}`;
}

/** Returns the fields of a parameter for options, and none for another parameter. */
function optionsOf(
  checker: ts.TypeChecker,
  { type, initializer }: ts.ParameterDeclaration,
): readonly ts.Symbol[] {
  const isOptions = type !== undefined && (initializer !== undefined || /Options$/.test(type.getText()));
  return isOptions ? checker.getTypeAtLocation(type).getProperties() : [];
}

function listOptions(checker: ts.TypeChecker, member: ts.ClassElement): Row[] {
  if (!ts.isMethodDeclaration(member)) return [];
  const fields = member.parameters.flatMap((parameter) => optionsOf(checker, parameter));
  return fields.map((field) => describeField(checker, field));
}

function describeField(checker: ts.TypeChecker, field: ts.Symbol): Row {
  const [part] = field.declarations ?? [];
  const type = part !== undefined && ts.isPropertySignature(part) ? (part.type?.getText() ?? '') : '';
  return [
    field.name,
    oneLine(type)
      .replace(/ \| undefined$/, '')
      .replace(/^\((.*)\)$/, '$1'),
    describe(checker, field),
  ];
}

function describe(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): string {
  return oneLine(ts.displayPartsToString(symbol?.getDocumentationComment(checker)));
}

/** Removes comments and line breaks. */
function oneLine(text: string): string {
  return text
    .replace(/\/\*\*.*?\*\//gs, '')
    .replace(/\{@link (?:\w+\.)?(\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .replace(/readonly (?=\w+\??:)/g, '')
    .trim();
}

/** Returns a table. A row that occurs twice stands there once. */
function toTable(head: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(([name, type, text]) =>
    [`\`${name}\``, `\`${type}\``, text].map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | '),
  );
  const cells = [head.join(' | '), head.map(() => '---').join(' | '), ...new Set(lines)];
  return cells.map((line) => `| ${line} |\n`).join('');
}
