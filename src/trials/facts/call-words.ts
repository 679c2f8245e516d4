import { cutEnd } from '#common/cut.ts';
import { plural } from '#common/words.ts';
import type { CallFact } from './call-facts.ts';
import { type CheckFinding, LONGEST_LIST, sentenceOf, typography } from './finding.ts';

/** What is found of tool calls. */
export function callWords(fact: CallFact): CheckFinding {
  const finding = ofCalls(fact);
  return fact.bypassed === true ? { count: null, detail: `${BYPASSED}; ${sentenceOf(finding)}` } : finding;
}

function ofCalls(fact: CallFact): CheckFinding {
  switch (fact.kind) {
    case 'calls_made':
      return {
        count: `${fact.made} of ${plural(fact.of, 'expected call')} made by name${neededWords(fact.share)}`,
        detail: fact.code && `missing: ${list(fact.missing)}; called: ${list(fact.called)}`,
      };
    case 'arguments':
      return {
        count: `${fact.matched} of ${plural(fact.of, 'expected call')} matched by name and arguments${neededWords(fact.share)}`,
        detail:
          differenceWords(fact) ?? (fact.unmatched === null ? null : `no call remains to match ${fact.unmatched}`),
      };
    case 'status':
      return {
        count: `${fact.ended} of ${plural(fact.matched, 'matched call')} ended with the expected status`,
        detail: fact.code && (differenceWords(fact) ?? NO_PAIRING),
      };
    case 'order':
      return {
        count: `${fact.in_order} of ${plural(fact.matched, 'matched call')} in the expected order`,
        detail: fact.code && `expected ${list(fact.expected)}; called ${list(fact.called)}`,
      };
    case 'positions': {
      const { in_place, expected_calls: expected, made_calls: made } = fact;
      const longer = plural(Math.max(expected, made), 'position');
      return {
        count: `${in_place} of ${longer} hold the expected call (${expected} expected, ${made} made)`,
        detail: fact.code && `expected ${list(fact.expected)}; called ${list(fact.called)}`,
      };
    }
    case 'none_made':
      return {
        count: null,
        detail:
          fact.of === 'order'
            ? `none of ${plural(fact.expected_calls, 'expected call')} was made, so none is in order`
            : 'no expected call was matched, so none ended as expected',
      };
    case 'extra':
      return {
        count: `${fact.expected} of ${plural(fact.made, 'call')} made ${fact.expected === 1 ? 'was' : 'were'} expected`,
        detail: fact.code && `unexpected: ${list(fact.unexpected)}`,
      };
    case 'parallel':
      return {
        count: `${fact.together} of ${plural(fact.groups, 'parallel group')} requested in one model turn`,
        detail: fact.code && apartWords(fact.code, list(fact.apart)),
      };
    case 'before':
      return {
        count: `${fact.kept} of ${plural(fact.pairs, 'pair')} in the expected order`,
        detail: fact.broken && brokenPair(fact.broken),
      };
    case 'forbidden':
      return {
        count: `${fact.forbidden} of ${plural(fact.made, 'call')} made ${fact.forbidden === 1 ? 'is' : 'are'} forbidden`,
        detail: fact.call && `${fact.call.name} fits ${fact.call.glob} and was called with ${fact.call.arguments}`,
      };
    case 'number':
      return { count: null, detail: `${plural(fact.made, 'call')} made, ${boundsOf(fact)} expected` };
    case 'no_calls':
      return {
        count: null,
        detail:
          fact.made === 0
            ? 'no call made, none expected'
            : `${plural(fact.made, 'call')} made, none expected: ${list(fact.called)}`,
      };
    case 'unreported':
      return { count: null, detail: UNREPORTED[fact.what] };
  }
}

/** Why the wire shows no tool call if a client may bypass it, and how to fix that. */
export const BYPASSED =
  'no model call came through the recorder: its client has to read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST, or use the base_urls of the turn (agent.record)';

const NO_PAIRING = 'no pairing of the calls gives all of them the expected arguments and the expected status';

const UNREPORTED = {
  tool_calls:
    'the agent did not report its tool calls: return "tool_calls" ([] when there were none), or "messages", with the answer',
  indistinct_calls:
    'the tool calls of a turn are not known: an answer of its model requested calls that cannot be read or told apart, or broke off or was cut off by the agent after it had requested some; return "tool_calls" with the answer',
  untraced_calls: 'the tool calls of a turn are not known: its traces arrived incomplete',
  tools_not_offered:
    'the tool calls of a turn are not known: no request of this run offered the model a tool, and the agent did not report its calls. Return "tool_calls" ([] for none) with the answer, or write `tools: none` under `agent` if it has no tools, or let its traces (`record: {traces: true}`) or its MCP servers (`mcp`) report them',
  tool_calls_at_end: 'the agent ended before it reported its tool calls',
  tool_calls_of_client: `${BYPASSED}, so its tool calls are not known`,
  plan: 'the agent returned no plan: return "plan" with the answer',
  retrieved: 'the agent did not say what it retrieved: return "retrieved" (ids, best first) with the answer',
} as const;

/** `issue_refund: amount: expected 19.99, got 25`. */
function differenceWords({ difference }: Extract<CallFact, { kind: 'arguments' | 'status' }>): string | null {
  if (difference === null) return null;
  const { name, path, expected, actual, renamed } = difference;
  if (renamed !== undefined)
    return `${name}: ${renamed.from} → ${renamed.to}: expected ${renamed.from}, got ${renamed.to} with its value ${expected}`;
  return `${name}: ${path ?? 'status'}: expected ${expected}, got ${actual ?? 'none (no result was seen)'}${typography(difference)}`;
}

function apartWords(code: string, groups: string): string {
  if (code === 'missing_call') return `not all calls of ${groups} were made`;
  if (code === 'not_parallel') return `in different model turns: ${groups}`;
  return `the agent did not say in which model call ${groups} were requested: give every tool call a "step" (1, 2, …), or return "messages"`;
}

function brokenPair({
  first,
  second,
  first_at,
  second_at,
}: NonNullable<Extract<CallFact, { kind: 'before' }>['broken']>): string {
  const place = first_at === null ? 'was not called' : `was call ${first_at + 1}`;
  return `expected ${first} before ${second}, but ${first} ${place} and ${second} was call ${second_at + 1}`;
}

/** The bound that is broken, or both. */
function boundsOf({ code, least, most }: Extract<CallFact, { kind: 'number' }>): string {
  const bounds = [
    least === null || code === 'too_many_calls' ? [] : `at least ${least}`,
    most === null || code === 'too_few_calls' ? [] : `at most ${most}`,
  ];
  return bounds.flat().join(' and ');
}

/** ` (at least 0.8 needed)`, or nothing if all are needed. */
function neededWords(share: number): string {
  return share === 1 ? '' : ` (a share of at least ${share} is needed)`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : cutEnd(texts.join(', '), LONGEST_LIST);
}
