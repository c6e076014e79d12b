import { extname } from 'node:path';

/** By the ending of a name. The first ones are what we make, the others what a transfer may bring. */
const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.gif': 'image/gif',
  '.mp3': 'audio/mpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.bmp': 'image/bmp',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.mkv': 'video/matroska',
  '.m4v': 'video/x-m4v',
  '.avi': 'video/x-msvideo',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
};

/** The media type of a stored file by its name; of an unknown one `application/octet-stream`. */
export function mediaTypeOf(name: string): string {
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
