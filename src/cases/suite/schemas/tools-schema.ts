import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { rateSchema } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { ExpectedStep, ToolsExpectation } from '../expectation.ts';
import { planStep, toolGlob, toolName, toolStep } from './call-schema.ts';

/** `tools:` of an expectation; a list is short for `{calls: […]}`. */
export const toolsSchema = toolsLanguage(
  toolStep,
  'an empty list demands nothing; to demand that no tool is called write `no_tools: true`',
);

/** `plan:` of an expectation: the format of `tools` for steps that were not run, so without `status` and `parallel`. */
export const planSchema = toolsLanguage(planStep, 'an empty list demands nothing; remove the key');

function toolsLanguage(step: z.ZodType<ExpectedStep>, emptyMessage: string) {
  const calls = z
    .array(step, { error: expected('a list of calls such as [lookup_order, issue_refund]') })
    .min(1, emptyMessage);
  const mapping = strictMapping({
    order: z
      .enum(['any', 'in_order', 'exact'])
      .describe('any (default); in_order: other calls may come between; exact: position by position and nothing else')
      .exactOptional(),
    allow_extra: z
      .boolean()
      .describe('false: a call that matches no expected call fails. Default true, with order exact always false')
      .exactOptional(),
    calls: calls
      .describe('Expected calls: a name, {name, args, args_match, status}, or {parallel: […]}')
      .exactOptional(),
    before: z
      .array(z.tuple([toolName, toolName], { error: expected('a pair such as [search_flights, search_hotels]') }))
      .min(1)
      .describe('Pairs [first, then]: the first call of `then` must come after a call of `first`')
      .exactOptional(),
    forbidden: z
      .array(toolGlob)
      .min(1)
      .describe('Tools that must not be called; globs such as delete_*')
      .exactOptional(),
    min_calls: z.int().min(1).describe('Fewest calls').exactOptional(),
    max_calls: z.int().min(0).describe('Most calls').exactOptional(),
    min_matched: rateSchema
      .describe('Share (0–1) of the expected calls that must be matched by name and arguments; default 1')
      .exactOptional(),
  })
    .superRefine(contradictions(toolsContradictions), ALWAYS)
    .transform(
      (tools): ToolsExpectation => ({
        order: tools.order ?? 'any',
        allow_extra: tools.allow_extra ?? tools.order !== 'exact',
        calls: tools.calls ?? [],
        before: tools.before ?? [],
        forbidden: tools.forbidden ?? [],
        min_calls: tools.min_calls ?? null,
        max_calls: tools.max_calls ?? null,
        min_matched: tools.min_matched ?? 1,
      }),
    );
  return z.union([calls.transform(anyOrder), mapping], {
    error: expected('a list of calls, or a mapping with `calls`, `forbidden`, `max_calls` …'),
  });
}

function anyOrder(calls: readonly ExpectedStep[]): ToolsExpectation {
  return {
    order: 'any',
    allow_extra: true,
    calls,
    before: [],
    forbidden: [],
    min_calls: null,
    max_calls: null,
    min_matched: 1,
  };
}

function toolsContradictions(tools: UncheckedMapping): readonly Contradiction[] {
  const { calls, min_calls: fewest, max_calls: most } = tools;
  const problems: Contradiction[] = [];
  if (!DEMANDS.some((key) => key in tools)) {
    problems.push([
      null,
      `demands nothing; write at least one of ${DEMANDS.join(', ')}, or \`no_tools: true\` in its place`,
    ]);
  } else if (calls === undefined) {
    for (const key of ABOUT_CALLS.filter((key) => key in tools))
      problems.push([key, 'has no effect without `calls`; add them or remove this key']);
  }
  if (tools['order'] === 'exact' && tools['allow_extra'] === true)
    problems.push(['allow_extra', 'order exact allows no extra calls; remove this key or write `order: in_order`']);
  if (typeof most !== 'number') return problems;
  if (typeof fewest === 'number' && fewest > most)
    problems.push(['max_calls', `no run has at least ${fewest} and at most ${most} calls; swap them`]);
  const count = Array.isArray(calls) ? calls.length : 0;
  if (count > most && !('min_matched' in tools))
    problems.push(['max_calls', `${count} calls are expected and only ${most} allowed; raise it`]);
  return problems;
}

const DEMANDS = ['calls', 'before', 'forbidden', 'min_calls', 'max_calls'];
const ABOUT_CALLS = ['order', 'allow_extra', 'min_matched'];
