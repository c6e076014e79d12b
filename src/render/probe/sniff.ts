import { open, stat } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { SourceFile } from '../media/source-file.ts';
import { decodeFile } from '../../base/text/decode-file.ts';
import { detectSubtitleFormat } from '../subtitles/subtitle-format.ts';
import { readXmlProlog } from '../subtitles/xml-prolog.ts';
import { beginsWithinMp3 } from './begins-within-mp3.ts';

/** The names of the kinds of playlists, with a pattern for the beginning of each. */
const PLAYLISTS: readonly (readonly [string, RegExp])[] = [
  ['a playlist (M3U)', /^#EXT(M3U|INF|-X-)/],
  ['a playlist (PLS)', /^\[playlist\]/i],
  ['a playlist (FFconcat)', /^ffconcat version/],
  ['a playlist (XSPF)', /^<(\w+:)?playlist[\s>]/],
  ['a playlist (DASH)', /^<(\w+:)?MPD[\s>]/],
  ['a playlist (Smooth Streaming)', /^<SmoothStreamingMedia[\s>]/],
  ['a playlist (ASX)', /^<asx[\s>]/i],
  ['a playlist (ASF)', /^\[reference\]/i],
  ['a description of a stream (SDP)', /^v=0\r?\n[os]=/],
  ['an index of subtitles (VobSub)', /^# VobSub index file/],
];

/**
 * Detects a playlist, which names media files instead of containing media.
 *
 * @param text the beginning of a file.
 * @returns the name of its kind in messages; undefined if the text is no playlist.
 */
function detectPlaylist(text: string): string | undefined {
  const { rest } = readXmlProlog(text);
  return PLAYLISTS.find(([, pattern]) => pattern.test(rest))?.[0];
}

/** Bytes to read from the start of a file to find out its type. */
export const HEAD_BYTES = 64 * 1024;

/** The FFmpeg demuxers of video and audio files, by the extension that `file-type` reports. */
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

/** The FFmpeg demuxer of BMP, the only still format that sharp cannot read. */
export const FFMPEG_STILL_DEMUXER = 'bmp_pipe';

/** The FFmpeg demuxers of still pictures, by the extension that `file-type` reports. */
const STILLS: Readonly<Record<string, string>> = {
  jpg: 'jpeg_pipe',
  png: 'png_pipe',
  apng: 'apng',
  webp: 'webp_pipe',
  gif: 'gif',
  avif: 'mov',
  tif: 'tiff_pipe',
  bmp: FFMPEG_STILL_DEMUXER,
};

const FONTS: readonly string[] = ['ttf', 'otf', 'woff', 'woff2', 'ttc'];

/** The first bytes of a Wave64 file. */
const WAVE64 = Buffer.from('726966662e91cf11a5d628db04c10000', 'hex');

/** The type of a file by its first bytes, never by its name (contract C31). */
export interface FileType {
  readonly kind: 'still' | 'vector' | 'lottie' | 'lut' | 'av' | 'font' | 'subtitles' | 'other';
  /** The FFmpeg demuxer that reads the file. Absent if it is not media. */
  readonly demuxer?: string;
  /** The type in messages, such as `mp4`, `of type pdf` or `an HTML page`. */
  readonly displayName: string;
  /** A matching file extension, such as `.mp4`. Absent if it is unknown. */
  readonly extension?: string | undefined;
  /** The media type, such as `video/mp4`. Absent if `file-type` does not know the file. */
  readonly mediaType?: string | undefined;
}

/**
 * Finds out the type of a file from its first bytes.
 *
 * @throws {RemoteReadError} if these bytes are unavailable.
 */
export async function sniff(file: SourceFile): Promise<FileType> {
  const type =
    typeof file === 'string' ? await fileTypeFromFile(file) : await fileTypeFromBuffer(await readHead(file));
  const ext = type?.ext ?? '';
  const extension = ext === '' ? undefined : `.${ext}`;
  const known = { displayName: ext, extension, mediaType: type?.mime };
  if (STILLS[ext]) return { kind: 'still', demuxer: STILLS[ext], ...known };
  if (DEMUXERS[ext]) return { kind: 'av', demuxer: DEMUXERS[ext], ...known };
  if (FONTS.includes(ext)) return { kind: 'font', displayName: 'a font', extension };
  return sniffBytes(await readHead(file), ext, extension);
}

/** Finds out the type of a file that `file-type` does not know. */
function sniffBytes(bytes: Buffer, ext: string, extension: string | undefined): FileType {
  // The tags of a TIFF often come last, and `file-type` needs them.
  if (ext === '' && /^(II\*\0|MM\0\*)/.test(bytes.toString('latin1', 0, 4)))
    return { kind: 'still', demuxer: 'tiff_pipe', displayName: 'tif', extension: '.tif' };
  const sound = sniffSound(bytes);
  if (sound) return { kind: 'av', ...sound, extension: `.${sound.displayName}` };
  if (isDrawing(bytes)) return { kind: 'vector', displayName: 'an SVG drawing', extension: '.svg' };
  if (isLut(bytes)) return { kind: 'lut', displayName: 'a lookup table', extension: '.cube' };
  if (isLottie(bytes)) return { kind: 'lottie', displayName: 'a Lottie animation', extension: '.json' };
  if (ext === '' || ext === 'xml' || ext === 'vtt') {
    const format = detectSubtitleFormat(decodeFile(bytes, undefined, false).text);
    const displayName = `a subtitle file (${format?.toUpperCase()})`;
    if (format) return { kind: 'subtitles', displayName, extension: `.${format}` };
  }
  const displayName = describeContent(ext, bytes);
  return { kind: 'other', displayName, extension: displayName === HTML_PAGE ? '.html' : extension };
}

/** Detects audio files that `file-type` does not know or cannot distinguish. */
function sniffSound(
  bytes: Buffer,
): (Pick<FileType, 'displayName'> & { readonly demuxer: string }) | undefined {
  const start = bytes.toString('latin1', 0, 16);
  // A WAV file of more than 4 GB.
  if (/^(RF64|BW64)....WAVE/s.test(start)) return { demuxer: 'wav', displayName: 'wav' };
  if (bytes.subarray(0, 16).equals(WAVE64)) return { demuxer: 'w64', displayName: 'w64' };
  if (beginsWithinMp3(bytes)) return { demuxer: 'mp3', displayName: 'mp3' };
  if (!start.startsWith('\x0b\x77')) return undefined;
  // AC-3 has bit stream versions up to 10. Enhanced AC-3 has higher versions.
  const isEnhanced = (bytes[5] ?? 0) >> 3 > 10;
  return isEnhanced ? { demuxer: 'eac3', displayName: 'eac3' } : { demuxer: 'ac3', displayName: 'ac3' };
}

/** Returns the size of a file in bytes, or undefined if it is unknown. */
export async function sizeOf(file: SourceFile): Promise<number | undefined> {
  return typeof file === 'string' ? (await stat(file)).size : file.size;
}

/** Fetches a whole file. @returns its local path. @throws {RemoteReadError} if its bytes are unavailable. */
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
  const playlist = detectPlaylist(text ?? '');
  if (playlist !== undefined) return playlist;
  if (ext !== '') return `of type ${ext}`;
  if (/^\[script info\]/i.test(rest)) return 'a subtitle file (SSA)';
  return text === undefined ? 'of an unknown type' : 'text';
}

function isDrawing(bytes: Buffer): boolean {
  const { type = 'svg', rest } = readXmlProlog(decodeText(bytes) ?? decodeFile(bytes, undefined, false).text);
  return type === 'svg' && /^<(\w+:)?svg[\s>/]/.test(rest);
}

/** True if a JSON file has a frame rate and an end, or layers. They may come after large pictures. */
function isLottie(bytes: Buffer): boolean {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, '') ?? '';
  return /^\s*\{/.test(text) && /"(layers|fr)"\s*:/.test(text) && /"(layers|op)"\s*:/.test(text);
}

/** True for a lookup table in the format `.cube`. Its size comes before its numbers. */
function isLut(bytes: Buffer): boolean {
  return /^LUT_[13]D_SIZE\s/m.test(decodeText(bytes) ?? '');
}

/** Decodes bytes as UTF-8. Returns undefined if they are not text. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  // The last character can be incomplete, because only the head of the file is read.
  return text.slice(0, -1).includes('\uFFFD') ? undefined : text;
}
