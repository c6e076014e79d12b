/** A fetched image. */
export interface FetchedImage {
  readonly path: string;
  /** The media type, such as `image/png`. */
  readonly mediaType: string;
  /** Whole pixels, as seen upright. */
  readonly width: number;
  /** Whole pixels, as seen upright. */
  readonly height: number;
  release(): Promise<void>;
}
