import { capitalise, percent, relativeChange } from '#common/words.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import type { TriedTest } from '#gate/decision/terms/tried-test.ts';
import { whyNot } from '../reasons/again-words.ts';
import type { Report } from '../report.ts';

/** What fresh trials of both sides show; empty if it was not tried again. */
export function againToday({ code, gate, tag, cases }: Reason, { numbers: { again }, reasons, main }: Report): string {
  const name = capitalise(main);
  const unable = reasons.find(({ code }) => code === 'not_tried_again');
  if (unable?.code === 'not_tried_again') {
    const { reason, tests } = unable.facts;
    const ran = typeof reason !== 'string' && tests.length > 0;
    return `${name} ${ran ? 'was tried again, which settled nothing' : 'was not tried again'}: ${whyNot(reason)}.`;
  }
  if (again === null) return COMPARED.has(code) ? `${name} was not tried again.` : '';
  const tests = again.tests.filter((test) => test.gate === gate && test.tag === tag && isAbout(test, cases));
  const [first] = tests;
  if (first === undefined) return '';
  const sides = (value: (side: TriedTest['main']) => string) =>
    `${value(first.main)} on ${main} and ${value(first.here)} here`;
  if (gate === 'case')
    return `Of fresh trials of both, ${passesOf(tests)} passed on ${main} and ${passesOf(tests, 'here')} here.`;
  if (gate === 'pass_rate' || gate === 'tool_recall')
    return `In fresh trials of both, ${METRIC_WORDS[gate]} is ${sides(({ value }) => percent(value))}.`;
  return `Fresh trials of both show it too${first.change === null ? '' : `: ${relativeChange(first.change)} against ${main}`}.`;
}

/** Red by comparison with main's stored runs. */
const COMPARED: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['case_broken', 'suite_drop', 'recall_drop', 'increase']);

/**
 * Says that a case that looked worse is not this change's fault, or not shown to be: in words after its name, and as a sentence.
 */
export function notThisChange(
  cases: readonly string[],
  { numbers: { again }, main }: Report,
): { readonly words: string; readonly sentence: string } {
  const tests = again?.tests.filter((test) => test.gate === 'case' && isAbout(test, cases)) ?? [];
  const [isSingle, there, here] = [cases.length === 1, passesOf(tests), passesOf(tests, 'here')];
  const failsToo = tests.every((test) => test.main.value < 1 && test.main.value <= test.here.value);
  return failsToo
    ? {
        words: `${isSingle ? 'does' : 'do'} no better on ${main} today`,
        sentence: `${capitalise(main)} fails too today (${there} pass): not this change.`,
      }
    : {
        words: `${isSingle ? 'is' : 'are'} not shown to be worse than on ${main} today`,
        sentence: `Tried again just now, ${main} passes ${there} and this change ${here}: not shown to be this change.`,
      };
}

function isAbout(test: TriedTest, cases: readonly string[]): boolean {
  return test.gate !== 'case' || test.cases.some((id) => cases.includes(id));
}

/** `19 of 20`, all cases together. */
function passesOf(tests: readonly TriedTest[], side: 'main' | 'here' = 'main'): string {
  const trials = tests.reduce((sum, test) => sum + test[side].trials, 0);
  return `${tests.reduce((sum, test) => sum + Math.round(test[side].value * test[side].trials), 0)} of ${trials}`;
}
