// Requests and answers that the description shows. A test holds them to their schemas.

const ID = '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e';
const TEMPLATE_ID = '019a9f3c-9d10-7c44-9a52-5b7e8c9d0a1b';
const ASSET_ID = '019a9f3d-11aa-7f03-b1c2-d3e4f5061728';
const POSTER_ID = '019a9f3d-11ab-7d52-93b0-0f1e2d3c4b5a';
const THUMBNAIL_ID = '019a9f3d-11ac-7a90-8c1d-2e3f40516273';
const OWNER = 'k3xq9m2vtb';
const CREATED = '2026-11-20T09:30:00.000Z';
const UPDATED = '2026-11-20T09:30:07.250Z';
const FILE = `https://media.example.com/files/v1/${OWNER}/${ID}`;
const URL = `${FILE}.mp4`;
const [POSTER, THUMBNAIL] = [`${FILE}-poster.jpg`, `${FILE}-thumb.jpg`];

export const edit = {
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
    ...{ format: 'mp4', resolution: 'hd' },
    ...{ poster: { capture: 2 }, thumbnail: { capture: 2, scale: 0.25 } },
  },
  merge: [{ find: 'NAME', replace: 'world' }],
};

export const template = { name: 'Greeting', template: edit };
export const templateRender = { id: TEMPLATE_ID, merge: [{ find: 'NAME', replace: 'Ada' }] };

export const queued = {
  success: true,
  message: 'Created',
  response: { message: 'Render Successfully Queued', id: ID },
};

/** Answers about callbacks. */
export const resent = {
  success: true,
  message: 'OK',
  response: { message: 'Callback Successfully Queued', id: ID },
};

export const callbacks = {
  success: true,
  message: 'OK',
  response: {
    callbacks: [
      {
        ...{
          id: ID,
          event: 'edit/render',
          status: 'delivered',
          url: 'https://example.com/hook',
          body: {
            type: 'edit',
            action: 'render',
            id: ID,
            owner: OWNER,
            status: 'done',
            url: URL,
            error: null,
          },
          created: UPDATED,
        },
        attempts: [
          {
            number: 1,
            code: 503,
            error: 'The receiver answered with the status 503.',
            took: 41,
            ended: UPDATED,
          },
          { number: 2, code: 200, error: null, took: 38, ended: UPDATED },
        ],
      },
    ],
  },
};

const finished = {
  ...{ id: ID, owner: OWNER, plan: 'basic', status: 'done', duration: 8.5, renderTime: 5210.4, url: URL },
  ...{ poster: POSTER, thumbnail: THUMBNAIL, progress: 1, created: CREATED, updated: UPDATED },
};

export const render = { success: true, message: 'OK', response: { ...finished, data: edit } };

export const renders = {
  success: true,
  message: 'OK',
  response: { owner: OWNER, renders: [finished], cursor: null },
};

export const dryRun = {
  success: true,
  message: 'OK',
  response: {
    message: 'Dry Run: Nothing Was Rendered',
    timeline: {
      duration: 4,
      tracks: [{ clips: [{ start: 0, length: 4 }] }, { clips: [{ start: 1, length: 3 }] }],
    },
    output: { format: 'mp4', width: 1280, height: 720, fps: 25, frames: 100, duration: 4 },
    warnings: [],
  },
};

export const event = {
  ...{ id: ID, status: 'rendering', progress: 0.42, eta: 3 },
  ...{ poster: null, thumbnail: null },
};

export const templateStored = {
  success: true,
  message: 'Created',
  response: { message: 'Template Successfully Created', id: TEMPLATE_ID },
};

export const templates = {
  success: true,
  message: 'OK',
  response: {
    owner: OWNER,
    templates: [{ id: TEMPLATE_ID, name: 'Greeting', created: CREATED, updated: UPDATED }],
  },
};

export const templateData = {
  success: true,
  message: 'OK',
  response: { id: TEMPLATE_ID, name: 'Greeting', owner: OWNER, template: edit },
};

export const probe = {
  success: true,
  message: 'ok',
  response: {
    metadata: {
      streams: [
        {
          ...{ index: 0, codec_name: 'h264', codec_type: 'video', width: 1920, height: 1080 },
          ...{ r_frame_rate: '30000/1001', duration: '10.010000' },
        },
      ],
      chapters: [],
      format: {
        ...{ filename: 'https://example.com/beach.mp4', format_name: 'mov,mp4,m4a,3gp,3g2,mj2' },
        ...{ duration: '10.010000', size: '5253880', bit_rate: '4198905' },
      },
    },
  },
};

const hosted = {
  type: 'asset',
  attributes: {
    ...{ id: ASSET_ID, owner: OWNER, region: 'local', renderId: ID },
    ...{ provider: 'shotstack', providerId: ASSET_ID },
    ...{ filename: `${ID}.mp4`, url: URL, status: 'ready', created: CREATED, updated: UPDATED },
  },
};

export const transfer = {
  url: 'https://example.com/beach.mp4',
  id: 'beach',
  destinations: [{ provider: 's3', options: { region: 'eu-central-1', bucket: 'films' } }],
};
export const transferred = {
  data: { type: 'asset', attributes: { id: 'beach', owner: OWNER, status: 'queued', created: CREATED } },
};

export const asset = { data: hosted };
export const assets = {
  data: [hosted, still(POSTER_ID, POSTER), still(THUMBNAIL_ID, THUMBNAIL)],
};

function still(id: string, url: string) {
  const filename = url.slice(url.lastIndexOf('/') + 1);
  return { ...hosted, attributes: { ...hosted.attributes, id, providerId: id, filename, url } };
}
