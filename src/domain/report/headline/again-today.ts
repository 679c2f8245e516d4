import type { Reason } from '#domain/gate/terms/decision.ts';
import type { TriedTest } from '#domain/gate/terms/tried-test.ts';
import { percent } from '#domain/words.ts';
import { whyNot } from '../reasons/again-words.ts';
import type { Report } from '../report.ts';

/** What main does today, in one sentence; empty if it was not tried again. */
export function againToday({ gate, tag, cases }: Reason, { numbers: { again }, reasons, main }: Report): string {
  const name = main.slice(0, 1).toUpperCase() + main.slice(1);
  const unable = reasons.find(({ code }) => code === 'not_tried_again');
  if (unable?.code === 'not_tried_again') {
    const { reason, tests } = unable.facts;
    const ran = typeof reason !== 'string' && tests.length > 0;
    return `${name} ${ran ? 'was tried again, which closes nothing' : 'was not tried again'}: ${whyNot(reason)}.`;
  }
  const tests = again?.tests.filter((test) => test.gate === gate && test.tag === tag && isAbout(test, cases)) ?? [];
  const [first] = tests;
  if (first === undefined) return '';
  if (gate === 'case')
    return `${name}, tried again just now, still passes ${tests.length === 1 ? 'it' : 'them'} (${sharesOf(tests)}).`;
  return gate === 'pass_rate' || gate === 'tool_recall'
    ? `${name}, tried again just now: ${percent(first.main.value)}.`
    : `${name}, tried again just now, still does better.`;
}

function isAbout(test: TriedTest, cases: readonly string[]): boolean {
  return test.gate !== 'case' || test.cases.some((id) => cases.includes(id));
}

/** `10/10, 9/10`. */
function sharesOf(tests: readonly TriedTest[]): string {
  const shown = tests
    .slice(0, MOST_SHOWN)
    .map(({ main: { value, trials } }) => `${Math.round(value * trials)}/${trials}`);
  return `${shown.join(', ')}${tests.length > MOST_SHOWN ? ' …' : ''}`;
}

const MOST_SHOWN = 3;
