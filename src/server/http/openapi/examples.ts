// Values that several examples share, so that the examples are consistent with each other.

const OWNER = 'k3xq9m2vtb';
const RENDER_ID = '019a9f3c-7c1e-4b52-8d0a-0f6f4b1c2d3e';
const FILE = `https://media.example.com/files/v1/${OWNER}/${RENDER_ID}`;

const EDIT = {
  timeline: {
    background: '#101828',
    tracks: [
      {
        clips: [
          {
            asset: {
              type: 'text',
              text: 'Hello {{ NAME }}',
              font: { family: 'Montserrat', size: 96, color: '#ffffff' },
            },
            start: 0,
            length: 4,
            transition: { in: 'fade', out: 'fade' },
          },
        ],
      },
      {
        clips: [
          {
            asset: { type: 'text', text: 'An edit in, a film out', font: { size: 32, color: '#a5b4fc' } },
            start: 1,
            length: 3,
            offset: { y: -0.12 },
            transition: { in: 'fade', out: 'fade' },
          },
        ],
      },
    ],
  },
  output: {
    format: 'mp4',
    resolution: 'hd',
    poster: { capture: 2 },
    thumbnail: { capture: 2, scale: 0.25 },
  },
  merge: [{ find: 'NAME', replace: 'world' }],
};

/** An edit, its render and other things that are made of it. */
export const EXAMPLE = {
  edit: EDIT,
  templateId: '019a9f3c-9d10-4c44-9a52-5b7e8c9d0a1b',
  keptEdit: {
    id: '019a9f3c-b2d7-4e61-8c35-7a4f9e1d2b6c',
    name: 'Summer film',
    dialect: 'interface',
    version: 7,
    created: '2026-03-01T09:30:00.000Z',
    updated: '2026-03-01T10:12:40.000Z',
  },
  render: {
    id: RENDER_ID,
    owner: OWNER,
    plan: 'basic',
    status: 'done',
    duration: 8.5,
    renderTime: 5210,
    stages: { queued: 12, fetching: 640, preprocessing: 310, rendering: 4120, saving: 140 },
    url: `${FILE}.mp4`,
    poster: `${FILE}-poster.jpg`,
    thumbnail: `${FILE}-thumb.jpg`,
    segments: { reused: 3, made: 1 },
    progress: 1,
    created: '2026-11-20T09:30:00.000Z',
    updated: '2026-11-20T09:30:07.250Z',
  },
};
