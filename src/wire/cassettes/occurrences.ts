import type { ModelRequest, TrialAttempt } from '#wire/ports.ts';

/** The requesting attempt, counted from 1 over the run, and how often it has sent the same request, counted from 1. */
interface Occurrence {
  readonly attempt: number;
  readonly occurrence: number;
}

/** Counts equal requests within each attempt at a trial. */
export interface Occurrences {
  /** Counts an incoming request. */
  ofRequest(request: ModelRequest, attempt: TrialAttempt, key: string): Occurrence;
  /** The occurrence that an answer belongs to: that of the same request object, else the next one without an answer. */
  answered(request: ModelRequest, attempt: TrialAttempt, key: string): Occurrence;
}

/** Before the first request. Attempts and requests that are no longer referenced are forgotten. */
export function createOccurrences(): Occurrences {
  const attempts = new WeakMap<
    TrialAttempt,
    { readonly number: number; readonly questions: Map<string, number>; readonly answered: Map<string, number> }
  >();
  const requests = new WeakMap<ModelRequest, Occurrence>();
  let started = 0;

  function countsOf(attempt: TrialAttempt) {
    let counts = attempts.get(attempt);
    if (counts === undefined) {
      started += 1;
      counts = { number: started, questions: new Map(), answered: new Map() };
      attempts.set(attempt, counts);
    }
    return counts;
  }

  function next(counts: Map<string, number>, key: string): number {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  }

  return {
    ofRequest(request, attempt, key) {
      const counts = countsOf(attempt);
      const occurrence = { attempt: counts.number, occurrence: next(counts.questions, key) };
      requests.set(request, occurrence);
      return occurrence;
    },
    answered(request, attempt, key) {
      const counts = countsOf(attempt);
      const occurrence = next(counts.answered, key);
      return requests.get(request) ?? { attempt: counts.number, occurrence };
    },
  };
}
