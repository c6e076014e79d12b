// This file runs on any Node.js from version 20 on, so it loads everything else only when it is called.
import type { Edit, EditWithOutputs, Media } from '../client/built/types.ts';
import type {
  EditVerdict,
  FramePictureOptions,
  LibraryEditOptions,
  LibraryOptions,
  RenderedFiles,
  RenderFileOptions,
} from './calls.ts';

export type * from './calls.ts';

const MIN_NODE_VERSION = 24;

if (Number(process.versions.node.split('.', 1)[0]) < MIN_NODE_VERSION) {
  throw new Error(
    `The library of Kinora needs Node.js ${MIN_NODE_VERSION} or newer. This is ${process.version}. ` +
      'The command `npx kinora` works here, because it brings its own Node.js.',
  );
}

/**
 * Renders an edit to a file, with the engine in child processes of this process. Files appear only when they are
 * complete.
 *
 * @throws {LibraryError} `validation_failed` if the edit is invalid, with a line for each problem, if an option is
 *   wrong or unknown, or if an extension does not fit; `not_found` if the folder of the output does not exist;
 *   `cancelled`; or the code of what went wrong with a source, such as `asset_unreachable`.
 */
export async function render(
  edit: Edit | EditWithOutputs,
  options: RenderFileOptions,
): Promise<RenderedFiles> {
  const { renderFiles } = await import('./render-files.ts');
  return renderFiles(edit, options);
}

/**
 * Draws one frame of an edit, as {@link render} would.
 *
 * @returns the bytes of a PNG or a JPEG. In Node.js, a `Buffer`.
 * @throws {LibraryError} as {@link render}.
 */
export async function frame(edit: Edit | EditWithOutputs, options: FramePictureOptions): Promise<Uint8Array> {
  const { drawFrame } = await import('./draw-frame.ts');
  return drawFrame(edit, options);
}

/**
 * Checks an edit. Reads local files, such as fonts and subtitles, which show if texts fit. Opens no network.
 *
 * @param edit any value, as an edit may come from anywhere.
 * @throws {LibraryError} `cancelled`, or `validation_failed` if an option is wrong. An invalid edit is a result, not
 *   an error.
 */
export async function validate(edit: unknown, options: LibraryEditOptions = {}): Promise<EditVerdict> {
  const { judgeEdit } = await import('./judge-edit.ts');
  return judgeEdit(edit, options);
}

/**
 * Returns the properties of a media file, in the format of `ffprobe -show_streams -show_chapters -show_format`.
 *
 * @param source a path, a `file:` URL or an http(s) URL. Of a URL, only the bytes that are needed are fetched.
 * @throws {LibraryError} `validation_failed` if the source or an option is wrong; `cancelled`; or the code of what
 *   went wrong with the file, such as `asset_not_found`.
 */
async function probeMedia(source: string | URL, options: LibraryOptions = {}): Promise<Media> {
  const { probeSource } = await import('./probe-source.ts');
  return probeSource(source, options);
}

export { probeMedia as probe };
