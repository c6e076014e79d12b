/** Absolute paths of the media in the edit. */
export interface Media {
  readonly video: string;
  readonly alpha: string;
  readonly picture: string;
  readonly matte: string;
  readonly keyed: string;
  readonly animated: string;
  readonly font: string;
}

/** Number of frames of {@link createFullEdit}: three seconds at 25 fps. */
export const FRAMES = 75;

/** Creates an edit with everything that moves, keeps state or is redrawn in every frame. */
export function createFullEdit(media: Media): unknown {
  const { video, alpha, picture, matte, keyed, animated, font } = media;
  const whole = { start: 0, length: 3 };
  return {
    timeline: {
      background: '#203040',
      fonts: [{ src: font }],
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
              asset: { type: 'image', src: animated },
              ...whole,
              scale: 0.2,
              position: 'right',
              filter: 'blur',
            },
            { asset: { type: 'luma', src: matte }, start: 1.5, length: 1.2 },
          ],
        },
        {
          clips: [
            {
              asset: { type: 'video', src: keyed, chromaKey: { color: '#00b140', threshold: 80, halo: 60 } },
              ...whole,
              scale: [{ from: 0.3, to: 0.5, start: 0, length: 3 }],
              offset: { x: 0.2, y: -0.2 },
              transform: { rotate: { angle: 30 } },
              filter: 'boost',
            },
            { asset: { type: 'luma', src: matte, trim: 0.4 }, start: 0, length: 0.6 },
          ],
        },
        {
          clips: [
            {
              asset: {
                type: 'rich-text',
                text: 'Rich animated text',
                font: { family: 'Michroma', size: 16, color: '#ffffff' },
                shadow: { blur: 3, offsetY: 2 },
                animation: { preset: 'slideIn', style: 'character', direction: 'up', duration: 1.5 },
              },
              start: 0.3,
              length: 2.4,
              offset: { y: 0.2 },
            },
            {
              asset: {
                type: 'rich-text',
                text: 'Waves',
                font: { size: 20, color: '#ffd166' },
                animation: { preset: 'movingLetters' },
              },
              ...whole,
              offset: { y: -0.35 },
              transform: { rotate: { angle: -8 } },
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
              asset: {
                type: 'text',
                text: 'typed letter by letter',
                font: { size: 14 },
                animation: { preset: 'typewriter', duration: 2 },
              },
              ...whole,
              offset: { y: 0.4 },
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
