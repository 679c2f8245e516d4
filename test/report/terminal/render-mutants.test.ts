import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { biteWarnings, dullCases } from '#gate/bite/dull-cases.ts';
import { renderMutants } from '#report/terminal/render-mutants.ts';
import { validCase } from '../../cases/suite/read-case.ts';
import { call, mutantsOfCase, type Work } from '../../gate/bite/originals.ts';

const NO_COLOURS = { colours: false, columns: null };
const PAID: Work = { output: 'Paid 19.99.', tool_calls: [call('pay', { amount: 19.99, to: { name: 'Ann' } })] };
const FACTS = { idle_globs: [], is_guard: false, trials: 2 };

test('people read a table by group, then the worst cases with what to write, then what was left out', () => {
  const cases = [
    {
      ...FACTS,
      id: 'refund-12',
      mutants: mutantsOfCase('{id: a, input: hi, expect: {tools: [pay]}}', [PAID]),
      trials: 1,
    },
    {
      ...FACTS,
      id: 'R-03',
      mutants: mutantsOfCase('{id: a, input: hi, expect: {completes: true}}', [{}]),
      idle_globs: ['drop_*'],
    },
    {
      ...FACTS,
      id: 'guard',
      mutants: mutantsOfCase('{id: a, input: hi, expect: {no_tools: true}}', [{}]),
      is_guard: true,
    },
    {
      ...FACTS,
      id: 'kind',
      mutants: mutantsOfCase('{id: a, input: hi, expect: {judge: [{id: kind, ask: Is it kind?}]}}', [{}]),
    },
  ];
  const left = [{ id: 'broken', problem: 'nothing to break: none of its trials passed' }];
  expect(`\n${renderMutants(cases, left, NO_COLOURS)}\n`).toMatchInlineSnapshot(`
    "
    Faults noticed
      whole agent  5 of 11 (45.5 %); only a judge or a program can notice 2 more
      answer       1 of 9 (11.1 %); only a judge or a program can notice 1 more
      guards       1 of 2 (50 %); only a judge or a program can notice 1 more
      calls        2 of 2 (100 %)
      arguments    0 of 2 (0 %)

    Cases that miss faults (3)
    !! R-03       0/6  passes with an agent that says nothing
         write a phrase, a call or a field of this case alone
         write response: {contains: […]}, with what only the right answer says
         write no_tools: true
         drop_* names no tool that the agent is known to have
     ~ guard      1/6  passes with an agent that says nothing (it only guards)
         write a phrase, a call or a field of this case alone
         write response: {contains: […]}, with what only the right answer says
     ~ refund-12  6/12  unnoticed: an empty answer; the question as answer; another case's answer; 19.90 in the answer for 19.99; pay(amount: -19.99) for 19.99; pay(to.name: "something else") for "Ann" (by 1 trial)
         write response: {contains: […]}, with what only the right answer says
         write response: {contains: ["19.99"]}
         write args: {amount: 19.99}
         write args: {to: {name: "Ann"}}

    Left out (1)
      -  broken     nothing to break: none of its trials passed

    4 cases: 9 of 26 (34.6 %); only a judge or a program can notice 4 more; 1 case does not bite
    "
  `);
});

test('for a suite that notices everything, two lines next to the table say so', () => {
  const mutants = mutantsOfCase(
    '{id: a, input: hi, expect: {tools: {order: exact, calls: [{name: pay, args: {amount: 5}}]}, response: {equals: Done.}}}',
    [{ output: 'Done.', tool_calls: [call('pay', { amount: 5 })] }],
  );
  const text = renderMutants([{ ...FACTS, id: 'a', mutants }], [], NO_COLOURS);
  expect(text).not.toContain('miss');
  expect(text).toMatch(/1 case: (\d+) of \1 \(100 %\); every case bites$/);
  const left = [{ id: 'b', problem: 'none of its trials passed' }];
  expect(
    renderMutants([{ ...FACTS, id: 'a', mutants }], left, NO_COLOURS),
    'nothing is known of a case that never passed',
  ).toMatch(/; every case with a passing trial bites, 1 could not be tested$/);
  expect(renderMutants([], left, NO_COLOURS), 'nor of a suite without a passing trial').toMatch(
    /\nNo case could be tested: .*$/,
  );
});

test('what docs/first-cases.md shows is what the two commands print', async () => {
  const vague = "{id: R-03, input: What's the weather in Atlantis?, expect: {completes: true}}";
  const refund = '{id: refund-12, input: The mug of A12 is cracked., expect: {tools: [issue_refund]}}';
  const work: Work = { output: 'Done: 19.99 is on its way.', tool_calls: [call('issue_refund', { amount: 19.99 })] };
  const dull = dullCases([
    { ...validCase(vague), source: { file: 'evals/robustness.json', line: 4 } },
    validCase(refund),
  ]);
  const counted = (text: string, work: Work) => mutantsOfCase(text, [work, work], { tools: ['issue_refund'] });
  const cases = [
    { ...FACTS, id: 'R-03', mutants: counted(vague, { output: 'I know no weather there.' }) },
    { ...FACTS, id: 'refund-12', mutants: counted(refund, work) },
  ];
  const printed = [...biteWarnings(dull).map(formatIssue), '', renderMutants(cases, [], NO_COLOURS), ''].join('\n');
  await expect(printed).toMatchFileSnapshot('../../gate/bite/golden/first-cases.txt');
});
