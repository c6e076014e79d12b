import { KinoraError } from '../../../base/errors.ts';
import { describeMissingService } from '../../../generation/unserved-model.ts';
import type { ModelNeed } from '../../../edit/index.ts';
import type { ErrorBody } from '../response/errors.ts';

/** The code of a model for which the account has no service. The public service has the same one. */
export const NO_SERVICE_CODE = 'AiCapabilityNotIncluded';

/** The error for a model for which the account has no service. */
export class MissingServiceError extends KinoraError {
  constructor(model: string, need: ModelNeed) {
    super('no_credentials', `The model "${model}" ${describeMissingService(need)}.`);
    this.name = 'MissingServiceError';
  }

  override get status(): number {
    return 403;
  }
}

/** Creates the error body of generations: a sentence, because their clients read the error as a text. */
export const generationErrorBody: ErrorBody = (error) => ({
  error: error.message,
  ...(error instanceof MissingServiceError && { code: NO_SERVICE_CODE }),
});
