import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedEdit } from '../../edit/model.ts';
import type { ChildOptions } from '../child/run-in-child.ts';
import { type Handout, readHandout } from './handout.ts';
import { HandoutFiles } from './handout-files.ts';
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
 * Makes streams of a render of another process, and keeps them for it. Reads the sources in the store, where the
 * other process has put them, so that no source is fetched twice. Only the needed ranges of videos are read.
 *
 * @returns the number of streams.
 * @throws {KinoraError} the error of the render, or `storage_failed` if the store has lost or damaged a file.
 * @throws {Error} if the handout is damaged, or if the store does not keep what was made.
 */
export async function helpRender(
  { outline, bytes, dialect }: PackedEdit,
  { position, handout: identity, claims, mayGoOn }: HelpedOutput,
  { segments: store, log, children }: HelperParts,
  { owner, folder: root, signal, watermark }: HelpOptions,
): Promise<number> {
  if (!store) throw new Error('Only a process that keeps segments can help.');
  const handout = await bringHandout(store, owner, identity, root);
  await using files = await HandoutFiles.open(handout, root, { store, owner, signal });
  // The process may write here, but not where the sources are.
  const folder = join(root, 'work');
  await mkdir(folder);
  const { sources, media, pages } = files;
  const edit = { outline, bytes, replacements: handout.replacements };
  const pageFiles = Object.values(pages);
  const job = { kind: 'output', edit, dialect, watermark, folder, files: sources, media, pageFiles } as const;
  const output = { index: position, pages, transcripts: handout.transcripts };
  await using maker = new StreamMaker(job, output, { signal, log, children });
  const make: MakeStream = async (stream, onFrame) => {
    const path = join(root, stream.identity);
    // A render that began again may have asked for a stream that another helper was just keeping.
    if (await store.find(owner, stream.identity, path)) return;
    await maker.make(stream, path, onFrame);
    await store.keep(owner, stream.identity, path);
  };
  return await makeClaimed(claims, make, { mayGoOn });
}

async function bringHandout(
  store: SegmentStore,
  owner: string,
  identity: string,
  folder: string,
): Promise<Handout> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'handout.json');
  if (!(await store.find(owner, identity, path))) throw new Error('The store has lost a handout.');
  return readHandout({ identity, text: await readFile(path, 'utf8') });
}
