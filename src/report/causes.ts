import { causeKind } from '#trials/trial/cause-kind.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What trials say about why they failed. */
export interface Cause {
  /** One line of untrusted text. */
  readonly text: string;
  /** Name of the exception, or class of the error; `null` without one. */
  readonly type: string | null;
  readonly trials: number;
  /** Ids, in the order of the suite. */
  readonly cases: readonly string[];
}

type NamedCause = Pick<Cause, 'text' | 'type'>;

/** The trials of one case. */
interface TrialsOfCase {
  readonly id: string;
  readonly trials: readonly TrialRecord[];
}

/**
 * The causes that failed trials, and those that could not be judged, name: those of one kind are one entry, most frequent first.
 * Lines that passed trials of the same case print too are no cause.
 */
export function causesOf(cases: readonly TrialsOfCase[]): readonly Cause[] {
  const causes = new Map<string, NamedCause & { trials: number; cases: Set<string> }>();
  for (const { id, trials } of cases) {
    for (const entry of causesOfTrials(trials)) {
      const { text } = entry;
      const cause = causes.get(causeKind(text)) ?? { ...entry, trials: 0, cases: new Set<string>() };
      cause.trials += 1;
      cause.cases.add(id);
      causes.set(causeKind(text), cause);
    }
  }
  return [...causes.values()]
    .map((cause) => ({ ...cause, cases: [...cause.cases] }))
    .sort((left, right) => right.trials - left.trials || (left.text < right.text ? -1 : 1));
}

/** One for each trial that names any. */
function causesOfTrials(trials: readonly TrialRecord[]): readonly NamedCause[] {
  const harmless = new Set(
    trials.flatMap(({ outcome, cause }) => (outcome === 'passed' && cause ? [causeKind(cause)] : [])),
  );
  const entries = trials.flatMap((trial) => (trial.outcome === 'passed' ? [] : (causeOfTrial(trial) ?? [])));
  return entries.filter(({ text }) => !harmless.has(causeKind(text)));
}

/** A failed check is reported with its case; everything else that ends a trial is a cause. */
function causeOfTrial({ cause, cause_type: type, failure, error }: TrialRecord): NamedCause | null {
  if (cause) return { text: cause, type: type ?? null };
  if (error !== null)
    return CUT.has(error.class) ? null : { text: `${error.class}: ${firstLine(error.message)}`, type: error.class };
  return failure === null || failure.kind === 'check' ? null : { text: firstLine(failure.message), type: null };
}

/** What ends all remaining trials alike, and is reported once for the run. */
const CUT: ReadonlySet<string> = new Set(['budget', 'cancelled']);

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
