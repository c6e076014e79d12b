import type { FastifyRequest } from 'fastify';
import type { Dialect } from '../../../edit/index.ts';
import { createProblem } from '../../../edit/index.ts';
import { findKeptText } from '../../../store/edits/kept-edits.ts';
import { findTemplate } from '../../../store/templates.ts';
import { callerOf } from '../access/authentication.ts';
import { requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { InvalidRequest, requireFound } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

/** The text of an edit, JSON, with its dialect. */
interface EditText {
  readonly text: string;
  readonly dialect: Dialect;
}

/**
 * Returns the edit that a request looks at: the one in its body. A token for one kept edit has that edit without a body,
 * and one for a form its template with the values in the body.
 *
 * @throws {InvalidRequest} if the body has something else.
 */
export async function readEditText(
  request: FastifyRequest,
  parts: Pick<ServerParts, 'dialect' | 'database'>,
): Promise<EditText> {
  const { owner, token } = callerOf(request);
  const { tables } = parts.database;
  if (token?.scope === 'preview' && request.body !== undefined) {
    const phrase = 'must be left out: this token shows the edit that it is for';
    throw new InvalidRequest([createProblem([], 'not_allowed', phrase)]);
  }
  if (token && token.scope !== 'form' && request.body === undefined) {
    const kept = requireFound(await findKeptText(tables, owner, token.subject), `edit ${token.subject}`);
    // The text is left out only on request.
    return { text: kept.edit ?? '{}', dialect: kept.dialect };
  }
  if (token?.scope === 'form') {
    const found = requireFound(await findTemplate(tables, owner, token.subject), `template ${token.subject}`);
    const dialect = readDialect(request, parts, found.dialect);
    const { text = '{}' } = request.body === undefined ? {} : requireBody(request);
    return { text: await request.server.check(owner, 'fillForm', found.template, text), dialect };
  }
  return { text: requireBody(request).text, dialect: readDialect(request, parts) };
}
