import { readdirSync, statSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../base/error-code.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { fileNameOf, SPEECH_MODELS, type SpeechModel } from './speech-models.ts';

/** A model in the folder of models. */
export interface InstalledModel {
  readonly model: SpeechModel;
  readonly path: string;
}

/**
 * Lists the installed models, the most recently chosen one first. Synchronous, because it is called once when
 * Kinora starts and reads one small folder.
 */
export function listInstalledModels(folder: string): InstalledModel[] {
  const names = new Set(readFolder(folder));
  return SPEECH_MODELS.filter((model) => names.has(fileNameOf(model)))
    .map((model) => ({ model, path: join(folder, fileNameOf(model)) }))
    .map((installed) => ({ installed, chosen: statSync(installed.path).mtimeMs }))
    .sort((a, b) => b.chosen - a.chosen)
    .map(({ installed }) => installed);
}

/** Makes an installed model the one that is used without a setting. */
export async function chooseModel({ path }: InstalledModel): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

/**
 * Removes an installed model, and the leftovers of an unfinished download of it.
 *
 * @returns false if there was nothing to remove.
 */
export async function removeModel(folder: string, model: SpeechModel): Promise<boolean> {
  const path = join(folder, fileNameOf(model));
  let hasRemoved = false;
  for (const file of [path, partOf(path), partVersionOf(path)])
    hasRemoved = (await ignoreMissing(rm(file).then(() => true))) === true || hasRemoved;
  return hasRemoved;
}

/** Returns the path of the unfinished download of a model file. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** Returns the path of the file that says which version an unfinished download belongs to. */
export function partVersionOf(path: string): string {
  return `${path}.part.json`;
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
