import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import type { NewFile } from '../backend.ts';
import { defineTool, MAKES, type Tool } from '../tool.ts';

/** Maximum characters of the content of a file. */
const MAX_CONTENT = 3_000_000;
/** Base64 without white space. With it, the time to find out would grow with the square of the length. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Creates the tool that makes a file usable in edits.
 *
 * @param readsFiles true if the agent may name files on this machine.
 */
export function createUploadTool(readsFiles: boolean): Tool {
  const path = z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Path of a file, relative to the working folder.');
  const ways = readsFiles ? '"path", "url" or "content"' : '"url" or "content"';
  return defineTool({
    name: 'upload',
    title: 'Bring a file',
    description: `Makes a file usable in edits and returns the "src" for an asset. Give one of ${ways}.`,
    input: z.strictObject({
      ...(readsFiles && { path }),
      url: z.string().min(1).max(8000).optional().describe('Public http or https URL of the file.'),
      content: z
        .string()
        .min(1)
        .max(MAX_CONTENT)
        .optional()
        .describe('Content of a small file: text such as SVG or SRT, or base64.'),
      encoding: z.enum(['text', 'base64']).default('text').describe('How "content" is written.'),
      name: z
        .string()
        .regex(/^[\w-][\w.-]{0,99}$/, 'must be a file name such as logo.svg')
        .optional()
        .describe('Name of a file with "content", such as logo.svg.'),
      id: z.string().min(1).max(200).optional().describe('Id of an earlier call that was not finished.'),
    }),
    annotations: MAKES,
    scope: 'render',
    isLight: false,
    prepare: (given) => ({ file: toFile(given, ways) }),
    async run({ file }, { backend }, context) {
      return { content: await backend.upload(file, context) };
    },
  });
}

interface UploadFields {
  readonly path?: unknown;
  readonly url?: string | undefined;
  readonly content?: string | undefined;
  readonly encoding: 'text' | 'base64';
  readonly name?: string | undefined;
  readonly id?: string | undefined;
}

function toFile({ path, url, content, encoding, name, id }: UploadFields, ways: string): NewFile {
  const isOne = [path, url, content, id].filter((each) => each !== undefined).length === 1;
  if (!isOne) throw new KinoraError('validation_failed', `Give exactly one of ${ways}.`);
  if (typeof path === 'string') return { kind: 'path', path };
  if (url !== undefined) return { kind: 'url', url };
  if (id !== undefined) return { kind: 'begun', id };
  if (name === undefined)
    throw new KinoraError('validation_failed', '"content" needs a "name", such as logo.svg.');
  return { kind: 'bytes', name, bytes: decode(content ?? '', encoding) };
}

function decode(content: string, encoding: UploadFields['encoding']): Uint8Array {
  if (encoding === 'base64' && !BASE64.test(content.replaceAll(/\s/g, '')))
    throw new KinoraError('validation_failed', '"content" is not base64. For text, leave out "encoding".');
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
}
