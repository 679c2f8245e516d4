import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { Decision, GateName, Reason, VerdictName } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import { causeOf } from '#domain/report/cause.ts';
import type { RunFacts } from '../collecting/collect-results.ts';
import type { AgentUnavailableError } from '../ports.ts';
import type { Execution } from '../running/execute-suite.ts';

/** Circumstances that outrank what the numbers say. */
export interface Circumstances {
  readonly request: {
    readonly missing_secrets: readonly string[];
    readonly replayed_without: readonly string[];
    readonly on_missing_secrets: 'skip' | 'fail' | null;
    readonly baseline_required: boolean;
    readonly facts: Pick<RunFacts, 'run'>;
  };
  readonly execution: Execution;
  /** Cases whose custom checks were changed while the suite ran. */
  readonly changed_graders: readonly string[];
  readonly baseline: BaselineLookup;
}

/** Replaces the verdict where the run itself could not do its work: no key, no agent, no baseline although one is required. */
export function overrule(
  decision: Decision,
  { request, execution, changed_graders: changed, baseline }: Circumstances,
): Decision {
  if (request.missing_secrets.length > 0) {
    const names = request.missing_secrets.join(', ');
    const verdict = request.on_missing_secrets === 'skip' ? 'inconclusive' : 'error';
    return replace(
      decision,
      verdict,
      'suite',
      'missing_secrets',
      `not evaluated: ${names} is empty or missing (pull requests from forks and Dependabot get no secrets); set it in the env of the step, or of your shell`,
    );
  }
  if (request.replayed_without.length > 0) {
    const names = request.replayed_without.join(', ');
    if (request.on_missing_secrets === 'fail') {
      const message = `${names} is empty or missing, so that stored answers were replayed and no model was asked; on-missing-secrets is "fail"`;
      return replace(decision, 'error', 'suite', 'missing_secrets', message);
    }
    const unseen = onlyUnseenRequests(execution);
    if (unseen !== null) {
      const message = `not evaluated: ${names} is empty or missing, and no stored answer fits what this change asks; whoever has the key can run agent-eval run --replay record and commit the cassettes. For one: ${unseen}`;
      return replace(decision, 'inconclusive', 'suite', 'replay_miss', message);
    }
  }
  if (execution.unavailable !== null) return withoutAgent(decision, execution.unavailable);
  if (changed.length > 0) {
    const shown = changed.slice(0, 5).join(', ');
    return replace(
      decision,
      'error',
      'suite',
      'grader_changed',
      `files of custom checks changed while the suite ran (${shown}${changed.length > 5 ? ', …' : ''}), so what they said proves nothing; let the agent write elsewhere`,
    );
  }
  const required = request.baseline_required && request.facts.run.side !== 'baseline';
  if (required && baseline.kind === 'none' && decision.verdict !== 'fail') {
    return replace(
      decision,
      'error',
      'baseline',
      'baseline_required',
      `no baseline, and one is required: ${baseline.reason}`,
    );
  }
  return decision;
}

/** What the program said of its end is the headline; how that was found out, and where it happened, are the body. */
function withoutAgent(decision: Decision, { message, stderr }: AgentUnavailableError): Decision {
  const code = 'agent_unavailable';
  const cause = causeOf(stderr);
  const isTold = cause === null || message.includes(cause.line);
  const found = isTold ? decision : replace(decision, 'error', 'suite', code, message);
  const words = cause === null ? found : replace(found, 'error', 'suite', code, `standard error: ${cause.around}`);
  return replace(words, 'error', 'suite', code, isTold ? message : `the agent can't start: ${cause.line}`);
}

/** What the first trial asked that no cassette holds, when every trial ended so; else `null`. */
function onlyUnseenRequests({ records }: Execution): string | null {
  const trials = [...records.values()].flat();
  const missed = trials.flatMap(({ error }) => (error?.class === 'replay_miss' ? [error.message] : []));
  return missed.length < trials.length ? null : (missed[0] ?? null);
}

function replace(
  decision: Decision,
  verdict: VerdictName,
  gate: GateName,
  code: ReasonCode,
  message: string,
): Decision {
  const reason: Reason = { outcome: verdict, gate, code, tag: null, cases: [], message };
  return { ...decision, verdict, title: message, reasons: [reason, ...decision.reasons] };
}
