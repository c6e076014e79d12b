import type { JSX } from 'preact';
import { editCheck, selection, syntaxProblem } from './edit-state.ts';

/** The problems and the remarks of the server. A click selects the clip that one is about. */
export function ProblemList(): JSX.Element | null {
  const { problems, warnings, failure } = editCheck.value;
  const syntax = syntaxProblem.value;
  if (!syntax && problems.length === 0 && warnings.length === 0 && failure === undefined) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {syntax && <li class="message bad">{syntax.message}</li>}
      {failure !== undefined && <li class="message bad">{failure}</li>}
      {!syntax &&
        problems.map(({ message, field }) => (
          <li key={`${field ?? ''} ${message}`} class="message bad">
            <Place field={field} /> {message}
          </li>
        ))}
      {!syntax &&
        warnings.map(({ text, field }) => (
          <li key={`${field} ${text}`} class="message warn">
            <Place field={field} /> {text}
          </li>
        ))}
    </ul>
  );
}

function Place({ field }: { readonly field: string | undefined }): JSX.Element | null {
  const clip = /^timeline\.tracks\[\d+\]\.clips\[\d+\]/.exec(field ?? '')?.[0];
  if (clip === undefined) return null;
  return (
    <button type="button" class="button plain" onClick={() => (selection.value = new Set([clip]))}>
      Show the clip
    </button>
  );
}
