import { writeEdit } from '../document/edit-text.ts';

/** The edit of a new browser: it needs no file. */
export const FIRST_EDIT = writeEdit({
  timeline: {
    background: '#101828',
    tracks: [
      {
        clips: [
          {
            asset: {
              type: 'shape',
              shape: 'rectangle',
              rectangle: { width: 1280, height: 10 },
              fill: { color: '#f5b544' },
              width: 1280,
              height: 10,
            },
            start: 0,
            length: 6,
            position: 'bottom',
          },
        ],
      },
      {
        clips: [
          {
            asset: {
              type: 'rich-text',
              text: 'Hello, Kinora',
              font: { family: 'Montserrat', size: 96, weight: 800, color: '#ffffff' },
            },
            start: 0,
            length: 3,
            effect: 'zoomInSlow',
          },
          {
            asset: {
              type: 'rich-text',
              text: 'A video from JSON',
              font: { family: 'Montserrat', size: 72, weight: 700, color: '#f5b544' },
            },
            start: 3,
            length: 3,
            transition: { in: 'fade', out: 'fade' },
          },
        ],
      },
    ],
  },
  output: { format: 'mp4', resolution: 'hd' },
});
