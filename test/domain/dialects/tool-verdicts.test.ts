/** What the tools themselves said of answers and of calls (their versions: test/heavy/packages/README.md), against what their files mean here. */
import { expect, test } from 'vitest';
import { responseCheck } from '#domain/checks/response.ts';
import { toolsCheck } from '#domain/checks/tools.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import type { DialectOptions } from '#domain/dialects/dialect.ts';
import type { JsonObject } from '#domain/json.ts';
import type { Case } from '#domain/suite/case.ts';
import { casesYaml } from '#entry/cli/cases/cases-yaml.ts';
import groups from '#test/fixtures/foreign/verdicts.json' with { type: 'json' };
import { aCase, aTrial, made } from '../trial/build-trial.ts';
import { readCases } from './read-cases.ts';

test.each(groups.map((group) => [nameOf(group), group] as const))('%s: our verdicts are its own', (_, group) => {
  const read = readGroup(group);
  const imported = readCases(casesYaml([read]), 'imported.yml').cases[0];
  for (const one of [read, imported]) expect(verdicts(group, one)).toEqual(byAnswer(group, group.right));
});

type Group = (typeof groups)[number];

function nameOf({ tool, scorer, assert, csv, row }: Group): string {
  return `${tool} ${JSON.stringify(scorer ?? csv ?? assert ?? row)}`;
}

function readGroup({ row, assert, csv, scorer }: Group): Case {
  const options = scorer === undefined ? {} : { reference: scorer as NonNullable<DialectOptions['reference']> };
  const { cases, issues } =
    csv === undefined
      ? readCases(JSON.stringify(row ?? [{ vars: { q: 'Hi' }, assert }]), 'cases.json', options)
      : readCases(`q,__expected\nHi,"${csv.replaceAll('"', '""')}"\n`, 'cases.csv');
  expect(issues).toEqual([]);
  const [first] = cases;
  if (first === undefined) throw new Error('no case');
  return first;
}

function verdicts(group: Group, read: Case | undefined) {
  const expected = { ...read?.turns[0]?.expect, ...read?.expect };
  const all = group.answers?.map((output) => {
    const view = trialView(aCase({}), aTrial([{ output }]), null);
    return expected.response === undefined ? null : responseCheck.judge(expected.response, view);
  });
  const called = group.calls?.map((calls) => {
    const tool_calls = calls.map(([name, args]) => made(name as string, args as JsonObject));
    if (expected.no_tools) return [{ passed: tool_calls.length === 0 }];
    return expected.tools && toolsCheck.judge(expected.tools, trialView(aCase({}), aTrial([{ tool_calls }]), null));
  });
  return byAnswer(
    group,
    (all ?? called ?? []).map((results) => results?.every(({ passed }) => passed) ?? null),
  );
}

function byAnswer({ answers, calls }: Group, right: readonly (boolean | null)[]) {
  return (answers ?? calls ?? []).map((answer, index) => [answer, right[index]]);
}
