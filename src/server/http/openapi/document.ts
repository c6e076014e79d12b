import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import manifest from '../../../../package.json' with { type: 'json' };
import { removeNoise } from '../../../edit/json-schema.ts';

const INTRODUCTION = `An edit is a JSON description of a film, a picture or a sound; a render makes the file.

1. \`POST /edit/v1/render\` with an edit answers with the id of the render.
2. \`GET /edit/v1/render/{id}\` says how it goes; when its status is \`done\`, \`url\` is the file.

Every request carries its API key in the header \`x-api-key\`. Each environment, \`v1\` and \`stage\`, has keys, renders, templates and files of its own.

An error says in one sentence what is wrong and what would be right, and for a wrong body it names every field at once. The JSON Schema of an edit is at [/schemas/edit.json](/schemas/edit.json): give an editor its address as \`"$schema"\` in your edit.`;

/**
 * Creates the description of the server, an OpenAPI 3.1 document.
 *
 * @param url The public address of the server, without a slash at its end.
 * @param paths The operations of its routes.
 */
export function createOpenApiDocument(url: string, paths: ZodOpenApiPathsObject): object {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Kinora',
        version: manifest.version,
        summary: 'A media editing service that you host yourself.',
        description: INTRODUCTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url, description: 'This server.' }],
      tags: [
        { name: 'Renders', description: 'From an edit to its file.' },
        { name: 'Templates', description: 'Edits that are kept, with placeholders.' },
        { name: 'Inspection', description: 'To look without rendering.' },
        { name: 'Hosted files', description: 'The files of finished renders.' },
        { name: 'Server', description: 'How the server itself is.' },
      ],
      security: [{ key: [] }],
      paths,
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'The key of the environment that stands in the path.',
          },
        },
      },
    },
    { override: tidy },
  );
}

/** Answers may get new properties at any time: a client must not refuse them. */
const tidy: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  removeNoise({ jsonSchema });
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};
