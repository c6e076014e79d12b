import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { findEnclosedFile } from '../base/disk/enclosed-path.ts';
import { KinoraError } from '../base/errors.ts';
import { decodeText, parseJson } from '../base/parse-json.ts';
import { mustBe } from '../edit/problems/messages.ts';
import { listPlaceholders } from '../edit/index.ts';
import { findNearest } from '../edit/problems/find-nearest.ts';
import type { Backend, CallContext, EditJson } from './backend.ts';
import { applyEditChanges } from './apply-edit-changes.ts';
import type { Designs } from './designs.ts';
import { EDIT_ID, type HeldEdits } from './held-edits.ts';

/** Maximum size of an edit of an agent, in characters of its JSON. */
const MAX_EDIT_CHARACTERS = 4_000_000;

/** The fields of a tool that name an edit. */
export const EDIT_FIELDS = {
  edit: z
    .union(
      [z.record(z.string(), z.unknown()), z.string()],
      mustBe('an edit as JSON, or the id of an earlier one'),
    )
    .optional()
    .describe('The edit as JSON, or the id of an earlier one, such as "e-0123456789ab".'),
  template: z.string().optional().describe('Id of a template, instead of an edit.'),
  merge: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values of merge fields: {"NAME": "Ada"}. Others keep their values.'),
  changes: z
    .array(z.strictObject({ path: z.string(), value: z.unknown().optional() }))
    .max(500)
    .optional()
    .describe(
      'Changes to the edit, in order: {"path": "timeline.tracks[0].clips[1].length", "value": 3}. Without a value, removes what is there.',
    ),
};

/** The edit that a call of a tool names. */
type EditFields = z.output<z.ZodObject<typeof EDIT_FIELDS>>;

/** An edit that an agent has given. */
export interface GivenEdit {
  /** Its id, for later calls. */
  readonly id: string;
  readonly json: EditJson;
}

/** The parts that {@link GivenEdits} uses. */
interface EditParts {
  readonly backend: Pick<Backend, 'folder' | 'readTemplate'>;
  readonly designs: Designs;
  readonly held: HeldEdits;
  /** Whose edits these are. */
  readonly owner: string;
}

/** Reads the edit that an agent gives in a call. */
export class GivenEdits {
  /** The edit that was read last. */
  latest: GivenEdit | undefined;
  private readonly parts: EditParts;

  constructor(parts: EditParts) {
    this.parts = parts;
  }

  /**
   * Returns the edit that a call names, with its changes, and remembers it.
   *
   * @throws {KinoraError} with a sentence that says what to give instead.
   */
  async read({ edit, template, merge, changes = [] }: EditFields, context: CallContext): Promise<GivenEdit> {
    if ((edit === undefined) === (template === undefined))
      throw createError('Give either "edit" or "template". An edit is JSON, or the id of an earlier one.');
    const found =
      template === undefined ? await this.readEdit(edit ?? '') : await this.readTemplate(template, context);
    // A copy, because changes must not reach what the caller has given. It also limits the depth.
    const json = { ...parseEditText(writeJson(found), 'The edit') };
    applyEditChanges(json, changes);
    if (merge) mergeValues(json, merge);
    const text = writeJson(json);
    this.latest = { id: this.parts.held.hold(this.parts.owner, text), json };
    return this.latest;
  }

  private async readEdit(edit: string | EditJson): Promise<EditJson> {
    if (typeof edit !== 'string') return edit;
    const { held, owner, backend } = this.parts;
    const text = edit.trim();
    if (text.startsWith('{')) return parseEditText(text, 'The edit');
    if (EDIT_ID.test(text)) {
      const known = held.find(owner, text);
      if (known !== undefined) return JSON.parse(known) as EditJson;
      throw createError(`The edit "${text}" is no longer remembered. Give the whole edit as JSON.`);
    }
    if (backend.folder !== undefined && /\.json$/i.test(text))
      return await readEditFile(text, backend.folder);
    const orFile = backend.folder === undefined ? '' : ', or the path of a .json file';
    throw createError(
      `"edit" must be an edit as JSON, or the id of an earlier one${orFile}, not ${JSON.stringify(text.slice(0, 40))}.`,
    );
  }

  private async readTemplate(id: string, context: CallContext): Promise<EditJson> {
    const design =
      (await this.parts.designs.read(id)) ?? (await this.parts.backend.readTemplate(id, context));
    return design.edit;
  }
}

async function readEditFile(name: string, folder: string): Promise<EditJson> {
  const path = await findEnclosedFile(resolve(folder, name), [folder], name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw createError(`There is no file ${JSON.stringify(name)} in ${folder}.`);
  if (found.size > MAX_EDIT_CHARACTERS)
    throw createError(
      `${name} is larger than ${MAX_EDIT_CHARACTERS} bytes, so it is no edit for these tools.`,
    );
  return parseEditText(decodeText(await readFile(path), name), name);
}

/** Writes an edit as JSON. @throws {KinoraError} `validation_failed` if it is too large or too deep. */
function writeJson(edit: EditJson): string {
  const text = stringify(edit);
  if (text.length <= MAX_EDIT_CHARACTERS) return text;
  throw createError(
    `The edit has ${text.length} characters, but the tools accept ${MAX_EDIT_CHARACTERS}. Upload files instead of writing them into the edit.`,
  );
}

function stringify(edit: EditJson): string {
  try {
    return JSON.stringify(edit);
  } catch (cause) {
    // Thousands of levels exceed the stack.
    throw new KinoraError('validation_failed', 'The edit has too many nested levels.', { cause });
  }
}

function parseEditText(text: string, name: string): EditJson {
  const json = parseJson(text, name);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw createError(`${name} must be a JSON object with "timeline" and "output".`);
  // An object that JSON was parsed to.
  return json as EditJson;
}

/** Sets values of merge fields. @throws {KinoraError} if the edit has no such placeholder. */
function mergeValues(edit: Record<string, unknown>, values: Readonly<Record<string, unknown>>): void {
  const fields = listMergeFields(edit);
  // The first field of a name counts.
  const known = new Map(fields.toReversed().map((field) => [field.find, field]));
  const names = new Set([...fields.map(({ find }) => find), ...listPlaceholders(JSON.stringify(edit))]);
  for (const [find, replace] of Object.entries(values)) {
    if (!names.has(find)) throw createUnknownFieldError(find, [...names]);
    const field = known.get(find);
    if (field) field.replace = replace;
    else fields.push({ find, replace });
  }
  edit['merge'] = fields;
}

/** Returns the entries of the merge list of an edit that have a name. */
export function listMergeFields({ merge }: EditJson): { find: string; replace: unknown }[] {
  const entries = Array.isArray(merge) ? (merge as unknown[]) : [];
  return entries.flatMap((entry) => {
    const { find, replace } = Object(entry) as { find?: unknown; replace?: unknown };
    return typeof find === 'string' ? [{ find, replace }] : [];
  });
}

function createUnknownFieldError(name: string, names: readonly string[]): KinoraError {
  const nearest = findNearest(name, names);
  const hint =
    nearest === undefined
      ? `It has ${names.slice(0, 40).join(', ') || 'no merge fields'}.`
      : `Did you mean ${nearest}?`;
  return createError(`The edit has no merge field ${JSON.stringify(name.slice(0, 60))}. ${hint}`);
}

function createError(message: string): KinoraError {
  return new KinoraError('validation_failed', message);
}
