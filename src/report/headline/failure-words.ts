import { percent, relativeAmount } from '#common/words.ts';
import type { NeverFailFacts } from '#gate/decision/facts/test-facts.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { riseHeadline } from '../reasons/increase-words.ts';
import { wordsOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { caseNames } from './names.ts';

/** A failure in a few words, without evidence: `tool recall fell from 98 % to 90 %`. */
export function failureWords(reason: Reason, report: Report): string {
  const { cases } = reason;
  switch (reason.code) {
    case 'case_broken':
      return `${caseNames(cases, report)} broke`;
    case 'never_fail':
      return neverFail(caseNames(cases, report), reason.facts);
    case 'never_completes':
      return 'the agent completed no trial';
    case 'suite_drop':
      return `pass rate${ofTag(reason)} fell${fromTo(passRates(reason, report))}`;
    case 'recall_drop': {
      const test = scope(reason, report).tool_recall;
      return `tool recall${ofTag(reason)} fell${fromTo({ main: test?.baseline ?? null, here: test?.candidate ?? null })}`;
    }
    case 'increase':
      return riseHeadline(reason, 'rose by', relativeAmount);
    default:
      return wordsOf(reason, report.main).headline;
  }
}

function neverFail(names: string, { kind, name }: NeverFailFacts): string {
  return kind === 'case'
    ? `${names} must never fail, and failed`
    : `the check ${name} must never fail, and failed in ${names}`;
}

/** The tests of the suite or of the reason's tag. */
function scope({ tag }: Reason, { numbers }: Report) {
  const ofTag = tag !== null && Object.hasOwn(numbers.tags, tag) ? numbers.tags[tag] : undefined;
  return ofTag ?? numbers;
}

function passRates({ tag }: Reason, { metrics, tags }: Report): Sides {
  if (tag !== null) {
    const row = tags.find((item) => item.tag === tag);
    return { main: row?.baseline_pass_rate ?? null, here: row?.figures.pass_rate ?? null };
  }
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  return { main: row?.baseline ?? null, here: row?.candidate ?? null };
}

interface Sides {
  readonly main: number | null;
  readonly here: number | null;
}

function fromTo({ main, here }: Sides): string {
  return main === null || here === null ? '' : ` from ${percent(main)} to ${percent(here)}`;
}

function ofTag({ tag }: Reason): string {
  return tag === null ? '' : ` of tag ${tag}`;
}
