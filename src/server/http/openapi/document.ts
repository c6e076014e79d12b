import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import manifest from '../../../../package.json' with { type: 'json' };
import { removeNoise } from '../../../edit/json-schema.ts';

const INTRODUCTION = `An edit is a JSON document that describes a video, an image or an audio file. A render produces the file.

1. Send an edit with \`POST /edit/v1/render\`. The response contains the id of the render.
2. Poll \`GET /edit/v1/render/{id}\` until its \`status\` is \`done\`. Then \`url\` is the URL of the file.

Send your API key with every request in the header \`x-api-key\`. There are two environments, \`v1\` for production and \`stage\` for development. Each has its own keys, renders, templates and files. A path without its environment means \`v1\`: \`/edit/render\` is \`/edit/v1/render\`.

An error message says in one sentence what is wrong and how to fix it. If a body is invalid, the response lists all invalid fields. The JSON Schema of an edit is at [/schemas/edit.json](/schemas/edit.json). Set \`"$schema"\` in your edit to its URL to get completion and validation in your editor.`;

/**
 * Creates the OpenAPI 3.1 document of the server.
 *
 * @param url The public address of the server, without a trailing slash.
 * @param paths The operations of its routes.
 */
export function createOpenApiDocument(url: string, paths: ZodOpenApiPathsObject): object {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Kinora',
        version: manifest.version,
        summary: 'A self-hosted media editing service.',
        description: INTRODUCTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url, description: 'This server.' }],
      tags: [
        { name: 'Renders', description: 'Render edits to files, and follow the progress.' },
        {
          name: 'Templates',
          description: 'Store edits with placeholders, and render them with different values.',
        },
        { name: 'Edits', description: 'Keep edits by name, with their versions, to work on them.' },
        {
          name: 'Inspection',
          description: 'Inspect media files, and single frames of an edit without a whole render.',
        },
        {
          name: 'Hosted files',
          description: 'Manage the files of renders, and transfer files to destinations.',
        },
        {
          name: 'Ingest',
          description: 'Bring in files, make other versions of them, and use them in edits.',
        },
        {
          name: 'Create',
          description: 'Generate speech, images, videos and texts with Kinora or outside providers.',
        },
        { name: 'Generate', description: 'Make images, videos and sounds from prompts by models.' },
        { name: 'Keys', description: 'List, create and revoke the keys of an account.' },
        { name: 'Server', description: 'Check the health of the server.' },
      ],
      security: [{ key: [] }],
      paths,
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'An API key of the environment in the path.',
          },
        },
      },
    },
    { override: tidy },
  );
}

/**
 * Removes noise from a schema. Allows additional properties in responses: new versions may add some, and
 * clients must ignore them.
 */
const tidy: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  removeNoise({ jsonSchema });
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};
