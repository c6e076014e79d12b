/** The range in which FFmpeg changes the tempo without dropping parts of the sound. */
const [MIN_TEMPO, MAX_TEMPO] = [0.5, 2] as const;
/** Seconds of its input by which each of FFmpeg's filters plays too early. Measured with beeps. */
const EARLY_SECONDS = 0.009;

/** Returns FFmpeg's filters that change the tempo and keep the pitch. @param speed above 0. */
export function tempoFilters(speed: number): string[] {
  return tempoSteps(speed).map((step) => `atempo=${step}`);
}

/** Returns the seconds of its input by which the {@link tempoFilters} of a speed play too early. */
export function tempoLead(speed: number): number {
  // A later filter gets the sound at another speed, and plays too early by the same time of that.
  let [lead, before] = [0, 1];
  for (const step of tempoSteps(speed)) {
    lead += EARLY_SECONDS * before;
    before *= step;
  }
  return lead;
}

/** Splits a speed into factors that FFmpeg can handle. */
function tempoSteps(speed: number): number[] {
  const steps: number[] = [];
  let rest = speed;
  for (; rest > MAX_TEMPO; rest /= MAX_TEMPO) steps.push(MAX_TEMPO);
  for (; rest < MIN_TEMPO; rest /= MIN_TEMPO) steps.push(MIN_TEMPO);
  return rest === 1 ? steps : [...steps, rest];
}
