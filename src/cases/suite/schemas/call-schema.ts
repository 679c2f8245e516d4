import * as z from 'zod';
import { isGlob } from '#cases/matching/glob.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { ExpectedCall, ExpectedStep } from '../expectation.ts';
import { expectedValues } from './expected-values-schema.ts';

const anyName = z.string({ error: expected('the name of a tool') }).min(1);

/** The name of one tool. */
export const toolName = anyName.regex(/^[^*?[\]{}]*$/, {
  error: 'a call is expected by the whole name of its tool; only `forbidden` takes globs',
});

/** A glob of names of tools, such as `delete_*`. */
export const toolGlob = anyName.refine((glob) => isGlob(glob, 'name'), {
  error: 'expected a glob such as delete_*; this one is broken',
});

const callShape = {
  name: toolName.describe('Name of the tool'),
  args: expectedValues('a mapping of arguments')
    .describe('Expected arguments; values may be matchers such as {$approx: 19.99}. Without it only the name counts')
    .exactOptional(),
  args_match: z
    .enum(['exact', 'includes', 'ignore'])
    .describe('exact (default): the same arguments; includes: these and perhaps others; ignore: the name only')
    .exactOptional(),
};

const plannedCall = strictMapping(callShape, {
  status: 'a planned step has not run and has no status; remove the key',
  parallel: 'planned steps have an order but no common turn; list them one by one',
})
  .superRefine(contradictions(callContradictions), ALWAYS)
  .transform(calledBy);

const call = strictMapping({
  ...callShape,
  status: z.enum(['ok', 'error']).describe('How the call must have ended').exactOptional(),
})
  .superRefine(contradictions(callContradictions), ALWAYS)
  .transform(calledBy);

const nameOnly = toolName.transform((name): ExpectedCall => ({ name, args: null, args_match: 'exact', status: null }));

const parallel = strictMapping({
  parallel: z
    .array(z.union([nameOnly, call], { error: expected('the name of a tool, or {name, args, …}') }), {
      error: expected('a list of calls'),
    })
    .min(2, 'expected at least two calls that share a model turn; write a single one without `parallel`')
    .describe('Calls requested in the same model turn, in any order'),
}).transform((group): ExpectedStep => ({ kind: 'parallel', calls: group.parallel }));

/** One expected call of a tool, or a group requested in one model turn. */
export const toolStep = z.union([nameOnly.transform(single), call.transform(single), parallel], {
  error: expected('the name of a tool, {name, args, …}, or {parallel: […]}'),
});

/** One expected step of a plan. */
export const planStep = z.union([nameOnly.transform(single), plannedCall.transform(single)], {
  error: expected('the name of a tool, or {name, args, …}'),
});

function single(call: ExpectedCall): ExpectedStep {
  return { kind: 'call', call };
}

function callContradictions(call: UncheckedMapping): readonly Contradiction[] {
  const comparesArguments = call['args_match'] === 'exact' || call['args_match'] === 'includes';
  return comparesArguments && !('args' in call)
    ? [['args_match', 'there are no `args` to compare; add them or remove this key']]
    : [];
}

function calledBy(call: Pick<ExpectedCall, 'name'> & Partial<ExpectedCall>): ExpectedCall {
  return { ...call, args: call.args ?? null, args_match: call.args_match ?? 'exact', status: call.status ?? null };
}
