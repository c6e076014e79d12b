import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findEnclosedFile } from '../base/disk/enclosed-path.ts';
import { decodeText } from '../base/parse-json.ts';
import type { Backend, CallContext } from './backend.ts';
import type { Compute, GivenEdit, NamedEdit, ReadCall, ReadDesign } from './compute/computations.ts';
import { createError, MAX_EDIT_CHARACTERS } from './compute/edit-text.ts';
import type { Designs } from './designs.ts';
import type { HeldEdits } from './held-edits.ts';

/** The parts that {@link GivenEdits} uses. */
interface EditParts {
  readonly backend: Pick<Backend, 'folder' | 'writesFiles' | 'readTemplate'>;
  readonly designs: Designs;
  readonly held: HeldEdits;
  readonly compute: Compute;
  /** The owner of these edits. */
  readonly owner: string;
}

/** The text of an edit, and its name in messages. */
type NamedText = [text: string, name: string];

/** Reads the arguments of an agent in a call of a tool. */
export class GivenEdits {
  /** The edit that was read last. */
  latest: GivenEdit | undefined;
  private readonly parts: EditParts;
  private readonly tool: string;
  private readonly given: string;
  private call: ReadCall = { input: {} };

  /** @param given the arguments of the call as JSON. */
  constructor(parts: EditParts, tool: string, given: string) {
    this.parts = parts;
    this.tool = tool;
    this.given = given;
  }

  /**
   * Returns the arguments of the call without those of its edit.
   *
   * @throws {KinoraError} with a sentence that says what to give instead.
   */
  async readInput(): Promise<ReadCall['input']> {
    this.call = await this.readCall();
    return this.call.input;
  }

  /** Returns the edit of the call, with its changes, and remembers it. */
  async read(context: CallContext): Promise<GivenEdit> {
    const { named } = this.call;
    if (named !== undefined) this.call = await this.readCall(...(await this.readNamed(named, context)));
    // Only for tools that read an edit. Their calls have one.
    if (this.call.edit === undefined) throw createError('Give either "edit" or "template".');
    return this.hold(this.call.edit);
  }

  /** Returns the edit of a template with its merge fields, and remembers it. */
  async readDesign(edit: string): Promise<ReadDesign> {
    const design = await this.parts.compute('readDesign', edit);
    this.hold(design.edit);
    return design;
  }

  private async readCall(...named: [] | NamedText): Promise<ReadCall> {
    const { compute, backend } = this.parts;
    const { folder, writesFiles } = backend;
    return await compute(
      'readCall',
      JSON.stringify({ folder, writesFiles }),
      this.tool,
      this.given,
      ...named,
    );
  }

  private async readNamed({ kind, name }: NamedEdit, context: CallContext): Promise<NamedText> {
    const { held, owner, backend, designs } = this.parts;
    if (kind === 'template')
      return [((await designs.read(name)) ?? (await backend.readTemplate(name, context))).edit, 'The edit'];
    if (kind === 'file') return [await readEditFile(name, backend.folder ?? ''), name];
    const known = held.find(owner, name);
    if (known !== undefined) return [known, 'The edit'];
    throw createError(`The edit "${name}" is no longer remembered. Give the whole edit as JSON.`);
  }

  private hold(edit: GivenEdit): GivenEdit {
    this.parts.held.hold(this.parts.owner, edit);
    this.latest = edit;
    return edit;
  }
}

async function readEditFile(name: string, folder: string): Promise<string> {
  const path = await findEnclosedFile(resolve(folder, name), [folder], name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw createError(`There is no file ${JSON.stringify(name)} in ${folder}.`);
  if (found.size > MAX_EDIT_CHARACTERS)
    throw createError(
      `${name} is larger than ${MAX_EDIT_CHARACTERS} bytes, so it is no edit for these tools.`,
    );
  return decodeText(await readFile(path), name);
}
