import { readFile } from 'node:fs/promises';
import { createBox, findEditable, joinBoxes, parseEditable, words } from '../media/edit-boxes.ts';

/** The file and the server that a hostile file tries to open. */
export interface Canary {
  /** The path of a media file. */
  readonly path: string;
  /** An address of a server, without a slash at its end. */
  readonly address: string;
}

/** An ID3 tag without content, so that the file counts as an MP3, no matter what follows. */
const EMPTY_TAG = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');

/**
 * Makes files that ask for another file or for an address. Returns them by their kinds.
 *
 * @param film the path of an MP4 with its index at the end.
 */
export async function makeForeignFiles(canary: Canary, film: string): Promise<Map<string, Buffer>> {
  const playlists = Object.entries(writePlaylists(canary)).map(
    ([name, text]) => [name, Buffer.from(text)] as const,
  );
  const disguised = playlists.map(
    ([name, text]) => [`${name} behind an ID3 tag`, Buffer.concat([EMPTY_TAG, text])] as const,
  );
  const movie = await readFile(film);
  return new Map([
    ...playlists,
    ...disguised,
    ['mov with a track in another file', referToFile(movie, canary.path)],
    ['mov with a track at an address', referToAddress(movie, `${canary.address}/dref`)],
    ['mov that refers to another movie', createReferenceMovie(canary)],
    ['mkv that continues in another file', createLinkedSegment(canary.path)],
    ['avi with subtitles that are a playlist', createSubtitledAvi(canary)],
  ]);
}

