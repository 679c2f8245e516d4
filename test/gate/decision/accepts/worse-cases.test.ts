import { expect, test } from 'vitest';
import { casesToAccept } from '#gate/decision/accepts/settle-accepts.ts';
import type { GateResults } from '#gate/decision/rules/test-gates.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { caseDecision, recallDecision, scopeDecisions, suiteDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';

type Tests = Pick<GateResults, 'cases' | 'suite' | 'tags'>;

const QUIET: Tests = { cases: [], suite: scopeDecisions(), tags: [] };
const RED = { pass_rate: suiteDecision({ failed: true }) };

/** Those of the cases a, b and c that have something to accept. */
function worseOf(tests: Partial<Tests>, paired: readonly PairedCase[] = []): readonly string[] {
  return [...casesToAccept(new Set(['a', 'b', 'c']), paired, { ...QUIET, ...tests })];
}

function recalling(id: string, here: number, main: number): PairedCase {
  const item = pairedCase(id, 'PP', [2, 2]);
  const with_ = (trials: readonly GateTrial[], tool_recall: number) =>
    trials.map((trial) => ({ ...trial, tool_recall }));
  return { ...item, trials: with_(item.trials, here), baseline: with_(item.baseline, main) };
}

test.each([
  ['is broken', { failed: true }, true],
  [
    'looks worse on its own: p is no more than about half of what one of its trials on main could give',
    { p: 0.034 },
    true,
  ],
  ['could be chance on its own', { p: 0.035 }, false],
  ['stays open beside the others', { p_adjusted: 0.1 }, true],
  ['is no worse than chance makes one of the suite', { p_adjusted: 0.11 }, false],
] as const)('a case that %s: %j has something to accept: %s', (_, facts, expected) => {
  expect(worseOf({ cases: [caseDecision('a', facts)] })).toEqual(expected ? ['a'] : []);
});

test('only what is named is accepted, and nothing where nothing is named', () => {
  const cases = [caseDecision('a', { failed: true }), caseDecision('x', { failed: true })];
  expect(worseOf({ cases })).toEqual(['a']);
  expect([...casesToAccept(new Set(), [], { ...QUIET, cases })]).toEqual([]);
});

const FELL = pairedCase('a', 'Pf', [2, 2]);
const HELD = pairedCase('b', 'PP', [4, 4]);
const ROSE = pairedCase('c', 'Pf', [1, 4]);

test('a mean that fell beyond chance was lowered by the cases that passed a smaller share than on main', () => {
  expect(worseOf({ suite: scopeDecisions(RED) }, [FELL, HELD, ROSE])).toEqual(['a']);
  const drifted = { pass_rate: suiteDecision({ p_drift: 0.2 }) };
  expect(worseOf({ suite: scopeDecisions(drifted) }, [FELL, HELD, ROSE])).toEqual(['a']);
});

test('a mean that did not fall beyond chance was lowered by nothing', () => {
  expect(worseOf({ suite: scopeDecisions({ pass_rate: suiteDecision() }) }, [FELL])).toEqual([]);
  expect(worseOf({}, [FELL])).toEqual([]);
});

test('shares are compared, whatever the numbers of trials', () => {
  const fewer = pairedCase('a', 'PPPf', [1, 1]);
  const more = pairedCase('b', 'PPf', [1, 2]);
  expect(worseOf({ suite: scopeDecisions(RED) }, [fewer, more])).toEqual(['a']);
});

test('a tag that fell was lowered only by its own cases', () => {
  const tags = [{ tag: 'slow', tests: scopeDecisions(RED) }];
  const inside = pairedCase('b', 'Pf', [2, 2], { tags: ['slow'] });
  expect(worseOf({ tags }, [FELL, inside])).toEqual(['b']);
  const both = { tags, suite: scopeDecisions({ pass_rate: suiteDecision() }) };
  expect(worseOf(both, [FELL, inside])).toEqual(['b']);
});

test('tool recall that fell was lowered by the cases that recall less, though they pass as often', () => {
  const suite = scopeDecisions({ tool_recall: recallDecision({ failed: true }) });
  const cases = [recalling('a', 0.5, 1), recalling('b', 1, 1), recalling('c', 1, 0.5), FELL];
  expect(worseOf({ suite }, cases)).toEqual(['a']);
  expect(worseOf({ suite: scopeDecisions(RED) }, [recalling('a', 0.5, 1)])).toEqual([]);
});
