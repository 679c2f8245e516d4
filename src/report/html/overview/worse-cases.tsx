import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import { FALLEN } from '#report/labels.ts';
import { lineWords } from '#report/reasons/line-words.ts';
import type { CaseGroup, Report } from '#report/report.ts';
import { clearest } from '#report/rows/concerned.ts';
import type { CaseData } from '../data/case-data.ts';
import { type CaseFacts, caseHash } from '../data/case-facts.ts';
import { htmlText } from '../markup/html-text.ts';
import { Link } from '../markup/link.tsx';
import { visibleText } from '../markup/shown.ts';
import { brief } from '../opened/brief.tsx';
import { firstLook, trialPair } from '../opened/case-page.tsx';
import { dots } from '../opened/dots.tsx';
import { sentenceList } from './page-head.tsx';

/** Groups that a reader has to look at. */
const WORSE: ReadonlySet<CaseGroup> = new Set([...FALLEN, 'failing', 'errors']);

/** Whether a case is one to look at. */
export function isWorse({ group }: CaseFacts): boolean {
  return WORSE.has(group);
}

/** Cases whose trials can be read without script, and bytes of all their trials together. */
const MOST_CASES = 20;
const MOST_BYTES = 400_000;

/** What got worse and by which lines, each case with its first failed trial next to main's: for readers without script as well. */
export function worseCases(
  { explained = [], cases }: Pick<Report, 'explained' | 'cases'>,
  facts: readonly CaseFacts[],
  data: readonly CaseData[],
): ComponentChildren {
  const worse = facts.flatMap((fact, index) => (isWorse(fact) ? [{ fact, data: data[index] }] : []));
  if (worse.length === 0) return null;
  const open = clearest(cases)?.id ?? worse[0]?.fact.id;
  let left = MOST_BYTES;
  const items = worse.slice(0, MOST_CASES).map(({ fact, data: trials }) => {
    const whole = trials === undefined ? null : trialsOf(trials, fact);
    const bytes = whole === null ? 0 : htmlText(whole).length;
    const fits = bytes <= left;
    if (fits) left -= bytes;
    return card(fact, fits ? whole : TOO_LARGE, fact.id === open);
  });
  return (
    <section aria-labelledby="worse">
      <h2 id="worse">
        {'What got worse or fails '}
        <small>{plural(worse.length, 'case')}</small>
      </h2>
      {sentenceList(explained.map(lineWords))}
      {items}
      {worse.length > MOST_CASES ? (
        <p class="note">{`${plural(worse.length - MOST_CASES, 'further case')} in the table below.`}</p>
      ) : null}
    </section>
  );
}

const TOO_LARGE: ComponentChildren = (
  <p class="none">Its trials are too long to show here; with JavaScript, you can open the case in the table below.</p>
);

function card(fact: CaseFacts, trials: ComponentChildren, isOpen: boolean): ComponentChildren {
  const { id, name, group, standing, main, here, why } = fact;
  return (
    <details class={`worse ${group}`} data-case={id} open={isOpen}>
      <summary>
        <span class={`group ${group}`}>{standing}</span>{' '}
        {name === null ? <code>{visibleText(id)}</code> : <b>{visibleText(name)}</b>}{' '}
        <span class="sides">
          {'before '}
          {dots(main)}
          {' now '}
          {dots(here)}
        </span>
        {name === null ? null : <code class="name">{visibleText(id)}</code>}
        {why === null ? null : <span class="why">{visibleText(why)}</span>}
      </summary>
      <p class="needs-script">
        <Link href={caseHash(id)}>Open the case with all its trials</Link>
      </p>
      {trials}
    </details>
  );
}

function trialsOf(data: CaseData, fact: CaseFacts): ComponentChildren {
  const look = firstLook(data);
  const short = brief(data, look);
  const pair = trialPair(data, look, fact);
  if (short === null) return pair;
  return [
    short,
    <details class="talk">
      <summary>Show the conversation</summary>
      {pair}
    </details>,
  ];
}
