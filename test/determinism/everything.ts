/** Names of the media that the edit needs, to absolute paths. */
export interface Media {
  readonly video: string;
  readonly alpha: string;
  readonly picture: string;
}

/** Frames of {@link everything}: three seconds at 25 frames a second. */
export const FRAMES = 75;

/** An edit with everything in it that moves, keeps a state, or is drawn anew in every frame. */
export function everything({ video, alpha, picture }: Media): unknown {
  const whole = { start: 0, length: 3 };
  return {
    timeline: {
      background: '#203040',
      tracks: [
        { clips: [{ asset: { type: 'image', src: picture }, ...whole, effect: 'zoomInSlow' }] },
        {
          clips: [
            {
              asset: { type: 'video', src: video, trim: 0.2 },
              ...whole,
              scale: 0.4,
              position: 'topLeft',
            },
          ],
        },
        {
          clips: [
            {
              asset: { type: 'video', src: video, speed: 1.37, crop: { left: 0.1 } },
              start: 0.4,
              length: 1.8,
              scale: [{ from: 0.3, to: 0.5, start: 0, length: 1.5, interpolation: 'bezier' }],
              offset: { x: [{ from: -0.3, to: 0.3, start: 0, length: 1.7 }], y: -0.2 },
              transform: { rotate: { angle: [{ from: -20, to: 40, start: 0.2, length: 1 }] } },
              transition: { in: 'shuffleTopLeftFast', out: 'carouselRight' },
            },
          ],
        },
        {
          clips: [
            {
              asset: { type: 'video', src: alpha },
              start: 1,
              length: 1.5,
              scale: 0.5,
              transition: { in: 'wipeRight', out: 'zoom' },
            },
          ],
        },
        {
          clips: [
            {
              asset: {
                type: 'text',
                text: 'Everything 你好 مرحبا 🎉',
                font: { size: 20 },
                stroke: { width: 2, color: '#000000' },
              },
              start: 0.5,
              length: 2,
              opacity: [{ from: 0.2, to: 1, start: 0, length: 1 }],
              transition: { in: 'slideUp', out: 'fade' },
            },
            {
              asset: { type: 'title', text: 'Title', style: 'marker', position: 'bottom' },
              ...whole,
              effect: 'slideLeftFast',
              transition: { in: 'reveal' },
            },
          ],
        },
      ],
    },
    output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
  };
}
