import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Edit } from '../../src/edit/index.ts';
import { toEdit } from '../media/render-edit.ts';

/** The folder of the cases. Each case is a folder in it. */
export const GOLDEN = import.meta.dirname;

const Expectation = z.strictObject({
  shows: z.string().min(1),
  frames: z.record(z.string().regex(/^\d+(\.\d+)?$/), z.string()),
  dialect: z.enum(['interface', 'shotstack']).default('interface'),
  watermark: z.boolean().default(false),
  colour: z.enum(['video', 'full']).default('video'),
});

/** One frame of a case. */
export interface GoldenFrame {
  /** Second of the timeline. */
  readonly at: number;
  /** Path of the expected picture, relative to the folder of the cases. */
  readonly picture: string;
}

/** An edit with its expected pictures. */
export interface GoldenCase {
  readonly name: string;
  readonly edit: Edit;
  readonly dialect: 'interface' | 'shotstack';
  readonly watermark: boolean;
  /** `video`: what a video stores, with chroma of half size. `full`: a still, such as `kinora frame` makes. */
  readonly colour: 'video' | 'full';
  readonly frames: readonly GoldenFrame[];
}

/** Returns the sorted names of all cases. */
export function caseNames(): string[] {
  return globSync('*/edit.json', { cwd: GOLDEN })
    .map((path) => basename(join(path, '..')))
    .sort();
}

/**
 * Reads a case: `edit.json`, and `expect.json` with the times of its frames and a description of each.
 *
 * @throws {Error} If one of the files is invalid.
 */
export function readCase(name: string): GoldenCase {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(GOLDEN, name, file), 'utf8'));
  const { frames, dialect, watermark, colour } = Expectation.parse(read('expect.json'));
  const times = Object.keys(frames);
  return {
    name,
    edit: toEdit(read('edit.json')),
    dialect,
    watermark,
    colour,
    frames: times.map((at) => ({ at: Number(at), picture: `${name}/${at}.png` })),
  };
}

/** Returns the pictures in the folders of the cases that no case uses. */
export function unusedPictures(): string[] {
  const used = new Set(caseNames().flatMap((name) => readCase(name).frames.map(({ picture }) => picture)));
  const found = globSync('**/*.png', { cwd: GOLDEN }).map((path) => path.replaceAll('\\', '/'));
  return found.filter((path) => !used.has(path)).sort();
}
