import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import type {
  GenerationProvider,
  LookResult,
  ProviderContext,
  ProviderJob,
  ProviderRequest,
  StartResult,
} from './generation-provider.ts';

/** A service in the process, which counts its requests. */
export class FakeService implements GenerationProvider {
  readonly name = 'openai';
  /** The requests that were sent. */
  readonly started: ProviderRequest[] = [];
  /** Number of looks. */
  looks = 0;
  /** Answers a request. The default answer is a text file with the prompt. */
  onStart: (request: ProviderRequest, folder: string, signal: AbortSignal) => Promise<StartResult> = async (
    { options },
    folder,
  ) => {
    const path = join(folder, 'answer.txt');
    await writeFile(path, 'prompt' in options ? (options.prompt ?? '') : '');
    return { file: { path, extension: '.txt', warnings: [] } };
  };
  onLook: (job: ProviderJob) => Promise<LookResult> = (job) => Promise.resolve({ ready: job });

  identify(): string {
    return 'fake';
  }
  start(request: ProviderRequest, { folder, signal }: ProviderContext): Promise<StartResult> {
    this.started.push(request);
    return this.onStart(request, folder, signal);
  }
  look(job: ProviderJob): Promise<LookResult> {
    this.looks += 1;
    return this.onLook(job);
  }
  async fetch({ id }: ProviderJob, { folder }: { readonly folder: string }) {
    const path = join(folder, 'fetched.txt');
    await writeFile(path, `result of ${id}`);
    return { path, extension: '.txt', warnings: [] };
  }
}

/** Returns the error of a service that is away. */
export function away(): KinoraError {
  return new KinoraError('provider_unreachable', 'The service openai is away.');
}
