import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import { openTestServer } from '../server.fixture.ts';
import { EXAMPLE } from './examples.ts';

const server = await openTestServer();
afterAll(() => server.close());
const document = (await server.app.inject('/openapi.json')).json<object>();

describe('the OpenAPI document', () => {
  it('passes a linter with its recommended rules, including the examples', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // By default the rule closes every object, which breaks the rules between fields of the output.
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const found = problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]);
    expect(found).toEqual([
      // These operations have no client errors.
      ['operation-4xx-response', '#/paths/~1health/get/responses'],
      ['operation-4xx-response', '#/paths/~1ready/get/responses'],
    ]);
  });

  it('has a valid edit as an example', () => {
    const parsed = parseEdit({ ...EXAMPLE.edit, merge: [] });
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  });

  it('describes the edit with named schemas', () => {
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

  it('allows additional properties in responses', () => {
    const { Render } = (document as { components: { schemas: Record<string, object> } }).components.schemas;
    expect(Render).not.toHaveProperty('additionalProperties');
  });
});
