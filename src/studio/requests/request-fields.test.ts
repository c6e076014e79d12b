import { describe, expect, it } from 'vitest';
import { buildRequest, listRequestFields } from './request-fields.ts';

const DOCUMENT = {
  components: {
    schemas: {
      Size: {
        properties: {
          width: { type: 'integer', minimum: 1, maximum: 4096 },
          height: { type: 'integer', minimum: 1, maximum: 4096 },
        },
      },
      Request: {
        properties: {
          format: { type: 'string', enum: ['mp4', 'webm'], description: 'Format of the file.' },
          size: { $ref: '#/components/schemas/Size', description: 'Size in pixels.' },
          fps: { type: 'number', enum: [25, 29.97] },
          upright: { type: 'boolean' },
          text: { type: 'string', maxLength: 4000 },
          startSrc: { type: 'string' },
          voice: { anyOf: [{ type: 'string', enum: ['Adam'] }, { type: 'string' }] },
          audio: {
            type: 'object',
            properties: {
              provider: { type: 'string', const: 'dolby' },
              preset: { type: 'string', enum: ['music'] },
            },
            required: ['preset'],
          },
        },
        required: ['text'],
      },
    },
  },
};
const REQUEST = DOCUMENT.components.schemas.Request;

describe('the fields of a request', () => {
  const fields = listRequestFields(DOCUMENT, REQUEST);

  it('are those of its objects, without what is fixed', () => {
    expect(fields.map(({ pointer, kind }) => [pointer, kind])).toEqual([
      ['/format', 'choice'],
      ['/size/width', 'number'],
      ['/size/height', 'number'],
      ['/fps', 'choice'],
      ['/upright', 'choice'],
      ['/text', 'long text'],
      ['/startSrc', 'image'],
      ['/voice', 'text'],
      ['/audio/preset', 'choice'],
    ]);
  });

  it('have titles, limits and choices', () => {
    expect(fields[1]).toMatchObject({ title: 'Width', minimum: 1, maximum: 4096, isRequired: false });
    expect(fields[3]).toMatchObject({ title: 'Frames per second', choices: ['25', '29.97'] });
    expect(fields[5]).toMatchObject({ isRequired: true, maxLength: 4000 });
    expect(fields[7]).toMatchObject({ isOpen: true, choices: ['Adam'] });
  });
});

describe('a request', () => {
  it('has what was written, with its type', () => {
    const values = {
      '/size/height': '360',
      '/fps': '29.97',
      '/upright': 'false',
      '/text': 'Hi',
      '/format': '',
      '/audio/preset': 'music',
    };
    expect(buildRequest(DOCUMENT, REQUEST, values)).toEqual({
      size: { height: 360 },
      fps: 29.97,
      upright: false,
      text: 'Hi',
      audio: { provider: 'dolby', preset: 'music' },
    });
  });

  it('leaves it to the server to refuse a number', () => {
    expect(buildRequest(DOCUMENT, REQUEST, { '/size/width': 'wide' })).toEqual({ size: { width: 'wide' } });
    expect(buildRequest(DOCUMENT, REQUEST, {})).toEqual({});
  });
});
