/** What promptfoo itself said of answers (its version: test/heavy/packages/README.md), against what its files mean here. */
import { expect, test } from 'vitest';
import { responseCheck } from '#domain/checks/response.ts';
import { trialView } from '#domain/checks/trial-view.ts';
import type { Case } from '#domain/suite/case.ts';
import { casesYaml } from '#entry/cli/cases/cases-yaml.ts';
import groups from '#test/fixtures/foreign/verdicts.json' with { type: 'json' };
import { aCase, aTrial } from '../trial/build-trial.ts';
import { readCases } from './read-cases.ts';

type Group = (typeof groups)[number];

test.each(groups.map((group) => [JSON.stringify(group.csv ?? group.assert), group] as const))(
  'promptfoo %s: our verdicts are its own',
  (_, group) => {
    const read = readGroup(group);
    const imported = readCases(casesYaml([read]), 'imported.yml').cases[0];
    for (const one of [read, imported]) expect(verdicts(group, one)).toEqual(byAnswer(group, group.right));
  },
);

function readGroup({ assert, csv }: Group): Case {
  const { cases, issues } =
    csv === undefined
      ? readCases(JSON.stringify([{ vars: { q: 'Hi' }, assert }]), 'cases.json')
      : readCases(`q,__expected\nHi,"${csv.replaceAll('"', '""')}"\n`, 'cases.csv');
  expect(issues).toEqual([]);
  const [first] = cases;
  if (first === undefined) throw new Error('no case');
  return first;
}

function verdicts(group: Group, read: Case | undefined) {
  const expected = { ...read?.turns[0]?.expect, ...read?.expect };
  const all = group.answers.map((output) => {
    const view = trialView(aCase({}), aTrial([{ output }]), null);
    return expected.response === undefined ? null : responseCheck.judge(expected.response, view);
  });
  return byAnswer(
    group,
    all.map((results) => results?.every(({ passed }) => passed) ?? null),
  );
}

function byAnswer({ answers }: Group, right: readonly (boolean | null)[]) {
  return answers.map((answer, index) => [answer, right[index]]);
}