function writePlaylists({ path, address }: Canary): Record<string, string> {
  const targets = [path, `file:${path}`, `file://${path}`, `${address}/hls`, `data:text/plain,${path}`];
  return {
    hls: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${targets.map((at) => `#EXTINF:1,\n${at}\n`).join('')}#EXT-X-ENDLIST\n`,
    'hls with a key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${address}/key"\n#EXT-X-MAP:URI="${path}"\n#EXTINF:1,\n${path}\n`,
    m3u: targets.join('\n'),
    pls: `[playlist]\nFile1=${path}\nFile2=${address}/pls\nNumberOfEntries=2\n`,
    ffconcat: `ffconcat version 1.0\nfile '${path}'\nfile '${address}/concat'\n`,
    'concat address': `concat:${path}|${path}`,
    dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${address}/dash</BaseURL><SegmentList><SegmentURL media="file:${path}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
    'smooth streaming': `<SmoothStreamingMedia MajorVersion="2"><StreamIndex Url="${address}/smooth"/></SmoothStreamingMedia>`,
    xspf: `<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>file://${path}</location></track></trackList></playlist>`,
    asx: `<asx version="3.0"><entry><ref href="${address}/asx"/></entry></asx>`,
    'asf reference': `[Reference]\r\nRef1=${address}/ref\r\n`,
    sdp: `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video ${new URL(address).port} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n`,
    rtsp: `RTSPtextRTSP://127.0.0.1:${new URL(address).port}/a`,
    'vobsub index': `# VobSub index file, v7 (do not modify this line!)\nid: en, index: 0\ntimestamp: 00:00:00:000, filepos: 0\n`,
    'numbered pictures': `${path.replace(/\.\w+$/, '')}-%d.png`,
    'data address': `data:audio/mpeg;base64,${Buffer.from(path).toString('base64')}`,
    'subtitles with a style file': `WEBVTT\n\nSTYLE\n::cue { background: url(${address}/style) }\n\n00:00.000 --> 00:01.000\n<img src="${address}/cue">\n`,
    'ttml with an image': `<tt xmlns="http://www.w3.org/ns/ttml"><head><metadata><image src="${address}/ttml"/></metadata></head><body><div><p begin="0s" end="1s">a</p></div></body></tt>`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="file://${path}" width="9" height="9"/><image href="${address}/svg" width="9" height="9"/><style>@import "${address}/css";</style></svg>`,
  };
}

/** Replaces the references to the own file by an alias of the Mac OS, which is how MOV names other files. */
function referToFile(movie: Buffer, path: string): Buffer {
  const name = Buffer.from(path);
  const padded = Buffer.concat([name, Buffer.alloc(name.length % 2)]);
  const entry = Buffer.alloc(4);
  entry.writeUInt16BE(2);
  entry.writeUInt16BE(name.length, 2);
  // The fields before are the volume, the name in it and the levels of folders, none of which counts.
  return withReference(movie, createBox('alis', Buffer.concat([words(0), Buffer.alloc(150), entry, padded])));
}

function referToAddress(movie: Buffer, address: string): Buffer {
  return withReference(movie, createBox('url ', Buffer.concat([words(0), Buffer.from(`${address}\0`)])));
}

function withReference(movie: Buffer, reference: ReturnType<typeof createBox>): Buffer {
  const boxes = parseEditable(movie);
  for (const table of findEditable(boxes, 'moov/trak/mdia/minf/dinf/dref')) table.boxes = [reference];
  return joinBoxes(boxes);
}

/** Creates a reference movie of QuickTime, which has only addresses instead of tracks. */
function createReferenceMovie({ path, address }: Canary): Buffer {
  const refer = (target: string): ReturnType<typeof createBox> => {
    const name = Buffer.from(`${target}\0`);
    return createBox(
      'rmda',
      joinBoxes([
        createBox('rdrf', Buffer.concat([words(0), Buffer.from('url '), words(name.length), name])),
      ]),
    );
  };
  const references = joinBoxes([refer(`file://${path}`), refer(`${address}/rmra`)]);
  return joinBoxes([
    createBox('ftyp', Buffer.from('qt  \0\0\0\0qt  ')),
    createBox('moov', joinBoxes([createBox('rmra', references)])),
  ]);
}

/** Creates a Matroska file without tracks, whose segment continues in the file with another name. */
function createLinkedSegment(path: string): Buffer {
  const element = (id: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(0x10000000 + content.length);
    return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
  };
  const uid = Buffer.alloc(16, 7);
  const information = [
    element('73a4', uid),
    element('3cb923', uid),
    element('3c83ab', Buffer.from(path)),
    element('3eb923', uid),
    element('3e83bb', Buffer.from(path)),
  ];
  // A chapter of an ordered edition lies in the segment with this identifier.
  const chapter = element('b6', Buffer.concat([element('73c4', Buffer.from([1])), element('6e67', uid)]));
  const edition = element('45b9', Buffer.concat([element('45dd', Buffer.from([1])), chapter]));
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('matroska'))),
    element(
      '18538067',
      Buffer.concat([element('1549a966', Buffer.concat(information)), element('1043a770', edition)]),
    ),
  ]);
}

/** Creates an AVI without pictures, whose stream of texts contains a playlist where a subtitle file belongs. */
function createSubtitledAvi({ path, address }: Canary): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
  };
  const playlist = Buffer.from(`#EXTM3U\n#EXTINF:1,\n${path}\n#EXTINF:1,\n${address}/gab2\n`);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(playlist.length);
  const gab2 = Buffer.concat([Buffer.from('GAB2\0\x02\0\0\0\0\0\0\x04\0', 'latin1'), size, playlist]);
  const header = Buffer.alloc(56);
  header.write('txts', 0, 'latin1');
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(1, 24);
  header.writeUInt32LE(1, 32);
  const main = Buffer.alloc(56);
  main.writeUInt32LE(1, 24);
  const stream = Buffer.concat([Buffer.from('strl'), chunk('strh', header), chunk('strf', Buffer.alloc(0))]);
  const list = Buffer.concat([Buffer.from('hdrl'), chunk('avih', main), chunk('LIST', stream)]);
  const content = Buffer.concat([Buffer.from('movi'), chunk('00tx', gab2)]);
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), chunk('LIST', list), chunk('LIST', content)]));
}
