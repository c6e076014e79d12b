import type { FrameQuality, WantedFrame } from './wanted-frame.ts';

/** Number of pictures that are kept. An exact one has a few megabytes, a fast one a tenth of that. */
const MOST: Readonly<Record<FrameQuality, number>> = { exact: 30, fast: 200 };

/** Pictures that have arrived. Those that are used stay longest. */
export class KeptFrames {
  private kept: readonly { readonly frame: WantedFrame; readonly url: string }[] = [];

  /** Returns the address of a picture. An exact one also serves while the playhead moves. */
  find({ text, at, quality }: WantedFrame): string | undefined {
    const fitting = this.kept.filter(({ frame }) => frame.at === at && frame.text === text);
    const found =
      fitting.find(({ frame }) => frame.quality === 'exact') ??
      fitting.find(({ frame }) => frame.quality === quality);
    if (found) this.kept = [...this.kept.filter((one) => one !== found), found];
    return found?.url;
  }

  /** Keeps a picture. Returns its address. */
  keep(frame: WantedFrame, picture: Blob): string {
    const url = URL.createObjectURL(picture);
    const others = this.kept.filter((one) => one.frame.quality !== frame.quality);
    const same = [...this.kept.filter((one) => one.frame.quality === frame.quality), { frame, url }];
    const most = MOST[frame.quality];
    for (const one of same.slice(0, -most)) URL.revokeObjectURL(one.url);
    this.kept = [...others, ...same.slice(-most)];
    return url;
  }

  /** Forgets all pictures. */
  clear(): void {
    for (const { url } of this.kept) URL.revokeObjectURL(url);
    this.kept = [];
  }
}
