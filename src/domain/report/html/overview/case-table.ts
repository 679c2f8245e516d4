import { wilsonInterval } from '#domain/statistics/floors/floor-bounds.ts';
import { plural } from '#domain/words.ts';
import { type CaseFacts, caseHash, type SideFacts } from '../data/case-facts.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { scrolled } from '../markup/scrolled.ts';
import { dots } from '../opened/dots.ts';
import { isWorse } from './worse-cases.ts';

/** Rows beyond these are left to results.json: a browser, and a reader, would have too much of them. */
const MOST_ROWS = 2000;

/** Every case, worst first, with a dot per trial and the interval of its pass rate on both sides. */
export function caseTable(facts: readonly CaseFacts[]): Markup {
  if (facts.length === 0) return null;
  return el(
    'section',
    { 'aria-labelledby': 'cases' },
    el('h2', { id: 'cases' }, 'Cases ', el('small', { id: 'shown-cases', role: 'status' }, String(facts.length))),
    filters(facts),
    el(
      'p',
      { class: 'note' },
      '● passed, ○ failed, ▲ could not be judged. Bars: 95 % interval of the pass rate, main above here.',
    ),
    scrolled(
      { 'aria-labelledby': 'cases' },
      el(
        'table',
        { class: 'cases' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            COLUMNS.map(({ key, title }) =>
              el('th', { scope: 'col', 'aria-sort': key === 'group' ? 'ascending' : null, 'data-sort': key }, title),
            ),
          ),
        ),
        el('tbody', {}, facts.slice(0, MOST_ROWS).map(row)),
      ),
    ),
    facts.length > MOST_ROWS
      ? el('p', { class: 'note' }, `${plural(facts.length - MOST_ROWS, 'further case')} in results.json.`)
      : null,
  );
}

const COLUMNS = [
  { key: 'group', title: 'standing' },
  { key: 'id', title: 'case' },
  { key: 'main', title: 'main' },
  { key: 'here', title: 'here' },
  { key: 'change', title: 'pass rate' },
  { key: null, title: 'why' },
] as const;

function filters(facts: readonly CaseFacts[]): Markup {
  const standings = distinct(facts.map(({ group }) => group));
  const tags = distinct(facts.flatMap(({ tags: all }) => all)).sort();
  const words = new Map(facts.map(({ group, standing }) => [group, standing]));
  return el(
    'div',
    { class: 'filters needs-script', role: 'search' },
    el('input', {
      id: 'search',
      type: 'search',
      placeholder: 'Search texts, tool:name, tag:name, failure:kind',
      'aria-label': 'search the cases',
      autocomplete: 'off',
      spellcheck: 'false',
    }),
    choice(
      'standing',
      'all standings',
      standings.map((group) => [group, words.get(group) ?? group]),
    ),
    tags.length === 0
      ? null
      : choice(
          'tag',
          'all tags',
          tags.map((tag) => [tag, tag]),
        ),
  );
}

function choice(name: string, all: string, options: readonly (readonly [string, string])[]): Markup {
  return el(
    'select',
    { id: `only-${name}`, 'aria-label': name },
    el('option', { value: '' }, all),
    options.map(([value, words]) => el('option', { value }, shown(words))),
  );
}

function row(fact: CaseFacts, index: number): Markup {
  const { id, name, group, standing, tags, main, here, why, p } = fact;
  return el(
    'tr',
    { class: isWorse(fact) ? 'look' : null, 'data-row': index },
    el('td', {}, el('span', { class: `group ${group}` }, standing)),
    el(
      'th',
      { scope: 'row' },
      el('a', { href: caseHash(id) }, shown(id)),
      name === null ? null : el('span', { class: 'name' }, shown(name)),
      tags.map((tag) => el('span', { class: 'tag' }, shown(tag))),
    ),
    el('td', {}, dots(main)),
    el('td', {}, dots(here)),
    el('td', { class: 'interval' }, picture(main, here), p === null ? null : el('small', {}, p)),
    el('td', { class: 'why' }, why === null ? '' : shown(why.length > 160 ? `${why.slice(0, 160)}…` : why)),
  );
}

const WIDTH = 90;

/** The pass rates with their intervals, from 0 % at the left to 100 % at the right. */
function picture(main: SideFacts | null, here: SideFacts | null): Markup {
  const line = (side: SideFacts | null, y: number, kind: string): Markup => {
    if (side === null || side.scored === 0) return null;
    const rate = side.passed / side.scored;
    const interval = wilsonInterval(rate, side.scored);
    const at = (value: number): number => Math.round(3 + (WIDTH - 6) * value);
    return [
      el('path', { class: kind, d: `M${at(interval?.low ?? rate)} ${y}H${at(interval?.high ?? rate)}` }),
      el('circle', { class: kind, cx: at(rate), cy: y, r: 3 }),
    ];
  };
  return el(
    'svg',
    { viewBox: `0 0 ${WIDTH} 18`, width: WIDTH, height: 18, 'aria-hidden': 'true' },
    line(main, 5, 'main'),
    line(here, 13, 'here'),
  );
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
