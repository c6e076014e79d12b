import type { StillEncoding } from '../../stills/write-still.ts';

/** The formats of still renditions. */
export type StillRenditionFormat = 'jpg' | 'png' | 'webp' | 'tif' | 'avif';

/** Qualities of a rendition without `quality`. The difference to the source is invisible at the usual size. */
const DEFAULT_QUALITY = { jpg: 90, webp: 85, avif: 65 } as const;
/** The `quality` at which WebP and AVIF become lossless. */
const LOSSLESS_QUALITY = 100;
/** The lowest `quality` at which the chroma keeps its full size. */
const FULL_CHROMA_QUALITY = { jpg: 95, avif: 90 } as const;

/**
 * Returns the encoder settings for a quality.
 *
 * @param quality `quality` of the transformation, from 1 to 100. PNG and TIFF are lossless and ignore it.
 */
export function stillEncodingOf(format: StillRenditionFormat, quality: number | undefined): StillEncoding {
  switch (format) {
    case 'jpg': {
      const value = quality ?? DEFAULT_QUALITY.jpg;
      return { format, quality: value, chroma: chromaAt(value, FULL_CHROMA_QUALITY.jpg) };
    }
    case 'webp': {
      const value = quality ?? DEFAULT_QUALITY.webp;
      return { format, quality: value, lossless: value >= LOSSLESS_QUALITY };
    }
    case 'avif': {
      const value = quality ?? DEFAULT_QUALITY.avif;
      const lossless = value >= LOSSLESS_QUALITY;
      return { format, quality: value, lossless, chroma: chromaAt(value, FULL_CHROMA_QUALITY.avif) };
    }
    case 'png':
    case 'tif':
      return { format };
  }
}

function chromaAt(quality: number, full: number): '4:2:0' | '4:4:4' {
  return quality >= full ? '4:4:4' : '4:2:0';
}
