import type { KinoraClient } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import { findStarterMedia } from './starters.ts';

/** The addresses of the media that this page has uploaded, by their files. */
const uploaded = new Map<string, Promise<string>>();

/**
 * Uploads the media files that a template brings with it, because the server can fetch them only from an account.
 * Each file is uploaded once.
 *
 * @returns the template with the addresses of the uploaded files.
 * @throws {KinoraApiError} if the server does not take a file.
 */
export async function uploadMedia(client: KinoraClient, template: DraftEdit): Promise<DraftEdit> {
  const merge = await Promise.all(
    (template.merge ?? []).map(async ({ find, replace, ...field }) => ({
      ...field,
      find,
      replace: await bringValue(client, replace),
    })),
  );
  return template.merge ? { ...template, merge } : template;
}

/** Uploads the file of a value, which is the address itself or an asset with it. */
async function bringValue(client: KinoraClient, value: unknown): Promise<unknown> {
  if (typeof value === 'object' && value !== null && 'src' in value)
    return { ...value, src: await bringValue(client, value.src) };
  const file = findStarterMedia(value);
  return file === undefined ? value : await uploadOnce(client, file);
}

async function uploadOnce(client: KinoraClient, file: string): Promise<string> {
  const known = uploaded.get(file) ?? upload(client, file);
  uploaded.set(file, known);
  try {
    return await known;
  } catch (error) {
    uploaded.delete(file);
    throw error;
  }
}

async function upload(client: KinoraClient, file: string): Promise<string> {
  const response = await fetch(file);
  if (!response.ok) throw new Error('A media file of this template could not be loaded. Reload the page.');
  const name = file.slice(file.lastIndexOf('/') + 1);
  const { id } = await client.upload(await response.blob(), { name });
  const { source, error } = await client.sources.wait(id);
  if (source === undefined) throw new Error(error ?? 'A media file of this template could not be uploaded.');
  return source;
}
