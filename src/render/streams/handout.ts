import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownMedia } from '../media/known-media.ts';
import type { FileContent } from '../produce/file-content.ts';
import { ENGINE_VERSION } from '../segments/engine.ts';
import type { SegmentStore } from './segment-store.ts';
import type { Transcript } from '../transcribe/transcript.ts';

/** A source that lies in the store under its identity. */
interface SourceInHandout extends FileContent {
  /** The facts about it, if it is read by ranges. A source without them is taken whole. */
  readonly media?: KnownMedia | undefined;
}

/** Everything besides its edit that a process must know to make streams of a render. */
export interface Handout {
  /** The `src` that takes the place of each generated asset, in document order. */
  readonly replacements: readonly string[];
  /** The file of each source URL. */
  readonly sources: Readonly<Record<string, SourceInHandout>>;
  /** The PNG of each clip that shows an HTML page, by the field of the clip. */
  readonly pages: Readonly<Record<string, FileContent>>;
  /** The transcripts in source seconds, by the `src` of the captions. */
  readonly transcripts: Readonly<Record<string, Transcript>>;
}

/** The engine that makes the streams. Another one would make other streams under the same identities. */
const ENGINE = [ENGINE_VERSION.number, ENGINE_VERSION.digest, process.arch].join(' ');

const Content = z.object({
  identity: z.string().regex(/^[\da-f]{64}$/),
  bytes: z.number(),
  checksums: z.string(),
});
const WrittenHandout = z.object({
  engine: z.string(),
  replacements: z.array(z.string()),
  sources: z.record(z.string(), Content.extend({ media: z.unknown().optional() })),
  pages: z.record(z.string(), Content),
  transcripts: z.record(z.string(), z.unknown()),
});

/** A handout as it is kept. */
export interface WrittenHandout {
  /** Its own identity. */
  readonly identity: string;
  readonly text: string;
}

/** Writes a handout. */
export function writeHandout(handout: Handout): WrittenHandout {
  const text = JSON.stringify({ ...handout, engine: ENGINE });
  return { identity: identityOf(text), text };
}

/** Reads a handout. @throws {Error} if the text is none, is damaged, or was written for another engine. */
export function readHandout({ identity, text }: WrittenHandout): Handout {
  if (identityOf(text) !== identity) throw new Error('The handout of a render is damaged.');
  const { engine, ...handout } = WrittenHandout.parse(JSON.parse(text));
  if (engine !== ENGINE)
    throw new Error('A render was planned by another version of Kinora, or on another kind of processor.');
  // The cast is safe: the same version of Kinora wrote the handout.
  return handout as Handout;
}

function identityOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Keeps a handout and its files for other processes.
 *
 * @param files the local file of each identity.
 * @param folder a folder for temporary files.
 * @param signal ends the work, because the handout is no longer needed.
 */
export async function keepHandout(
  store: SegmentStore,
  owner: string,
  { identity, text }: WrittenHandout,
  {
    files,
    folder,
    signal,
  }: {
    readonly files: ReadonlyMap<string, string>;
    readonly folder: string;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  for (const [content, path] of files) await store.keepOnce(owner, content, path, signal);
  const path = join(folder, `handout-${identity}.json`);
  await writeFile(path, text);
  await store.keepOnce(owner, identity, path, signal);
}
