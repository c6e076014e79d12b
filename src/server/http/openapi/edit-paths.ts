import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { RENDER_STATUSES } from '../../../store/schema.ts';
import { Id } from '../answers.ts';
import {
  CallbackListResponse,
  CallbackQueuedResponse,
  DryRunResponse,
  ProbeResponse,
  QueuedResponse,
  RenderEvent,
  RenderListResponse,
  RenderResponse,
} from '../edit/answers.ts';
import { Edit } from '../edit/bodies.ts';
import * as examples from './examples.ts';
import { counted, editFailures } from './failures.ts';
import { dryRunQuery, idempotency, idIn, Version, versionOnly } from './parameters.ts';

const editBody = {
  required: true,
  description:
    'An edit. Every string in it may hold placeholders {{ NAME }}, also where another type is asked for; the values of merge replace them before the edit is looked at.',
  content: { 'application/json': { schema: Edit, example: examples.edit } },
};

/** Renders, the probe and single frames. */
export const renderPaths: ZodOpenApiPathsObject = {
  '/edit/{version}/render': {
    post: {
      operationId: 'postRender',
      tags: ['Renders'],
      summary: 'Queue a render',
      description:
        'Checks the edit and queues its render. Ask for it by its id, or follow its events. With `dryRun=true` nothing is queued: the answer says what would be made.',
      requestParams: {
        path: versionOnly,
        query: dryRunQuery,
        header: idempotency,
      },
      requestBody: editBody,
      responses: {
        200: {
          description: 'What a render would make; only with dryRun=true.',
          headers: counted,
          content: { 'application/json': { schema: DryRunResponse, example: examples.dryRun } },
        },
        201: {
          description: 'The render was accepted.',
          headers: counted,
          content: { 'application/json': { schema: QueuedResponse, example: examples.queued } },
        },
        ...editFailures(400, 409, 413, 415),
      },
    },
    get: {
      operationId: 'listRenders',
      tags: ['Renders'],
      summary: 'List renders',
      description: 'The renders of this account and environment, newest first, in pages.',
      requestParams: {
        path: versionOnly,
        query: z.object({
          status: z.enum(RENDER_STATUSES).optional().describe('Only the renders of this status.'),
          limit: z
            .int()
            .min(1)
            .max(100)
            .optional()
            .meta({ description: 'How many on one page, 1 to 100. Default 20.', default: 20 }),
          cursor: z.string().optional().describe('What the page before gave as cursor.'),
        }),
      },
      responses: {
        200: {
          description: 'A page of renders.',
          headers: counted,
          content: { 'application/json': { schema: RenderListResponse, example: examples.renders } },
        },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/render/{id}': {
    get: {
      operationId: 'getRender',
      tags: ['Renders'],
      summary: 'See how a render goes',
      description: 'Its status, and the address of its file when it is done.',
      requestParams: {
        path: idIn('render'),
        query: z.object({
          data: z.boolean().optional().meta({
            description:
              'Whether the edit is shown as well. Default true, and one day false: say what you need.',
            default: true,
          }),
          merged: z.boolean().optional().meta({
            description: 'Whether the placeholders of the edit are replaced in data. Default false.',
            default: false,
          }),
        }),
      },
      responses: {
        200: {
          description: 'The render.',
          headers: counted,
          content: { 'application/json': { schema: RenderResponse, example: examples.render } },
        },
        ...editFailures(400),
      },
    },
    delete: {
      operationId: 'deleteRender',
      tags: ['Renders'],
      summary: 'Cancel or forget a render',
      description:
        'A render that waits or runs is cancelled: it fails with the error "Cancelled". A finished one is forgotten with its edit and its files.',
      requestParams: { path: idIn('render') },
      responses: {
        204: { description: 'It is cancelled, or forgotten.', headers: counted },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/render/{id}/events': {
    get: {
      operationId: 'followRender',
      tags: ['Renders'],
      summary: 'Follow a render',
      description:
        'A stream of server-sent events: one of the name `status` for every change, its data a JSON object in one line. It ends when the render is done or has failed.',
      requestParams: { path: idIn('render') },
      responses: {
        200: {
          description: 'The events; the schema is that of the data of each.',
          headers: counted,
          content: { 'text/event-stream': { schema: RenderEvent, example: examples.event } },
        },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/render/{id}/callbacks': {
    get: {
      operationId: 'listCallbacks',
      tags: ['Renders'],
      summary: 'See what was told of a render',
      description:
        'The callbacks of a render, with every attempt at each. Empty until the render is done or has failed, and for one without a callback.',
      requestParams: { path: idIn('render') },
      responses: {
        200: {
          description: 'The callbacks.',
          headers: counted,
          content: { 'application/json': { schema: CallbackListResponse, example: examples.callbacks } },
        },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/render/{id}/callbacks/{callback}/resend': {
    post: {
      operationId: 'resendCallback',
      tags: ['Renders'],
      summary: 'Tell it again',
      description:
        'Sends a callback once more, at once, whatever became of it: the same body under the same webhook-id.',
      requestParams: { path: idIn('render').extend({ callback: Id.describe('The id of the callback.') }) },
      responses: {
        200: {
          description: 'It is being sent.',
          headers: counted,
          content: { 'application/json': { schema: CallbackQueuedResponse, example: examples.resent } },
        },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/frame': {
    post: {
      operationId: 'postFrame',
      tags: ['Inspection'],
      summary: 'See one frame of an edit',
      description: 'Draws one moment of an edit with the engine of the renders. Nothing is stored.',
      requestParams: {
        path: versionOnly,
        query: z.object({ at: z.number().min(0).describe('The moment in seconds, from 0.') }),
      },
      requestBody: editBody,
      responses: {
        200: {
          description: 'The picture: PNG, or JPEG where Accept prefers that.',
          headers: counted,
          content: { 'image/png': {}, 'image/jpeg': {} },
        },
        ...editFailures(400, 406, 413, 415, 424, 501),
      },
    },
  },
  '/edit/{version}/probe/{url}': {
    get: {
      operationId: 'probe',
      tags: ['Inspection'],
      summary: 'Inspect a file',
      description:
        'What an image, video or sound file on the internet is: streams, sizes, durations, rotation.',
      requestParams: {
        path: z.object({
          version: Version,
          url: z.url().describe('The URL of the file, percent-encoded as one segment of the path.'),
        }),
      },
      responses: {
        200: {
          description: 'What the file is.',
          headers: counted,
          content: { 'application/json': { schema: ProbeResponse, example: examples.probe } },
        },
        ...editFailures(400),
      },
    },
  },
};
