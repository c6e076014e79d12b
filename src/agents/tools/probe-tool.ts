import { z } from 'zod';
import { listMedia } from '../list-media.ts';
import { defineTool, READS, type Tool } from '../tool.ts';

const srcField = z.string().min(1).max(8000);

/**
 * Creates the tool that describes a media file.
 *
 * @param readsPaths true if edits may name files on this machine.
 * @param listsFiles true if the agent may use files of a folder. Then the tool lists them.
 */
export function createProbeTool(readsPaths: boolean, listsFiles: boolean): Tool {
  const about = 'The file as in the "src" of an asset: a URL';
  const field = srcField.describe(
    readsPaths ? `${about}, or a path relative to the working folder.` : `${about}.`,
  );
  const src = listsFiles ? field.optional() : field;
  const list = listsFiles ? ' Without src, lists the media of the working folder.' : '';
  return defineTool({
    name: 'probe',
    title: 'Look into a media file',
    description: `Says what a video, image or sound file is: duration in seconds, size, streams. Use it before you write an edit with the file, and on a finished render.${list}`,
    input: z.strictObject({ src }),
    annotations: READS,
    scope: 'read',
    isLight: false,
    async run({ src: given }, { backend, compute }, context) {
      if (given !== undefined)
        return { content: await compute('summarizeMedia', await backend.probe(given, context)) };
      const { files, isCut } = await listMedia(backend.folder ?? '');
      return { content: { folder: backend.folder, files, ...(isCut && { more: true }) } };
    },
  });
}
