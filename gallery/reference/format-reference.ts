import { FIELD_PICTURES, fileOf, findPicturedObject } from './field-pictures.ts';
import type { Reference, ReferencePage } from './reference-pages.ts';
import { type Field, nameOf, type ObjectPart, type Schema } from './schema-parts.ts';

/** Returns the Markdown of all pages, by their files. It is not formatted yet. */
export function formatReference(reference: Reference): Record<string, string> {
  const pages = reference.pages.map((page) => [`${page.file}.md`, formatPage(page, reference)] as const);
  return { 'README.md': formatIndex(reference), ...Object.fromEntries(pages) };
}

/** The first paragraph of a page, by its file. */
const NOTES: Readonly<Record<string, string>> = {
  'image-to-video':
    'Kinora made the pictures of this page with its [built-in camera](../image-to-video.md), which moves over the still without a network. A provider that has a model moves the things in the image, too.',
  'text-to-image':
    '**This page has no pictures.** Kinora has no model that makes an image from a prompt: an outside service does, with [a key of yours](../providers.md), and none was reachable where these pages were made. The image then becomes an [image asset](image.md). What a crop does is shown [there](image.md#crop).',
};

const MADE = '<!-- `npm run docs:reference` makes this page from the schema of an edit. -->';

function formatIndex({ pages }: Reference): string {
  const rows = pages.map(({ file, title, about, parts }) => {
    const fields = parts.reduce((sum, part) => sum + part.fields.length, 0);
    return `| [${title}](${file}.md) | ${about} | ${fields} |`;
  });
  return `# The edit reference

${MADE}

Every field of an edit with its type, its default and what it does, and a picture beside each field
that changes the picture. If a field is an object, the pictures can be beside the fields of that object.
Only [text-to-image](text-to-image.md) has none, because an outside service makes its images. Kinora
made the pictures, and the text comes from the schema that checks your edits. To read about the fields
in context, see [concepts](../concepts.md) and [edits](../edits.md).

| page | describes | fields |
| --- | --- | --- |
${rows.join('\n')}

**Numbers** may have any number of decimals. **Lengths in pixels** may also be
[relative](shared.md#relativelength), such as \`"50vw"\`. **A list of tweens** in place of a number
[animates](shared.md#tween) it. In place of any value, a string may have a placeholder of a
[merge field](edit.md#mergefield). A field that is not listed here is an error.
`;
}

function formatPage(page: ReferencePage, reference: Reference): string {
  const { title, file, parts } = page;
  const sections = parts.map((part, index) => {
    const heading = part.name === title ? '' : `## ${part.name}\n\n`;
    return `${heading}${formatPart(part, index === 0, reference)}`;
  });
  const relative = file === 'shared' ? formatRelativeLength(reference.schemas['RelativeLength']) : '';
  const note = NOTES[file];
  return `# ${title}

${MADE}
${note === undefined ? '' : `\n${note}\n`}
${sections.join('\n')}${relative}`;
}

function formatRelativeLength(schema: Schema | undefined): string {
  return `\n## RelativeLength\n\n${schema?.description ?? ''}\n`;
}

function formatPart(part: ObjectPart, isMain: boolean, reference: Reference): string {
  const { description, fields } = part;
  return `${description}${isMain ? formatExample(fields) : ''}

${fields.map((field) => formatField(part, field, reference)).join('\n')}`;
}

/** Formats the sentence about the fields that are required. */
function formatExample(fields: readonly Field[]): string {
  const required = fields.filter(({ isRequired, name }) => isRequired && !name.includes('.'));
  if (required.length === 0) return '';
  return ` Required: ${required.map(({ name }) => `\`${name}\``).join(', ')}.`;
}

function formatField(part: ObjectPart, field: Field, reference: Reference): string {
  const { name, isRequired, schema } = field;
  const facts = [
    formatType(schema, reference),
    ...(isRequired ? ['**required**'] : []),
    ...(schema.default === undefined ? [] : [`default \`${String(schema.default)}\``]),
    ...(schema.deprecated ? ['deprecated'] : []),
  ];
  const picture = formatPicture(part, field, reference);
  const text = (schema.description ?? '').replace(
    schema.default === undefined ? /$^/ : / ?Default [^ ]+\.$/,
    '',
  );
  const isSaidAbove = text === part.description;
  return `### \`${name}\`

${facts.join(' · ')}
${isSaidAbove ? '' : `\n${escape(text)}\n`}${picture && `\n${picture}\n`}`;
}

/** Escapes the characters that have a meaning in Markdown. */
function escape(text: string): string {
  return text.replaceAll(/[<>*_]/g, (mark) => `\\${mark}`).replaceAll(/\{\{ \w+ \}\}/g, '`$&`');
}

function formatPicture({ name: object }: ObjectPart, given: Field, reference: Reference): string {
  const { name: field } = given;
  const key = `${object}.${field}`;
  const picture = FIELD_PICTURES[key];
  if (!picture) {
    const own = findPicturedObject(object, given, reference);
    return own === undefined ? '' : `Pictures: beside the fields of [${own}](#${own.toLowerCase()}).`;
  }
  if ('gallery' in picture)
    return picture.gallery
      .map((sheet) => `![${field}: frames with their names](../gallery/${sheet}.webp)`)
      .join('\n\n');
  const captions = picture.tiles.map(({ caption = '' }) => caption.replaceAll(/[[\]]/g, ''));
  return `![${field}: ${captions.join('; ')}](pictures/${fileOf(key)}.webp)`;
}

/** The most names of a choice that are listed. */
const MAX_NAMES = 90;

function formatType(schema: Schema, reference: Reference): string {
  const named = nameOf(schema);
  if (named !== undefined) return formatReferenceTo(named, reference);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return formatChoice(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map((one) => formatType(one, reference)))].join(' or ');
  if (schema.type === undefined) return 'any value';
  switch (schema.type) {
    case 'array':
      return `list${formatRange(schema.minItems, schema.maxItems)} of ${schema.items ? formatType(schema.items, reference) : 'values'}`;
    case 'integer':
      return `whole number${formatRange(schema.minimum, schema.maximum)}`;
    case 'number':
      return `number${formatRange(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'string':
      return formatString(schema);
    case 'object':
      return 'object';
  }
}

function formatReferenceTo(name: string, { pageOf, schemas }: Reference): string {
  if (name === 'Asset') return '[an asset](README.md)';
  if (name === 'Destination') return '[a destination](destinations.md)';
  if (name === 'RelativeLength') return '[relative length](shared.md#relativelength)';
  const page = pageOf.get(name);
  if (page) return `[${name}](${page.file}.md#${name.toLowerCase()})`;
  return formatType(schemas[name] ?? {}, { schemas, pageOf, pages: [] });
}

function formatChoice(values: readonly unknown[]): string {
  const names = values.map((value) => `\`${JSON.stringify(value)}\``);
  if (names.length > MAX_NAMES) return `one of ${names.length} names`;
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function formatString({ pattern = '', maxLength }: Schema): string {
  if (pattern.startsWith('^alias:')) return '`"alias://NAME"`';
  if (pattern.startsWith('^#')) return 'colour';
  return `string${maxLength === undefined ? '' : `, at most ${maxLength} characters`}`;
}

function formatRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return ` (${min} or more)`;
  return min === undefined ? ` (at most ${max})` : ` (${min} to ${max})`;
}
