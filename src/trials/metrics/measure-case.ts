import { keyed } from '#common/keyed.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { FIGURE_NAMES, FIGURES, type FigureName, usualSequence } from './figures.ts';
import { meanAt, shareOfTurns, turnsOf } from './measure-trial.ts';

/** A value for each figure; `null`: no judged trial has one. */
export type Figures = { readonly [Figure in FigureName]: number | null };

/** What the judged trials of one case measure. */
export interface CaseMeasures extends Figures {
  /** Retrieval accuracy by k; `null`: nothing was to be retrieved. */
  readonly retrieval_at: TrialRecord['retrieval_at'];
  /** US dollars per trial at list prices. */
  readonly list_cost_usd: number | null;
  /** The share of input tokens that came from a cache. */
  readonly cached_share: number | null;
  /** For each turn with checks of its own whether it holds in every trial; `null`: not all checks are stored. */
  readonly turns: readonly boolean[] | null;
  /** Whether the case passes in every trial; of a conversation, each of those turns and, where it has checks of its own, the conversation. */
  readonly parts: readonly boolean[] | null;
  readonly usage_estimated: boolean;
  /** Milliseconds, of the trials that have one. */
  readonly latencies: readonly number[];
}

/** Measures the trials of one case: errors are missing, not failed. */
export function measureCase(all: readonly TrialRecord[]): CaseMeasures {
  const trials = all.filter(({ outcome }) => outcome !== 'error');
  const usual = usualSequence(trials);
  return {
    ...keyed<Figures>(FIGURE_NAMES, (figure) => meanOf(trials, (trial) => FIGURES[figure].valueOf(trial, usual))),
    retrieval_at: meanAt(trials.map((trial) => trial.retrieval_at)),
    list_cost_usd: meanOf(trials, ({ usage }) => usage.list_cost_usd ?? null),
    cached_share: meanOf(trials, cachedShare),
    ...partsThatHold(trials),
    usage_estimated: trials.some(({ usage }) => usage.estimated === true),
    latencies: trials.flatMap(({ latency_ms }) => latency_ms ?? []),
  };
}

/** The mean over the trials that have a value. In a loop: a large suite has millions of values. */
function meanOf(
  trials: readonly TrialRecord[],
  measure: (trial: TrialRecord) => number | boolean | null,
): number | null {
  let sum = 0;
  let count = 0;
  for (const trial of trials) {
    const value = measure(trial);
    if (value === null) continue;
    sum += Number(value);
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function partsThatHold(trials: readonly TrialRecord[]): Pick<CaseMeasures, 'turns' | 'parts'> {
  const turns = new Map<number, boolean>();
  let whole: boolean | null = null;
  for (const { checks, completed, outcome, turn_pass_rate: share } of trials) {
    const verdicts = turnsOf(checks, completed === true);
    // A large file stores no checks that passed.
    if (shareOfTurns(verdicts) !== share) return { turns: null, parts: null };
    for (const [turn, holds] of verdicts) turns.set(turn, holds && turns.get(turn) !== false);
    const own = checks.filter(({ turn }) => turn === null);
    const isUnexplained = outcome === 'failed' && ![...verdicts.values()].includes(false);
    const fails = isUnexplained || own.some(({ passed }) => passed === false);
    if (fails || own.length > 0) whole = whole !== false && !fails;
  }
  const held = [...turns.values()];
  if (held.length > 0) return { turns: held, parts: whole === null ? held : [...held, whole] };
  return { turns: held, parts: trials.length === 0 ? [] : [trials.every(({ outcome }) => outcome === 'passed')] };
}

function cachedShare({ usage: { input_tokens: input, cache_read_tokens: read = null } }: TrialRecord): number | null {
  return input === null || input === 0 || read === null ? null : read / input;
}
