/** Fresh trials of a case on each side, stage by stage, where nothing limits them. */
export const STAGES: readonly number[] = [5, 10, 20];

/** Method threshold does not rule out chance, so one stage is enough. */
const STAGES_OF_THRESHOLD: readonly number[] = [10];

/** The stages up to a limit: at least one. */
export function stagesUpTo(most: number | null, method: 'statistical' | 'threshold'): readonly number[] {
  const all = method === 'threshold' ? STAGES_OF_THRESHOLD : STAGES;
  if (most === null) return all;
  const within = all.filter((stage) => stage <= most);
  return within.length === 0 ? [most] : within;
}

/** Fresh trials of each side that show a single case that broke: only after so many is one cleared that merely is not shown to be worse. */
export const TELLING = 20;
