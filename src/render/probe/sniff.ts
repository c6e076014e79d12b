import { open, stat } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { SourceFile } from '../media/source-file.ts';
import { detectSubtitleFormat } from '../subtitles/subtitle-format.ts';
import { decodeSubtitles } from '../subtitles/decode-subtitles.ts';
import { readXmlProlog } from '../subtitles/xml-prolog.ts';

/** Bytes of a remote file, and of a text, that show what it is. */
const HEAD_BYTES = 64 * 1024;

/** Moving pictures and sounds by their first bytes, with the FFmpeg demuxer for each. */
const DEMUXERS: Readonly<Record<string, string>> = {
  mp4: 'mov',
  m4v: 'mov',
  m4a: 'mov',
  m4b: 'mov',
  mov: 'mov',
  qt: 'mov',
  '3gp': 'mov',
  '3g2': 'mov',
  f4v: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  mp3: 'mp3',
  mp2: 'mp3',
  aac: 'aac',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  ogv: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  avi: 'avi',
  flv: 'flv',
  mts: 'mpegts',
  m2ts: 'mpegts',
  mpg: 'mpeg',
  asf: 'asf',
  aif: 'aiff',
  caf: 'caf',
  wv: 'wv',
  mxf: 'mxf',
};

/** Still pictures by their first bytes, with the FFmpeg demuxer for each. */
const STILLS: Readonly<Record<string, string>> = {
  jpg: 'jpeg_pipe',
  png: 'png_pipe',
  apng: 'apng',
  webp: 'webp_pipe',
  gif: 'gif',
  avif: 'mov',
  tif: 'tiff_pipe',
  bmp: 'bmp_pipe',
};

const FONTS: readonly string[] = ['ttf', 'otf', 'woff', 'woff2', 'ttc'];

/** The first bytes of a Wave64 file. */
const WAVE64 = Buffer.from('726966662e91cf11a5d628db04c10000', 'hex');

/** What a file is by its first bytes, never by a name (contract C31). */
export interface FileType {
  readonly kind: 'still' | 'vector' | 'av' | 'font' | 'subtitles' | 'other';
  /** The FFmpeg demuxer that reads it; absent for what is no media. */
  readonly demuxer?: string;
  /** As one says it: `mp4`, `of type pdf`, `an HTML page`. */
  readonly displayName: string;
  /** The ending of a name that fits, such as `.mp4`; absent when the bytes tell none. */
  readonly extension?: string | undefined;
}

/** Finds out what a file is by its first bytes. @throws {RemoteReadError} when its first bytes cannot be had. */
export async function sniff(file: SourceFile): Promise<FileType> {
  const type =
    typeof file === 'string' ? await fileTypeFromFile(file) : await fileTypeFromBuffer(await readHead(file));
  const ext = type?.ext ?? '';
  const extension = ext === '' ? undefined : `.${ext}`;
  if (STILLS[ext]) return { kind: 'still', demuxer: STILLS[ext], displayName: ext, extension };
  if (DEMUXERS[ext]) return { kind: 'av', demuxer: DEMUXERS[ext], displayName: ext, extension };
  if (FONTS.includes(ext)) return { kind: 'font', displayName: 'a font', extension };
  return sniffBytes(await readHead(file), ext, extension);
}

/** Finds out what a file is that `file-type` does not know. */
function sniffBytes(bytes: Buffer, ext: string, extension: string | undefined): FileType {
  const sound = sniffSound(bytes);
  if (sound) return { kind: 'av', ...sound, extension: `.${sound.displayName}` };
  if (isDrawing(bytes)) return { kind: 'vector', displayName: 'an SVG drawing', extension: '.svg' };
  if (ext === '' || ext === 'xml' || ext === 'vtt') {
    const format = detectSubtitleFormat(decodeSubtitles(bytes, false));
    const displayName = `a subtitle file (${format?.toUpperCase()})`;
    if (format) return { kind: 'subtitles', displayName, extension: `.${format}` };
  }
  const displayName = describeContent(ext, bytes);
  return { kind: 'other', displayName, extension: displayName === HTML_PAGE ? '.html' : extension };
}

/** Sounds that `file-type` does not know, or does not tell apart. */
function sniffSound(
  bytes: Buffer,
): (Pick<FileType, 'displayName'> & { readonly demuxer: string }) | undefined {
  const start = bytes.toString('latin1', 0, 16);
  // A WAV file of more than 4 GB.
  if (/^(RF64|BW64)....WAVE/s.test(start)) return { demuxer: 'wav', displayName: 'wav' };
  if (bytes.subarray(0, 16).equals(WAVE64)) return { demuxer: 'w64', displayName: 'w64' };
  if (!start.startsWith('\x0b\x77')) return undefined;
  // The version of the bit stream: above 10 for Enhanced AC-3.
  const isEnhanced = (bytes[5] ?? 0) >> 3 > 10;
  return isEnhanced ? { demuxer: 'eac3', displayName: 'eac3' } : { demuxer: 'ac3', displayName: 'ac3' };
}

/** Bytes of a file in all; undefined when nobody knows. */
export async function sizeOf(file: SourceFile): Promise<number | undefined> {
  return typeof file === 'string' ? (await stat(file)).size : file.size;
}

/** The path of a file all of whose bytes are there. @throws {RemoteReadError} when they cannot be had. */
export async function fetchWholeFile(file: SourceFile): Promise<string> {
  if (typeof file === 'string') return file;
  await file.fetchRange(0, Number.MAX_SAFE_INTEGER);
  return file.path;
}

async function readHead(file: SourceFile): Promise<Buffer> {
  const length = typeof file === 'string' ? HEAD_BYTES : await file.fetchRange(0, HEAD_BYTES);
  await using handle = await open(typeof file === 'string' ? file : file.path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

const HTML_PAGE = 'an HTML page';

function describeContent(ext: string, bytes: Buffer): string {
  if (bytes.length === 0) return 'empty';
  const text = decodeText(bytes);
  const { type, rest } = readXmlProlog(text ?? '');
  if (type === 'html' || /^<(html|head|body|p|div|h1)\b/i.test(rest)) return HTML_PAGE;
  if (ext !== '') return `of type ${ext}`;
  if (/^\[script info\]/i.test(rest)) return 'a subtitle file (SSA)';
  return text === undefined ? 'of no known media type' : 'text';
}

function isDrawing(bytes: Buffer): boolean {
  const { type = 'svg', rest } = readXmlProlog(decodeText(bytes) ?? '');
  return type === 'svg' && /^<(\w+:)?svg[\s>/]/.test(rest);
}

/** The bytes as text; undefined where they are none. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  // A letter may be cut in two at the end of the bytes, but there only.
  return text.slice(0, -1).includes('\uFFFD') ? undefined : text;
}
