import { askBase } from '#application/base-side/ask-base.ts';
import { confirmFailure, questionOf } from '#application/confirm/confirm.ts';
import { withoutTraces } from '#application/confirm/without-traces.ts';
import type { ExecutionPorts } from '#application/trials/execute-suite.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { EvaluateRequest } from '../evaluate-request.ts';
import type { Confirm } from '../judge.ts';
import type { BaseCommit, Traces } from '../ports.ts';

/** The base commit. */
export interface MainCommit {
  /** `null`: unknown. */
  readonly sha: string | null;
  /** Its fresh trials when an earlier run of the candidate's commit failed. */
  readonly confirmation: ResultsFile | null;
  /** Trials of the candidate that such a run made, by case id: none of them is made anew. */
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
}

/** Repeats a failure on the candidate's machine, as far as the request allows; `null`: not at all. */
export function confirmHere(
  suite: LoadedSuite,
  { confirm }: Pick<EvaluateRequest, 'confirm'>,
  main: MainCommit,
  ports: ExecutionPorts & { readonly base: BaseCommit; readonly traces: Traces },
): Confirm | null {
  if (confirm === 'never') return null;
  return async ({ plan, results, takenBack }) => {
    if (ports.signal.aborted) return null;
    const required = confirm === 'always';
    const failed = {
      plan,
      suite,
      candidate: results,
      base_sha: main.sha,
      earlier: main.confirmation,
      trials: main.trials,
      required,
    };
    const asked = await confirmFailure(failed, ports);
    const again = () => askBase(questionOf(failed), ports);
    const isTakenBack: Parameters<typeof withoutTraces>[1] = (confirmation) =>
      takenBack({ confirmation, results: asked.candidate });
    const { confirmation, notes } = await withoutTraces(asked, isTakenBack, again, ports.traces);
    return { confirmation, results: asked.candidate, notes: [...asked.notes, ...notes] };
  };
}
