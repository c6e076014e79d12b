import { signal } from '@preact/signals';
import type { KinoraClient, ListedTemplate } from '../../client/index.ts';

/** The addresses of the pictures of templates, by their ids. */
export const templatePictures = signal<ReadonlyMap<string, string>>(new Map());

/** The versions whose pictures are drawn or on their way. */
const drawn = new Set<string>();

const MOMENTS = 4;
const COLUMNS = 2;
const WIDTH = 640;

/** Draws a picture of each template, one after the other. A template that cannot be drawn stays without one. */
export async function drawTemplates(
  client: KinoraClient,
  templates: readonly ListedTemplate[],
): Promise<void> {
  for (const { id, version } of templates) {
    const name = `${id} ${version}`;
    if (drawn.has(name)) continue;
    drawn.add(name);
    const picture = await draw(client, id).catch(() => undefined);
    if (picture !== undefined) templatePictures.value = new Map(templatePictures.peek()).set(id, picture);
  }
}

async function draw(client: KinoraClient, id: string): Promise<string> {
  const { template } = await client.templates.get(id);
  // A template need not be finished. The server says so.
  const edit = template as Parameters<KinoraClient['sheet']>[0];
  const options = { moments: MOMENTS, columns: COLUMNS, width: WIDTH, times: false, format: 'jpeg' } as const;
  const bytes = await client.sheet(edit, options);
  return URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
}
