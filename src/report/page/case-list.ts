import { plural, wholeNumber } from '#common/words.ts';
import type { CaseBlocks } from './case-blocks.ts';
import { asksForTexts, matchingCases } from './find-cases.ts';
import type { PagePlace } from './place.ts';

/** The table of cases with its search, filters and sorting. */
export interface CaseList {
  /** Shows what a place asks for. */
  readonly show: (place: PagePlace) => void;
  /** Places of the cases that are listed, in their order. */
  readonly listed: () => readonly number[];
  /** Moves the focus to the next or previous listed case. */
  readonly step: (by: 1 | -1) => void;
  readonly focusSearch: () => void;
  /** Puts the focus on a case, if it is listed. */
  readonly focusCase: (id: string | null) => void;
}

/** Makes the table of the page interactive; a changed filter goes to `change`. */
export function caseList(blocks: CaseBlocks, change: (part: Partial<PagePlace>) => void): CaseList {
  const search = document.querySelector<HTMLInputElement>('#search');
  const selects = {
    standing: document.querySelector<HTMLSelectElement>('#only-standing'),
    tag: document.querySelector<HTMLSelectElement>('#only-tag'),
  };
  const status = document.getElementById('shown-cases');
  const body = document.querySelector('table.cases tbody');
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
  const heads = [...document.querySelectorAll<HTMLTableCellElement>('th[data-sort]')];
  let listed: readonly number[] = [...blocks.facts.keys()];
  let current: PagePlace | null = null;

  search?.addEventListener('input', () => change({ search: search.value }));
  for (const [name, select] of Object.entries(selects)) {
    select?.addEventListener('change', () => change({ [name]: select.value }));
  }
  for (const head of heads) {
    const key = head.dataset['sort'] === 'group' ? '' : (head.dataset['sort'] ?? '');
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () =>
      change({ sort: key, descending: current?.sort === key ? !current.descending : false }),
    );
    head.append(button);
  }

  const show = (place: PagePlace): void => {
    current = place;
    if (search !== null && search.value !== place.search) search.value = place.search;
    for (const [name, select] of Object.entries(selects)) {
      if (select !== null) select.value = name === 'tag' ? place.tag : place.standing;
    }
    for (const head of heads) {
      const isSorted = (head.dataset['sort'] === 'group' ? '' : head.dataset['sort']) === place.sort;
      if (isSorted) head.setAttribute('aria-sort', place.descending ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    listed = matchingCases(blocks.facts, place, blocks.textOf);
    const shown = new Set(listed);
    body?.prepend(...listed.flatMap((index) => rows[index] ?? []));
    for (const [index, row] of rows.entries()) row.hidden = !shown.has(index);
    const all = blocks.facts.length;
    const isReading = asksForTexts(place.search) && blocks.textOf(all - 1) === null;
    if (status !== null) {
      const count = listed.length === all ? String(all) : `${listed.length} of ${plural(all, 'case')}`;
      const { texts, trials } = blocks.covered();
      const isPart = asksForTexts(place.search) && texts < trials;
      status.textContent = isReading
        ? `${count}, searching the trials …`
        : isPart
          ? `${count}; searched what was said in ${wholeNumber(texts)} of ${plural(trials, 'trial')}, as this file holds no more`
          : count;
    }
    if (isReading) {
      void blocks.readTexts().then(() => {
        if (current === place) show(place);
      });
    }
  };

  return {
    show,
    listed: () => listed,
    step(by) {
      const links = listed.flatMap((index) => rows[index]?.querySelector('a') ?? []);
      const at = links.findIndex((link) => link.contains(document.activeElement));
      const next = at < 0 ? (by === 1 ? 0 : links.length - 1) : at + by;
      links[next]?.focus();
    },
    focusSearch: () => search?.focus(),
    focusCase: (id) => rows[blocks.facts.findIndex((fact) => fact.id === id)]?.querySelector('a')?.focus(),
  };
}
