import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import { wilsonInterval } from '#statistics/floors/floor-bounds.ts';
import { type CaseFacts, caseHash, type SideFacts } from '../data/case-facts.ts';
import { Link } from '../markup/link.tsx';
import { scrolled } from '../markup/scrolled.tsx';
import { visibleText } from '../markup/shown.ts';
import { dots } from '../opened/dots.tsx';
import { isWorse } from './worse-cases.tsx';

/** Further rows are only in results.json: they would be too much for a browser, and for a reader. */
const MOST_ROWS = 2000;

/** Every case, worst first, with a dot per trial and the interval of its pass rate on both sides; then its checks. */
export function caseTable(facts: readonly CaseFacts[], checks: ComponentChildren): ComponentChildren {
  const [first] = facts;
  if (first === undefined) return null;
  const { branch } = first;
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">
        {'Cases '}
        <small id="shown-cases" role="status">
          {String(facts.length)}
        </small>
      </h2>
      {filters(facts)}
      <p class="note">
        ● passed, ○ failed, ▲ could not be judged. Bars: 95 % interval of the pass rate, {branch} above here.
      </p>
      {scrolled(
        { 'aria-labelledby': 'cases' },
        <table class="cases">
          <thead>
            <tr>
              {COLUMNS.map(({ key, title }) => (
                <th scope="col" aria-sort={key === 'group' ? 'ascending' : undefined} data-sort={key}>
                  {key === 'main' ? branch : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{facts.slice(0, MOST_ROWS).map(row)}</tbody>
        </table>,
      )}
      {facts.length > MOST_ROWS ? (
        <p class="note">{`${plural(facts.length - MOST_ROWS, 'further case')} in results.json.`}</p>
      ) : null}
      {checks}
    </section>
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

function filters(facts: readonly CaseFacts[]): ComponentChildren {
  const standings = distinct(facts.map(({ group }) => group));
  const tags = distinct(facts.flatMap(({ tags: all }) => all)).sort();
  const words = new Map(facts.map(({ group, standing }) => [group, standing]));
  return (
    <div class="filters needs-script" role="search">
      <input
        id="search"
        type="search"
        placeholder="Search texts, tool:name, tag:name, failure:kind"
        aria-label="search the cases"
        autocomplete="off"
        spellcheck={false}
      />
      {choice(
        'standing',
        'all standings',
        standings.map((group) => [group, words.get(group) ?? group]),
      )}
      {tags.length === 0
        ? null
        : choice(
            'tag',
            'all tags',
            tags.map((tag) => [tag, tag]),
          )}
    </div>
  );
}

function choice(name: string, all: string, options: readonly (readonly [string, string])[]): ComponentChildren {
  return (
    <select id={`only-${name}`} aria-label={name}>
      <option value="">{all}</option>
      {options.map(([value, words]) => (
        <option value={value}>{visibleText(words)}</option>
      ))}
    </select>
  );
}

function row(fact: CaseFacts, index: number): ComponentChildren {
  const { id, name, branch, group, standing, tags, main, here, why } = fact;
  return (
    <tr class={isWorse(fact) ? 'look' : undefined} data-row={index}>
      <td>
        <span class={`group ${group}`}>{standing}</span>
      </td>
      <th scope="row">
        <Link href={caseHash(id)}>{visibleText(name ?? id)}</Link>
        {name === null ? null : <span class="name">{visibleText(id)}</span>}
        {tags.map((tag) => (
          <span class="tag">{visibleText(tag)}</span>
        ))}
      </th>
      <td data-head={branch}>{dots(main)}</td>
      <td data-head="here">{dots(here)}</td>
      <td class="interval">{picture(main, here)}</td>
      <td class="why">{why === null ? '' : visibleText(why.length > 160 ? `${why.slice(0, 160)}…` : why)}</td>
    </tr>
  );
}

const WIDTH = 90;

/** The pass rates with their intervals, from 0 % at the left to 100 % at the right. */
function picture(main: SideFacts | null, here: SideFacts | null): ComponentChildren {
  const line = (side: SideFacts | null, y: number, kind: string): ComponentChildren => {
    if (side === null || side.scored === 0) return null;
    const rate = side.passed / side.scored;
    const interval = wilsonInterval(rate, side.scored);
    const at = (value: number): number => Math.round(3 + (WIDTH - 6) * value);
    return [
      <path class={kind} d={`M${at(interval?.low ?? rate)} ${y}H${at(interval?.high ?? rate)}`} />,
      <circle class={kind} cx={at(rate)} cy={y} r={3} />,
    ];
  };
  return (
    <svg viewBox={`0 0 ${WIDTH} 18`} width={WIDTH} height={18} aria-hidden="true">
      {line(main, 5, 'main')}
      {line(here, 13, 'here')}
    </svg>
  );
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
