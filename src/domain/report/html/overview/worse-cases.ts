import { plural } from '#domain/words.ts';
import type { CaseGroup } from '../../report.ts';
import type { CaseData } from '../data/case-data.ts';
import { type CaseFacts, caseHash } from '../data/case-facts.ts';
import { htmlText } from '../markup/html-text.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { firstLook, trialPair } from '../opened/case-page.ts';
import { dots } from '../opened/dots.ts';

/** Groups that a reader has to look at. */
const WORSE: ReadonlySet<CaseGroup> = new Set(['broken', 'worse', 'failing', 'errors']);

/** Whether a case is one to look at. */
export function isWorse({ group }: CaseFacts): boolean {
  return WORSE.has(group);
}

/** Cases whose trials can be read without script, and bytes of all their trials together. */
const MOST_CASES = 20;
const MOST_BYTES = 400_000;

/** What got worse, each case with its first failed trial beside main's: for readers without script as well. */
export function worseCases(facts: readonly CaseFacts[], data: readonly CaseData[]): Markup {
  const worse = facts.flatMap((fact, index) => (isWorse(fact) ? [{ fact, data: data[index] }] : []));
  if (worse.length === 0) return null;
  let left = MOST_BYTES;
  const items = worse.slice(0, MOST_CASES).map(({ fact, data: trials }) => {
    const whole = trials === undefined ? null : trialsOf(trials);
    const bytes = whole === null ? 0 : htmlText(whole).length;
    const fits = bytes <= left;
    if (fits) left -= bytes;
    return card(fact, fits ? whole : TOO_LARGE);
  });
  return el(
    'section',
    { 'aria-labelledby': 'worse' },
    el('h2', { id: 'worse' }, 'What got worse or fails ', el('small', {}, plural(worse.length, 'case'))),
    items,
    worse.length > MOST_CASES
      ? el('p', { class: 'note' }, `${plural(worse.length - MOST_CASES, 'further case')} in the table below.`)
      : null,
  );
}

const TOO_LARGE: Markup = el(
  'p',
  { class: 'none' },
  'Its trials are too long to be shown here; with script, the case can be opened in the table below.',
);

function card(fact: CaseFacts, trials: Markup): Markup {
  const { id, name, group, standing, main, here, p, why } = fact;
  return el(
    'details',
    { class: `worse ${group}`, 'data-case': id },
    el(
      'summary',
      {},
      el('span', { class: `group ${group}` }, standing),
      ' ',
      el('code', {}, shown(id)),
      ' ',
      el(
        'span',
        { class: 'sides' },
        'main ',
        dots(main),
        ' → here ',
        dots(here),
        p === null ? null : el('small', {}, ` ${p}`),
      ),
      name === null ? null : el('span', { class: 'name' }, shown(name)),
      why === null ? null : el('span', { class: 'why' }, shown(why)),
    ),
    el('p', { class: 'needs-script' }, el('a', { href: caseHash(id) }, 'Open the case with all its trials')),
    trials,
  );
}

function trialsOf(data: CaseData): Markup {
  return trialPair(data, firstLook(data));
}
