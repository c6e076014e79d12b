import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import { openTestServer } from '../server.fixture.ts';
import { EXAMPLE } from './examples.ts';

const server = await openTestServer();
afterAll(() => server.close());
const document = (await server.app.inject('/openapi.json')).json<object>();

describe('the OpenAPI document', () => {
  it('is valid by the recommended rules of a linter, with examples that fit', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Closing every object, as it does otherwise, breaks the rules between fields of the output.
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const found = problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]);
    expect(found).toEqual([
      // There is nothing that a client could do wrong with these.
      ['operation-4xx-response', '#/paths/~1health/get/responses'],
      ['operation-4xx-response', '#/paths/~1ready/get/responses'],
    ]);
  });

  it('shows an edit that is right', () => {
    const parsed = parseEdit({ ...EXAMPLE.edit, merge: [] });
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  });

  it('describes the edit with names that are its own', () => {
    expect(document).toMatchObject({
      components: {
        schemas: {
          Clip: { additionalProperties: false, properties: { fit: { default: 'crop' } } },
          Asset: {
            discriminator: { propertyName: 'type', mapping: { shape: '#/components/schemas/ShapeAsset' } },
          },
        },
      },
    });
  });

  it('lets answers have more properties one day', () => {
    const { Render } = (document as { components: { schemas: Record<string, object> } }).components.schemas;
    expect(Render).not.toHaveProperty('additionalProperties');
  });
});
