import { plural } from '#common/words.ts';
import { BYPASSED } from './call-words.ts';
import { type CheckFinding, typography } from './finding.ts';
import type { OutcomeFact } from './outcome-facts.ts';
import { roundScore } from './text-words.ts';

/** What the other checks find. */
export function outcomeWords(fact: OutcomeFact): CheckFinding {
  switch (fact.kind) {
    case 'fields':
      return { count: `${fact.held} of ${plural(fact.of, 'field')} as expected`, detail: fieldWords(fact) };
    case 'retrieved':
      return {
        count: `${fact.hits} of ${fact.of} expected ids among the first ${fact.k}, at least ${fact.needed} needed`,
        detail: fact.lists && `expected ${fact.lists.expected}, got ${fact.lists.actual}`,
      };
    case 'end':
      return { count: null, detail: sentence(fact), ...outputOf(fact.problem?.output) };
    case 'said':
      return { count: null, detail: sentence(fact), ...outputOf(fact.output) };
    default:
      return { count: null, detail: sentence(fact) };
  }
}

function outputOf(output: string | undefined): Pick<CheckFinding, 'more'> {
  return output === undefined ? {} : { more: `last lines of stderr:\n${output}` };
}

function sentence(fact: Exclude<OutcomeFact, { kind: 'fields' | 'retrieved' }>): string {
  switch (fact.kind) {
    case 'limit':
      return limitWords(fact);
    case 'end':
      return fact.problem === null ? 'completed' : `${fact.problem.class}: ${fact.problem.message}`;
    case 'no_workspace':
      return 'what the agent left in its workspace is not stored with this trial';
    case 'command':
      return commandWords(fact);
    case 'command_not_run':
      return `${fact.command} was not run${fact.completed ? ' in this trial with these files' : ''}`;
    case 'changes':
      return `${plural(fact.changed, fact.unit)} changed, at most ${fact.most} allowed`;
    case 'changed_paths':
      return changedPaths(fact);
    case 'too_many_changes':
      return 'more files changed than are compared';
    case 'criterion':
      return criterionWords(fact);
    case 'no_verdict':
      return `${fact.problem ?? 'the judge gave no verdict'}${quoteOf(fact)}`;
    case 'not_judged':
      return NOT_JUDGED[fact.why];
    case 'too_long':
      return `the judge would have to read ${fact.characters} characters, more than ${fact.most}: let it see less`;
    case 'no_embedding':
      return `no embedding: ${fact.problem}`;
    case 'score':
      return `score ${roundScore(fact.score)}, at least ${roundScore(fact.least)} needed`;
    case 'unexplained':
      return fact.passed ? 'the check passed' : 'the check failed and gave no reason';
    case 'said':
      return fact.text;
  }
}

const NOT_JUDGED = {
  incomplete: 'the trial did not complete, so no judge was asked',
  no_judge: 'no judge was asked',
  no_embeddings: 'no model of embeddings was asked',
  not_run: 'the custom check was not run',
  changed: 'its files have changed since before the first trial, so it was not run',
} as const;

function fieldWords({ unreported, difference }: Extract<OutcomeFact, { kind: 'fields' }>): string | null {
  if (unreported !== null) return `the agent returned no ${unreported}: return "${unreported}" with the answer`;
  if (difference === null) return null;
  return `${difference.path}: expected ${difference.expected}, got ${difference.actual}${typography(difference)}`;
}

type LimitFact = Extract<OutcomeFact, { kind: 'limit' }>;

const USAGE = 'return "usage": {"input_tokens", "output_tokens"}, or set usage: {estimate: chars/4}';

/** As shown, `5200 input tokens`, and what the agent must return so that the count is known. */
const LIMITS: Readonly<Record<LimitFact['limit'], readonly [unit: string, remedy: string]>> = {
  max_input_tokens: ['input tokens', USAGE],
  max_output_tokens: ['output tokens', USAGE],
  max_total_tokens: ['tokens', USAGE],
  max_steps: ['model calls', 'return "messages", or "steps"'],
  max_latency_ms: [
    'ms',
    'a program prints {"type":"ready"} when it has started; a recording gives "latency_ms" with each turn',
  ],
  max_cost_usd: ['USD', 'return "usage" with "cost_usd"'],
};

function limitWords({ limit, most, actual, precision, bypassed }: LimitFact): string {
  const [unit, remedy] = LIMITS[limit];
  if (actual === null)
    return `${unit} were not reported, so a limit of ${most} can't be judged: ${bypassed ? BYPASSED : remedy}`;
  const before = { exact: '', estimated: '≈', bound: 'at most ' }[precision];
  return `${before}${figure(actual)} ${unit}, at most ${most} allowed`;
}

/** Without rounding noise of binary fractions. */
function figure(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function commandWords({
  code,
  command,
  exit,
  expected,
  problem,
  printed,
}: Extract<OutcomeFact, { kind: 'command' }>): string {
  const output = printed === null ? '' : `; it printed ${printed}`;
  if (problem !== null) return `${command} ${problem}${code === 'no_exit' ? output : ''}`;
  return `${command} exited with ${exit}${code === null ? '' : `, expected ${expected}${output}`}`;
}

function changedPaths({ only, other }: Extract<OutcomeFact, { kind: 'changed_paths' }>): string {
  const allowed = `only ${only} may change`;
  if (other === null) return allowed;
  const more = other.more > 0 ? ` (and ${other.more} more)` : '';
  return `${other.path} was ${other.change}, ${allowed}${more}`;
}

function criterionWords(fact: Extract<OutcomeFact, { kind: 'criterion' }>): string {
  const by = fact.votes === 1 ? '' : ` (${fact.agreeing} of ${fact.votes} votes)`;
  if (fact.score !== undefined && fact.least !== undefined)
    return `the judge gives "${fact.criterion}" ${fact.score}, ${fact.least} needed${by}${quoteOf(fact)}`;
  return `the judge finds "${fact.criterion}" ${fact.met ? 'met' : 'not met'}${by}${quoteOf(fact)}`;
}

function quoteOf({ quote }: { readonly quote: string | null }): string {
  return quote === null ? '' : `: “${quote}”`;
}
