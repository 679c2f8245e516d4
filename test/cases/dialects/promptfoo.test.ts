import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { type ParsedCases, parseCasesIn } from '#cases/dialects/parse-cases-in.ts';
import { withIncluded } from '#cases/dialects/promptfoo/included-files.ts';
import { promptfoo } from '#cases/dialects/promptfoo/promptfoo.ts';
import type { Case } from '#cases/suite/case.ts';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import groups from '#test/fixtures/foreign/verdicts.json' with { type: 'json' };
import { mustBeRead } from '#test/support/must-be-read.ts';
import { responseCheck } from '#trials/checks/response.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { aCase, aTrial } from '../../trials/trial/build-trial.ts';
import { issueLines, readCases } from './read-cases.ts';

/** promptfoo's tests, as `agent-eval import` takes them over. */
const folder = new URL('../../fixtures/foreign/', import.meta.url);

test.each(['promptfoo/promptfooconfig.yaml', 'promptfoo/tests.csv'])(
  '%s becomes cases that are the same when they are read again, and what could not be taken over is told',
  async (file) => {
    const { cases, issues } = await imported(readFileSync(new URL(file, folder), 'utf8'), file);
    const again = readCases(casesYaml(cases), 'imported.yml');
    expect([again.issues, again.dialects]).toEqual([[], ['canonical']]);
    expect(again.cases.map(writeCase)).toEqual(cases.map(writeCase));
    const places = cases.map(({ id, source }) => `${id} ${source.file}:${source.line}`);
    const golden = {
      places,
      left_out: issueLines({ cases, issues, dialects: [], skipped: [] }),
      cases: cases.map(writeCase),
    };
    await expect(`${JSON.stringify(golden, null, 2)}\n`).toMatchFileSnapshot(
      new URL(`golden/${file.replaceAll('/', '-')}.json`, folder).pathname,
    );
  },
);

test.each(groups.map((group) => [JSON.stringify(group.csv ?? group.assert), group] as const))(
  'promptfoo %s: our verdicts are its own',
  async (_, group) => {
    const { assert, csv, answers, right } = group;
    const { cases } =
      csv === undefined
        ? await imported(JSON.stringify([{ vars: { q: 'Hi' }, assert }]), 'cases.json')
        : await imported(`q,__expected\nHi,"${csv.replaceAll('"', '""')}"\n`, 'cases.csv');
    expect(answers.map((answer) => [answer, verdict(cases[0], answer)])).toEqual(
      answers.map((answer, index) => [answer, right[index]]),
    );
  },
);

test.each([
  ['javascript', 'output.length < 9', 'custom'],
  ['is-json', 'x', 'json_schema'],
  ['latency', 'x', 'max_latency'],
  ['levenshtein', 'x', 'similar'],
  ['trajectory:tool-used', 'refund', 'tools: {calls'],
  ['not-equals', 'x', 'custom'],
  ['of-another-version', 'x', 'custom'],
])(
  'an assertion %s is left out with the nearest thing, and a test of which nothing is left is none',
  async (type, value, nearest) => {
    const { cases, issues } = await imported(
      `prompts: ["{{q}}"]\ntests:\n  - {vars: {q: hi}, assert: [{type: icontains, value: a}, {type: "${type}", value: "${value}"}]}\n  - {vars: {q: ho}, assert: [{type: "${type}", value: "${value}"}]}\n`,
    );
    expect(cases).toMatchObject([{ turns: [{ input: 'hi' }], expect: { response: { contains: ['a'] } } }]);
    expect(issues.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(issues[0]).toMatchObject({ line: 3, path: 'tests[0].assert[1]' });
    expect(issues[0]?.message).toMatch(`left out: \`${type}\` has no equal here`);
    expect(issues[0]?.message).toContain(nearest);
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining('none of its assertions'));
  },
);

test.each<[string, string, RegExp]>([
  [
    'a share of the assertions',
    '{vars: {q: hi}, threshold: 0.5, assert: [{type: icontains, value: a}]}',
    /share of the assertions/,
  ],
  ['a transform', '{vars: {q: hi}, options: {transform: "output.a"}}', /changes what is said or judged/],
  ['a variable of several values', '{vars: {q: [a, b]}}', /write a test for each/],
  [
    'a variable that is not there',
    '{vars: {q: hi}, assert: [{type: icontains, value: "{{nobody}}"}]}',
    /names no variable/,
  ],
  ['a filter', '{vars: {q: hi}, assert: [{type: icontains, value: "{{q | upper}}"}]}', /names no variable/],
  ['a pattern that RE2 does not have', '{vars: {q: hi}, assert: [{type: regex, value: "(?=a)"}]}', /RE2/],
  ['a program that makes tests', 'file://tests.py', /a program makes/],
  ['a file that is not there', 'file://gone.csv', /does not exist/],
  ['a pattern of files', 'file://tests/*.yaml', /pattern/],
])('%s is told, and the other tests are taken over', async (_, row, message) => {
  const { cases, issues } = await imported(`prompts: ["{{q}}"]\ntests:\n  - ${row}\n  - {vars: {q: other}}\n`);
  expect(issues.map((issue) => [issue.severity, issue.message])).toContainEqual([
    'warning',
    expect.stringMatching(message),
  ]);
  expect(cases.map(({ turns }) => turns[0]?.input)).toEqual(['other']);
});

test('every prompt makes a case of each test', async () => {
  const { cases, issues } = await imported(
    'prompts: [{label: short, raw: "{{q}}"}, {label: long, raw: "Please: {{q}}"}]\ntests: [{description: Asks, vars: {q: a}}]\n',
  );
  expect(issues).toEqual([]);
  expect(cases.map(({ turns }) => turns[0]?.input)).toEqual(['a', 'Please: a']);
  expect(cases.map(({ id }) => id)).toEqual(['Asks-prompt-1', 'Asks-prompt-2']);
});

async function imported(text: string, file = 'f.yml'): Promise<ParsedCases> {
  const parsed = parseSoundDocuments(text, file);
  mustBeRead(parsed);
  const whole = await withIncluded(parsed, {
    pathFrom: (from, path) => posix.join(posix.dirname(from), path),
    async read(path) {
      try {
        return { text: readFileSync(new URL(path, folder), 'utf8') };
      } catch {
        return { problem: `"${path}" does not exist` };
      }
    },
  });
  return parseCasesIn([promptfoo], whole, { ...AS_WRITTEN, skip: 'unreadable' });
}

function verdict(read: Case | undefined, output: string): boolean | null {
  const { response } = { ...read?.turns[0]?.expect, ...read?.expect };
  const view = trialView(aCase({}), aTrial([{ output }]), null);
  return response === undefined ? null : responseCheck.judge(response, view).every(({ passed }) => passed);
}
