import { readXmlProlog } from '../subtitles/xml-prolog.ts';

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
export function detectPlaylist(text: string): string | undefined {
  const { rest } = readXmlProlog(text);
  return PLAYLISTS.find(([, pattern]) => pattern.test(rest))?.[0];
}
