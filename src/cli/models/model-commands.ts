import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import { webUrl } from '../../base/setting.ts';
import { chooseTranscriber } from '../../providers/models/choose-transcriber.ts';
import { getModel, isIntact } from '../../providers/models/get-model.ts';
import { chooseModel, listInstalledModels, removeModel } from '../../providers/models/installed-models.ts';
import {
  findSpeechModel,
  languagesOf,
  SPEECH_MODEL_ADDRESS,
  SPEECH_MODEL_LICENCE,
  SPEECH_MODELS,
  type SpeechModel,
} from '../../providers/models/speech-models.ts';
import { formatTable } from '../format.ts';
import { createUploadDisplay } from '../progress-display.ts';
import type { Terminal } from '../terminal.ts';
import type { ModelAccess } from '../command-dependencies.ts';

interface ModelCommandParts {
  readonly terminal: Terminal;
  readonly access: ModelAccess;
}

/** Lists all models, and says which are installed and which one is used. */
export function listModelsCommand({ terminal: { stdout }, access }: ModelCommandParts): void {
  const installed = new Set(listInstalledModels(access.folder).map(({ model }) => model.name));
  const used = findUsedModel(access);
  const rows = SPEECH_MODELS.map((model) => [
    model.name,
    model.size,
    SPEECH_MODEL_LICENCE,
    languagesOf(model),
    model.name === used ? 'yes, used' : installed.has(model.name) ? 'yes' : '-',
  ]);
  stdout.write(formatTable(['NAME', 'SIZE', 'LICENCE', 'LANGUAGES', 'INSTALLED'], rows));
  const note = explainSetting(access);
  if (note !== undefined) stdout.write(`\n${note}\n`);
}

/** Installs a model, or chooses one that is installed. */
export async function getModelCommand(
  name: string,
  mirror: string | undefined,
  { terminal, access, signal }: ModelCommandParts & { readonly signal: AbortSignal },
): Promise<void> {
  const model = findModel(name);
  const address = readMirror(mirror ?? SPEECH_MODEL_ADDRESS);
  const { stdout, stderr, screen } = terminal;
  const installed = listInstalledModels(access.folder).find((each) => each.model.name === name);
  if (installed && (await isIntact(installed))) {
    await chooseModel(installed);
    stdout.write(`The model ${name} is already installed.\n`);
  } else {
    stderr.write(`Downloading the model ${name}, ${model.size}, licence ${SPEECH_MODEL_LICENCE} ...\n`);
    const display = createUploadDisplay(name, screen);
    const onBytes = (sent: number, total: number | undefined) =>
      total === undefined ? undefined : display.report({ sent, total });
    try {
      await getModel({ model, folder: access.folder, address, signal, onBytes });
    } finally {
      display.end();
    }
    stdout.write(`Installed the model ${name}.\n`);
  }
  const isUsed = findUsedModel(access) === name;
  stdout.write(`${isUsed ? 'Kinora uses it from its next start on.' : (explainSetting(access) ?? '')}\n`);
}

/** Removes an installed model. */
export async function removeModelCommand(
  name: string,
  { terminal: { stdout }, access: { folder } }: ModelCommandParts,
): Promise<void> {
  if (!(await removeModel(folder, findModel(name))))
    throw new KinoraError(
      'not_found',
      `The model ${name} is not installed. Run "kinora models list" to see all models.`,
    );
  stdout.write(`Removed the model ${name}.\n`);
}

function findModel(name: string): SpeechModel {
  const model = findSpeechModel(name);
  if (model) return model;
  const names = SPEECH_MODELS.map((each) => each.name).join(', ');
  throw new KinoraError('validation_failed', `There is no model "${name}". The models are ${names}.`);
}

function readMirror(text: string): URL {
  const parsed = webUrl.safeParse(text);
  if (parsed.success) return new URL(parsed.data);
  throw new KinoraError(
    'validation_failed',
    '--mirror must be the http or https URL of a folder, such as https://files.example/whisper.',
  );
}

/** Returns the name of the installed model that Kinora uses. Undefined if it uses none of them. */
function findUsedModel({ transcriber, folder }: ModelAccess): string | undefined {
  const chosen = chooseTranscriber(transcriber, folder, SILENT);
  if (chosen?.kind !== 'whisper' || chosen.model.kind !== 'file') return undefined;
  const { path } = chosen.model;
  return listInstalledModels(folder).find((each) => each.path === path)?.model.name;
}

/** Explains why a setting keeps Kinora from using the model of the last `get`. */
function explainSetting({ transcriber, folder }: ModelAccess): string | undefined {
  if (transcriber === undefined) return undefined;
  if (transcriber.kind === 'service') return 'No installed model is used while KINORA_TRANSCRIBE_URL is set.';
  const { model } = transcriber;
  if (model.kind !== 'named') return 'No installed model is used while KINORA_WHISPER_MODEL selects a file.';
  const { name } = model.model;
  const isInstalled = listInstalledModels(folder).some((each) => each.model.name === name);
  return `KINORA_WHISPER_MODEL selects the model ${name}${isInstalled ? '' : ', which is not installed'}.`;
}
