import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { judgePrompt } from '#judge/prompt.ts';
import { readAnswer } from '#judge/read-answer.ts';
import { isReady, READY_CRITERIA, readyCriterion } from '#judge/ready-criteria.ts';
import { decideVotes } from '#judge/votes.ts';
import { criterionResult } from '#trials/checks/criterion-result.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { judgeQuestions } from '#trials/checks/judge-questions.ts';
import { aCase, aTrial } from '../trials/trial/build-trial.ts';

const root = join(import.meta.dirname, '../..');
const docs = readFileSync(join(root, 'docs/judge.md'), 'utf8');

const labelled = z
  .record(
    z.string(),
    z.array(
      z.strictObject({
        label: z.enum(['met', 'not_met']),
        evidence: z.string(),
        context: z.record(z.string(), z.string()).default({}),
        conversation: z.array(
          z
            .record(z.enum(['user', 'assistant']), z.string())
            .or(z.object({ user: z.string() }))
            .or(z.object({ assistant: z.string() })),
        ),
        tools: z
          .array(z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.json()), result: z.json() }))
          .default([]),
      }),
    ),
  )
  .parse(parse(readFileSync(join(root, 'examples/judge/labelled.yml'), 'utf8')));

describe.each(Object.keys(READY_CRITERIA))('%s', (name) => {
  const examples = labelled[name] ?? [];

  test('is in the docs with its text, and has labelled trials of both kinds', () => {
    if (!isReady(name)) throw new Error(name);
    expect(docs).toContain(`| \`${name}\` | ${READY_CRITERIA[name].sees.join(', ')} | ${READY_CRITERIA[name].ask} |`);
    for (const label of ['met', 'not_met'])
      expect(examples.filter((example) => example.label === label).length).toBeGreaterThan(1);
  });

  test.each(examples.map((example) => [example.label, example.evidence, example] as const))(
    'shows the judge what decides a trial labelled %s: %s',
    (label, evidence, example) => {
      if (!isReady(name)) throw new Error(name);
      const { evalCase, trial } = built(name, example);
      const [question] = judgeQuestions(evalCase, trial);
      const { criterion, blocks = [], id = '' } = question ?? {};
      if (criterion === undefined) throw new Error('nothing to ask');
      expect(judgePrompt([criterion], blocks).user).toContain(READY_CRITERIA[name].ask);
      // Who judges as the person did, with the person's quote, is believed.
      const read = readAnswer(JSON.stringify({ evidence, verdict: label }), [criterion], blocks);
      const decided = 'votes' in read ? decideVotes(read.votes, 1) : null;
      if (decided === null) throw new Error('not read');
      const { problem, ...judged } = decided;
      const result = criterionResult(readyCriterion(name), {
        judged: { criterion: name, ...judged, cached: false },
        problem,
      });
      const graded = gradeByChecks(evalCase, trial, new Map([[id, result]]));
      expect(graded.outcome).toBe(label === 'met' ? 'passed' : 'failed');
    },
  );
});

type Example = NonNullable<(typeof labelled)[string]>[number];

/** The case and the trial of a labelled example: every message of the assistant ends a turn. */
function built(name: keyof typeof READY_CRITERIA, { context, conversation, tools }: Example) {
  const messages = conversation.flatMap((message) => Object.entries(message));
  const inputs = messages.filter(([role]) => role === 'user').map(([, text]) => text);
  const answers = messages.filter(([role]) => role === 'assistant').map(([, text]) => text);
  const made = tools.map((tool) => ({
    name: tool.name,
    arguments: tool.arguments,
    result: tool.result,
    status: 'ok' as const,
    step: 1,
  }));
  const evalCase = aCase(
    { judge: [readyCriterion(name)] },
    { context, turns: inputs.map((input) => ({ input, expect: null })) },
  );
  const turns = inputs.map((input, i) => ({
    turn: i + 1,
    input,
    output: answers[i] ?? null,
    tool_calls: i === 0 ? made : [],
  }));
  return { evalCase, trial: aTrial(turns) };
}
