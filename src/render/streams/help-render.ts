import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedEdit } from '../../edit/model.ts';
import { readHandout } from './handout.ts';
import type { ChildOptions } from '../isolate/run-in-child.ts';
import type { SegmentStore } from './segment-store.ts';
import { makeClaimed, type MakeStream, StreamMaker } from './stream-maker.ts';
import type { StreamClaims } from './stream-sharing.ts';

/** The output of a render of another process, and its streams. */
export interface HelpedOutput {
  /** Its place among the outputs of the edit. */
  readonly position: number;
  /** The identity of its {@link Handout}. */
  readonly handout: string;
  readonly claims: StreamClaims;
  /** Asked after each stream. */
  readonly mayGoOn: () => boolean | Promise<boolean>;
}

/** The parts of the renderer that helps. */
export interface HelperParts extends Pick<ChildOptions, 'log' | 'children'> {
  readonly segments?: SegmentStore | undefined;
}

/** The options of the render of the other process. */
export interface HelpOptions extends Pick<ChildOptions, 'signal'> {
  readonly owner: string;
  /** True if the pictures carry the watermark. */
  readonly watermark: boolean;
  /** An empty folder for temporary files. The caller removes it afterwards. */
  readonly folder: string;
}

/**
 * Makes streams of a render of another process, and keeps them for it. Takes the sources from the store, where the
 * other process has put them, so that no source is fetched twice.
 *
 * @returns the number of streams.
 * @throws {KinoraError} the error of the render.
 * @throws {Error} if the store has lost what is needed, or does not keep what was made.
 */
export async function helpRender(
  { outline, bytes, dialect }: PackedEdit,
  { position, handout, claims, mayGoOn }: HelpedOutput,
  { segments: store, log, children }: HelperParts,
  { owner, folder, signal, watermark }: HelpOptions,
): Promise<number> {
  if (!store) throw new Error('Only a process that keeps segments can help.');
  const given = await openHandout(store, owner, handout, folder);
  const edit = { outline, bytes, replacements: given.replacements };
  const job = { kind: 'output', edit, dialect, watermark, folder, files: given.files } as const;
  const output = { index: position, pages: given.pages, transcripts: given.transcripts };
  await using maker = new StreamMaker(job, output, { signal, log, children });
  const make: MakeStream = async (stream, onFrame) => {
    const path = join(folder, stream.identity);
    await maker.make(stream, path, onFrame);
    await store.keep(owner, stream.identity, path);
  };
  return await makeClaimed(claims, make, { mayGoOn });
}

async function openHandout(store: SegmentStore, owner: string, identity: string, folder: string) {
  const bring = async (wanted: string, name: string): Promise<string> => {
    const path = join(folder, name);
    if (!(await store.find(owner, wanted, path)))
      throw new Error('The store has lost a file that a helper needs.');
    return path;
  };
  await mkdir(folder, { recursive: true });
  const text = await readFile(await bring(identity, 'handout.json'), 'utf8');
  const { sources, pages, ...handout } = readHandout(text);
  const bringAll = async (named: Readonly<Record<string, string>>, kind: string) => {
    const paths = Object.entries(named).map(
      async ([name, wanted], index) => [name, await bring(wanted, `${kind}-${index}`)] as const,
    );
    return Object.fromEntries(await Promise.all(paths));
  };
  return { ...handout, files: await bringAll(sources, 'source'), pages: await bringAll(pages, 'page') };
}
