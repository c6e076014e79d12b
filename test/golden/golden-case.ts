import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Edit } from '../../src/edit/index.ts';
import { edited } from '../media/rendered.ts';

/** The folder of all cases: each is a folder of its own in it. */
export const GOLDEN = import.meta.dirname;

const Expectation = z.strictObject({
  shows: z.string().min(1),
  frames: z.record(z.string().regex(/^\d+(\.\d+)?$/), z.string()),
  dialect: z.enum(['interface', 'shotstack']).default('interface'),
  watermark: z.boolean().default(false),
});

/** One frame of a case. */
export interface GoldenFrame {
  /** The second of the timeline. */
  readonly at: number;
  /** The picture that it has to be, from the folder of all cases. */
  readonly picture: string;
}

/** An edit, and the pictures that it has to make. */
export interface GoldenCase {
  readonly name: string;
  readonly edit: Edit;
  readonly dialect: 'interface' | 'shotstack';
  readonly watermark: boolean;
  readonly frames: readonly GoldenFrame[];
}

/** The names of all cases, sorted. */
export function caseNames(): string[] {
  return globSync('*/edit.json', { cwd: GOLDEN })
    .map((path) => basename(join(path, '..')))
    .sort();
}

/**
 * Reads a case: `edit.json`, and `expect.json` with the times to look at and, in words, what has to be seen there.
 *
 * @throws {Error} when one of the two is not what it should be.
 */
export function readCase(name: string): GoldenCase {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(GOLDEN, name, file), 'utf8'));
  const { frames, dialect, watermark } = Expectation.parse(read('expect.json'));
  const times = Object.keys(frames);
  return {
    name,
    edit: edited(read('edit.json')),
    dialect,
    watermark,
    frames: times.map((at) => ({ at: Number(at), picture: `${name}/${at}.png` })),
  };
}

/** Every picture in the folders of the cases that no case asks for. */
export function unusedPictures(): string[] {
  const used = new Set(caseNames().flatMap((name) => readCase(name).frames.map(({ picture }) => picture)));
  const found = globSync('**/*.png', { cwd: GOLDEN }).map((path) => path.replaceAll('\\', '/'));
  return found.filter((path) => !used.has(path)).sort();
}
