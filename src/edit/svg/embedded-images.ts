/** The content of an image that an SVG embeds. */
export type EmbeddedImage =
  | { readonly kind: 'pixels'; readonly pixels: number }
  | { readonly kind: 'drawing'; readonly markup: string }
  | { readonly kind: 'compressed' };

/** The first byte of each marker of a JPEG. */
const MARKER = 0xff;

/**
 * Reads the content of a `data:` URL: the number of pixels that a picture declares, or a drawing. Decodes no
 * pixels.
 *
 * @returns undefined for other URLs, which are not shown, and for data that cannot be decoded.
 */
export function readEmbeddedImage(href: string): EmbeddedImage | undefined {
  const url = href.trim();
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) return undefined;
  const data = url.slice(comma + 1);
  if (!/;\s*base64\s*$/i.test(url.slice(0, comma))) return readBytes(decodePercent(data));
  const bytes = decodeBase64(data);
  return bytes === undefined ? undefined : readBytes(bytes);
}

/** Reads bytes: a text with one character for each byte. */
function readBytes(bytes: string): EmbeddedImage {
  if (bytes.startsWith('\x1f\x8b')) return { kind: 'compressed' };
  const size = readPixelSize(bytes);
  if (size) return { kind: 'pixels', pixels: size[0] * size[1] };
  return { kind: 'drawing', markup: decodeUtf8(bytes) };
}

/** Decodes base64 to a text with one character for each byte. */
function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

function decodePercent(text: string): string {
  return encodeUtf8(text).replaceAll(/%([\da-f]{2})/gi, (_, hexadecimal: string) =>
    String.fromCharCode(Number.parseInt(hexadecimal, 16)),
  );
}

/** Replaces all characters that are not ASCII by those of their bytes. */
function encodeUtf8(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\s]/gu, (part) =>
    String.fromCharCode(...new TextEncoder().encode(part)),
  );
}

function decodeUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

function readPixelSize(bytes: string): readonly [number, number] | undefined {
  const big = (at: number, length: number): number => readNumber(bytes.slice(at, at + length));
  if (bytes.startsWith('\x89PNG')) return [big(16, 4), big(20, 4)];
  if (bytes.startsWith('GIF8'))
    return [readNumber(bytes.slice(6, 8), 'little'), readNumber(bytes.slice(8, 10), 'little')];
  if (!bytes.startsWith('\xff\xd8')) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes.charCodeAt(at) === MARKER) {
    const marker = bytes.charCodeAt(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [big(at + 7, 2), big(at + 5, 2)];
    at += marker === MARKER ? 1 : 2 + Math.max(2, big(at + 2, 2));
  }
  return [0, 0];
}

function readNumber(bytes: string, order: 'big' | 'little' = 'big'): number {
  const values = Array.from(bytes, (byte) => byte.charCodeAt(0));
  return (order === 'big' ? values : values.reverse()).reduce((sum, value) => sum * 256 + value, 0);
}
