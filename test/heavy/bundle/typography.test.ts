import { expect, it } from 'vitest';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { checkWords } from '#trials/facts/check-words.ts';

const typeset = 'I don\u2019t\u00a0know';
const call = { name: 'reply', arguments: { text: typeset }, status: 'ok', result: 'done' };
const answer = { ...ANSWER, output: typeset, tool_calls: [call], state: { note: typeset }, metadata: { note: 'no' } };

const DIFFER = {
  equals: { response: { equals: "I don't know" } },
  pattern: { response: { matches: ["don't know$"] } },
  argument: { tools: [{ name: 'reply', args: { text: "I don't know" } }] },
  matcher: { tools: [{ name: 'reply', args: { text: { $matches: "^I don't" } } }] },
  field: { state: { note: "I don't know" } },
  words: { metadata: { note: 'nothing' } },
};

const suite = (demands: object, answer: object) =>
  scriptedSuite(
    Object.fromEntries(
      Object.entries(demands).map(([id, demand]) => [id, { step: { answer: { ...answer } }, expect: demand }]),
    ),
    { trials: 1 },
  );

it('a difference that is only typographic is said to be one, and no other is', async () => {
  await using folder = await folderWith(suite(DIFFER, answer));
  const run = await folder.cli(['run']);
  const results = await folder.results();
  const broken = ({ id, trials: [trial] }: CaseRecord) => [
    id,
    (trial?.checks ?? []).filter(({ passed }) => passed === false).map(({ fact }) => checkWords(fact)),
  ];
  const messages: Readonly<Record<string, readonly string[]>> = Object.fromEntries(results.cases.map(broken));
  const isSaid = (id: string) => messages[id]?.some((words) => words.includes('only typography tells them apart'));
  expect(Object.keys(DIFFER).map((id) => [id, messages[id]?.length, isSaid(id)])).toEqual([
    ['equals', 1, true],
    ['pattern', 1, true],
    ['argument', 1, true],
    ['matcher', 1, true],
    ['field', 1, true],
    ['words', 1, false],
  ]);
  expect(run.stdout + run.stderr).toContain('only typography tells them apart');
});

/** The same name, its accent a character of its own: what the cases write; the agent writes it as one. */
const APART = 'cafe\u0301';
const WHOLE = 'caf\u00e9';
const order = (name: string) => ({ name, arguments: { [WHOLE]: WHOLE }, status: 'ok', result: 'done' });
const french = {
  ...ANSWER,
  output: `{"${WHOLE}": "${WHOLE}"}`,
  tool_calls: [order(WHOLE), order('look')],
  state: { [WHOLE]: { [WHOLE]: 1 } },
  metadata: { [WHOLE]: WHOLE },
  retrieved: [WHOLE],
};
const HOLD = {
  name: { tools: [{ name: APART, args: { [APART]: APART } }, 'look'] },
  pattern: { tools: [{ name: APART, args: { [APART]: { $matches: `^${APART}$` } } }, 'look'] },
  choice: { tools: [{ name: APART, args: { [APART]: { $one_of: [APART] } } }, 'look'] },
  state: { state: { [`${APART}.${APART}`]: 1 } },
  metadata: { metadata: { [APART]: APART } },
  retrieved: { retrieved: { ids: [APART], k: 1, min_hits: 1 } },
  schema: { response: { json_schema: { required: [APART], properties: { [APART]: { const: APART } } } } },
};
const BREAK = {
  forbidden: { tools: { forbidden: [`${APART}*`] } },
  before: { tools: { before: [['look', APART]] } },
  absent: { metadata: { [APART]: { $absent: true } } },
  gone: { state: { [APART]: { $absent: true } } },
};

it('composed and decomposed letters are the same everywhere: in names, keys, values, patterns, schemas and ids', async () => {
  const demands = { ...HOLD, ...BREAK };
  await using folder = await folderWith(suite(demands, french));
  const run = await folder.cli(['run']);
  const wanted = Object.keys(demands).map((id) => [id, id in HOLD ? 'passed' : 'failed']);
  expect(await folder.outcomes(), run.stderr).toEqual(Object.fromEntries(wanted));
});
