import type { RepeatedSide, RepeatedTest } from '#domain/gate/confirmation/repeated-test.ts';
import type { Reason } from '#domain/gate/decision.ts';
import { METRIC_WORDS } from '#domain/gate/metrics.ts';
import type { FactsOf, Repeated, Words } from '#domain/gate/reason-code.ts';
import { ofTag } from '#domain/gate/rules/words.ts';
import { exceeds } from '#domain/statistics/beyond.ts';
import { listed, percent, plural, pValue, relativeChange, shortSha } from '#domain/words.ts';

/** Fresh trials of main show the failure again. */
export function confirmed({ tests, sha }: Repeated): string {
  const items = tests.map((test) => `${againstToday(test)}${chance(test, ', ')}`);
  return `confirmed by ${freshTrials(tests, sha)}: ${listed(items, MOST_SHOWN, '; ')}`;
}

/** Main itself does worse than its stored runs, beyond chance, and the change no worse than that. */
export function staleBaseline({ tests, sha }: Repeated): Words {
  const headline = `main is also worse today; the stored baseline is stale: ${listed(tests.map(againstBoth), MOST_SHOWN, '; ')}`;
  const [only] = tests;
  const p = tests.length === 1 && only !== undefined ? only.main_p : null;
  return {
    headline,
    message: `${headline} (${freshTrials(tests, sha)}${p === null ? '' : `; against the stored runs ${pValue(p)}`})`,
  };
}

/** Fresh trials do not show the failure again; whether main changed, nothing shows either. */
export function notConfirmed({ tests, sha }: Repeated): Words {
  const headline = `not shown to be this change: fresh trials of main do no better${beyond(tests)} (${listed(tests.map(noBetter), MOST_SHOWN, '; ')})`;
  const [only] = tests;
  const p = tests.length === 1 && only !== undefined ? chance(only, '; ') : '';
  return { headline, message: `${headline}: ${freshTrials(tests, sha)}${p}` };
}

/** Nothing confirms a failure: it stands, or is open because a confirmation is required. */
export function unconfirmed(facts: FactsOf['unconfirmed'], shortWords: (failure: Reason) => string): Words | string {
  if ('tests' in facts) {
    const { tests, sha } = facts;
    const why = whyNot(tests);
    return `not confirmed by ${freshTrials(tests, sha)}: ${listed(tests.map(nameOf), MOST_SHOWN, '; ')}: ${why}; the failure stands`;
  }
  const { reason, failure } = facts;
  if (failure === null) return `not confirmed by fresh trials of main: ${reason}; the failure stands`;
  const headline = `can't tell: ${shortWords(failure)}, but no fresh trials of main confirm it`;
  return { headline, message: `${headline}: ${reason}` };
}

function whyNot(tests: readonly RepeatedTest[]): string {
  return [...new Set(tests.flatMap(({ unconfirmed: why }) => why ?? []))].join('; ');
}

const MOST_SHOWN = 3;

function againstToday(test: RepeatedTest): string {
  const { sides, gate } = test;
  if (sides === null) return nameOf(test);
  const { today, here } = sides;
  if (gate === 'case') return `${nameOf(test)} passed ${share(today)} on main today and ${share(here)} here`;
  if (isRate(gate)) return `${nameOf(test)} ${percent(today.value)} on main today, ${percent(here.value)} here`;
  return `${nameOf(test)} ${relativeChange(test.change_from_today ?? 0)} against main today`;
}

function againstBoth(test: RepeatedTest): string {
  const { sides, gate } = test;
  if (sides === null) return nameOf(test);
  const { stored, today, here } = sides;
  const name = nameOf(test);
  if (gate === 'case') {
    return `${name} passed ${share(stored)} in the stored runs, ${share(today)} on main today and ${share(here)} here`;
  }
  if (isRate(gate)) {
    return `${name} ${percent(stored.value)} in the stored runs, ${percent(today.value)} on main today, ${percent(here.value)} here`;
  }
  const [before, now] = [test.change_from_stored, test.change_from_today ?? 0].map(relativeChange);
  return `${name} ${before} against the stored runs, ${now} against main today`;
}

/** Main may do better and yet not by as much as it takes. */
function beyond(tests: readonly RepeatedTest[]): string {
  const better = tests.filter(({ change_from_today: change }) => change !== null && exceeds(change, 0));
  if (better.length === 0) return '';
  return better.some(({ p }) => p === null) ? ' by more than is tolerated' : ' beyond chance';
}

/** What fresh trials of main gave first, then what it is to be seen beside. */
function noBetter(test: RepeatedTest): string {
  const { sides, gate } = test;
  if (sides === null) return nameOf(test);
  const { stored, today, here } = sides;
  if (gate !== 'case' && !isRate(gate)) {
    const [before, now] = [test.change_from_stored, test.change_from_today ?? 0].map(relativeChange);
    return `${nameOf(test)} here ${now} against them; ${before} against the stored runs`;
  }
  const value = (side: RepeatedSide) => (gate === 'case' ? share(side) : percent(side.value));
  return `${nameOf(test)} ${value(today)}; stored ${value(stored)}; here ${value(here)}`;
}

function nameOf({ gate, tag, cases }: RepeatedTest): string {
  return gate === 'case' ? `case ${cases.join(', ')}` : `${ofTag(tag)}${METRIC_WORDS[gate]}`;
}

function isRate(gate: RepeatedTest['gate']): boolean {
  return gate === 'pass_rate' || gate === 'tool_recall';
}

function share({ value, trials }: RepeatedSide): string {
  return `${Math.round(value * trials)}/${trials}`;
}

function chance({ p }: RepeatedTest, separator: string): string {
  return p === null ? '' : `${separator}${pValue(p)}`;
}

function freshTrials(tests: readonly RepeatedTest[], sha: string | null): string {
  const count = tests.reduce((sum, { sides }) => sum + (sides?.today.trials ?? 0), 0);
  return `${plural(count, 'fresh trial')} of main${sha === null ? '' : ` at ${shortSha(sha)}`}`;
}
