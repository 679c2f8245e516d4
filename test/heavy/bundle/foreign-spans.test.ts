/** Traces are evidence of the trial in which they began: a span that names another trial is none of that one. */
import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { it } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';

/** Case `b` needs a call that only a span can show; `deed.txt` says what the agent does about it. */
function tracedSuite(mode: string) {
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: ['node', 'agent.mjs'], mode, record: { traces: true } },
      cases: ['evals/*.yml'],
      trials: { min: 3, max: 10 },
      concurrency: mode === 'worker' ? 1 : 2,
      gate: { never_fail: ['b'] },
    }),
    'evals/cases.yml': json({
      cases: [
        { id: 'a', input: 'a', expect: { response: { contains: ['done'] } } },
        { id: 'b', input: 'b', expect: { tools: ['look'] } },
      ],
    }),
    'agent.mjs': program('span-forger.mjs'),
    'deed.txt': 'in a trace of the trial',
  };
}

it.for([
  ['one-shot', 'in a trace of the trial', 'pass'],
  ['one-shot', 'in the trace of the other trial', 'fail'],
  ['one-shot', 'with a made-up id', 'fail'],
  ['one-shot', 'to a made-up address', 'fail'],
  ['one-shot', 'from a process that outlives its trial', 'fail'],
  ['worker', 'in a trace of the trial', 'pass'],
  ['worker', 'in the trace of the other trial', 'inconclusive'],
  ['worker', 'with a time in the other trial', 'fail'],
  ['worker', 'out of work that its own trial left behind', 'inconclusive'],
  ['worker', 'late, with the time of its own trial', 'fail'],
] as const)(
  'spans of a %s agent that it sends %s are evidence of no other trial',
  async ([mode, deed, verdict], { openScene }) => {
    const scene = await openScene(tracedSuite(mode));
    await scene.storeMain();
    const forged = await scene.runPull({ 'deed.txt': `${deed}\n` });
    expect(forged.outputs, forged.stdout).toMatchObject({ verdict });
  },
);
