import { z } from 'zod';
import { type Dialect, DIALECTS, fillForm, parseTemplate } from '../../../edit/index.ts';
import { Callback, MergeField } from '../../../edit/schema/edit.ts';
import { parseRequestBody } from '../request/read-request.ts';
import { createStoredName } from '../request/stored-name.ts';
import { InvalidRequest, unwrapRequest } from '../response/errors.ts';
import { createId } from '../response/schemas.ts';

/** The body of a request that stores a template. */
export const TemplateBody = z
  .strictObject({
    name: createStoredName('template'),
    template: z
      .looseObject({})
      .optional()
      .describe(
        'An edit. A placeholder {{ NAME }} may replace any value in it. Default: {}, a blank template, which cannot be rendered.',
      ),
  })
  .meta({ id: 'Template', description: 'The name and the edit of a template.' });

/** The edit has rules of its own, because placeholders may replace any value in it. */
const NamedTemplate = TemplateBody.extend({ template: z.unknown().optional() });

/** The body of a request that renders a template. */
export const TemplateRenderBody = z
  .strictObject({
    id: createId('must be the id of a template, a UUID').describe('The id of the template, a UUID.'),
    merge: z
      .array(MergeField)
      .optional()
      .describe(
        "The values of the placeholders. They replace the template's own list. Default: the list of the template.",
      ),
    callback: Callback.optional().describe(
      'URL to notify when the render is done or has failed (http or https). Default: the callback of the template.',
    ),
  })
  .meta({ id: 'TemplateRender', description: 'The template to render and the values of its placeholders.' });

/** The edit that is made from the template checks its merge fields and its callback. */
const NamedRender = TemplateRenderBody.extend({
  merge: z.unknown().optional(),
  callback: z.unknown().optional(),
});

/** A template as it is stored, and its callback. */
export interface ReadTemplate {
  readonly name: string;
  /** The edit as JSON text. */
  readonly template: string;
  /** The callback of the edit. May hold placeholders. */
  readonly callback: string | undefined;
}

/**
 * Reads a template from the body of a request. Without an edit, the template is blank (contract C36).
 *
 * @throws {InvalidRequest} with every problem of the template.
 */
export function readTemplate(body: unknown, dialect: Dialect): ReadTemplate {
  const named = parseRequestBody(NamedTemplate, body);
  const { template = {} } = body as z.input<typeof NamedTemplate>;
  const parsed = parseTemplate(template, dialect, ['template']);
  if (named.ok && parsed.ok)
    return { name: named.value.name, template: JSON.stringify(template), callback: callbackOf(template) };
  const problems = [named, parsed].flatMap((result) => (result.ok ? [] : result.problems));
  const other = DIALECTS.find((each) => each !== dialect && parseTemplate(template, each).ok);
  const hint = parsed.ok ? undefined : describeOtherDialect(other);
  throw new InvalidRequest(problems, 'validation_failed', hint);
}

/**
 * Returns a sentence about the dialect in which a rejected edit is valid, or undefined if it is valid in none.
 */
export function describeOtherDialect(other: Dialect | undefined): string | undefined {
  return other === undefined
    ? undefined
    : `In the dialect "${other}" the edit is valid: send the header x-kinora-dialect: ${other}.`;
}

function callbackOf(template: unknown): string | undefined {
  // `parseTemplate` found no problem, so the template is an object.
  const { callback } = template as { readonly callback?: unknown };
  return typeof callback === 'string' ? callback : undefined;
}

/**
 * Reads the id of the template to render from the body of a request.
 *
 * @throws {InvalidRequest} if the id is missing or invalid, or if the body has an unknown property.
 */
export function readTemplateId(body: unknown): string {
  return unwrapRequest(parseRequestBody(NamedRender, body)).id;
}

/**
 * Returns the edit of a stored template. The merge fields and the callback of the request replace those of
 * the template (contract C18, contract C37).
 */
export function fillTemplate(template: unknown, body: unknown): object {
  // `readTemplateId` has checked the properties.
  const { merge, callback } = body as z.input<typeof NamedRender>;
  return {
    // Stored templates are always objects.
    ...(template as object),
    ...(merge !== undefined && { merge }),
    ...(callback !== undefined && { callback }),
  };
}

/** The body of a request with a token for a form. The callback is that of the template. */
const FormValues = TemplateRenderBody.omit({ callback: true }).partial();

/**
 * Returns the edit of a stored template with the values of a form.
 *
 * @throws {InvalidRequest} if the form does not allow a value, or the body has something else.
 */
export function fillTemplateForm(template: object, body: unknown): object {
  const { merge = [] } = unwrapRequest(parseRequestBody(FormValues, body));
  return unwrapRequest(fillForm(template, merge));
}
