import type { Database } from '../../../store/database.ts';
import {
  beginRendition,
  findQueuedRenditions,
  setRenditionFile,
  setRenditionReady,
} from '../../../store/renditions.ts';
import type { RenditionKind } from '../../../store/schema.ts';
import { beginImport, setSourceFile, setSourceReady } from '../../../store/sources.ts';

/** The storage keys of the files of a source, of its last rendition and of its transcription. */
interface ImportedFiles extends Partial<Record<RenditionKind, string>> {
  readonly source: string;
}

/** Imports a source as a worker does, and makes its renditions. Stores no files. */
export async function importSource(
  tables: Database['tables'],
  folder: string,
  id: string,
): Promise<ImportedFiles> {
  const attempt = await beginImport(tables, id);
  if (attempt === undefined) throw new Error('The source cannot be imported.');
  const files: ImportedFiles = { source: `${folder}/${id}/source.mp4` };
  await setSourceFile(tables, attempt, files.source);
  const facts = { width: 1920, height: 1080, duration: 2.5, fps: 29.97 };
  await setSourceReady(tables, attempt, { ...facts, kind: 'video', sha256: 'ab', bytes: 3 });
  for (const { id: rendition, kind } of await findQueuedRenditions(tables, id)) {
    files[kind] = `${folder}/${id}/${rendition}.${kind === 'rendition' ? 'webm' : 'vtt'}`;
    await finishRendition(tables, rendition, files[kind], RENDITION_FACTS[kind]);
  }
  return files;
}

const RENDITION_FACTS = {
  rendition: { width: 640, height: 360, duration: 2.5, fps: 25 },
  transcription: { width: null, height: null, duration: null, fps: null },
};

async function finishRendition(
  tables: Database['tables'],
  id: string,
  file: string,
  facts: (typeof RENDITION_FACTS)[RenditionKind],
): Promise<void> {
  const attempt = await beginRendition(tables, id, id);
  if (attempt === undefined || attempt === 'wait') throw new Error('The rendition cannot begin.');
  await setRenditionFile(tables, attempt, file);
  await setRenditionReady(tables, attempt, { ...facts, execution_time: 12.5 });
}
