import { type ComponentChildren, Fragment, h, render } from 'preact';
import type { CaseData } from '#report/html/data/case-data.ts';
import { besideMatch, casePage, firstLook, leftOut, type Opened } from '#report/html/opened/case-page.tsx';
import type { CaseBlocks } from './case-blocks.ts';
import type { PagePlace } from './place.ts';

/** The case that is open: two of its trials side by side. */
export interface OpenedCase {
  readonly show: (place: PagePlace) => Promise<void>;
  readonly close: () => void;
  /** The trial here that many places further on, as a part of a place; `null` if there is none. */
  readonly otherTrial: (by: 1 | -1) => Partial<PagePlace> | null;
  readonly nextDifference: (by: 1 | -1) => void;
}

/** Shows opened cases in `place`; what a reader chooses in it goes to `change`. */
export function openedCase(
  holder: HTMLElement,
  blocks: CaseBlocks,
  change: (part: Partial<PagePlace>) => void,
): OpenedCase {
  let shown: Shown | null = null;
  let asked: PagePlace | null = null;

  holder.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>('[data-trial]') ?? null;
    if (button !== null && shown !== null) change(partOf(shown.data, Number(button.dataset['trial'])));
  });
  holder.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset['main'] === undefined) return;
    change({ main: target.value === '' ? 0 : Number(target.value) + 1, step: null });
  });

  const fill = (id: string, index: number, data: CaseData, opened: Opened): void => {
    const facts = blocks.facts[index];
    if (facts === undefined) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    const isSame = shown?.id === id && holder.contains(document.activeElement);
    draw([casePage(facts, data, opened), note(leftOut(data, facts))], holder);
    shown = { id, data, opened };
    if (!isSame) holder.querySelector('h1')?.focus();
    else if (focused['main'] !== undefined) holder.querySelector<HTMLElement>('[data-main]')?.focus();
    else holder.querySelector<HTMLElement>('[data-trial][aria-pressed=true]')?.focus();
  };

  return {
    async show(place) {
      asked = place;
      const { open: id } = place;
      const index = blocks.facts.findIndex((fact) => fact.id === id);
      if (id === null || index < 0) return;
      try {
        const data = await blocks.read(index);
        if (asked !== place) return;
        const opened = openedAt(data, place);
        if (shown?.id !== id || shown.opened.here !== opened.here || shown.opened.main !== opened.main) {
          fill(id, index, data, opened);
        }
        if (place.step !== null) focusStep(holder.querySelector(`[data-step="${place.step}"]`));
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        draw(h('p', { class: 'gap-note', role: 'alert' }, words), holder);
      }
    },
    close() {
      asked = null;
      shown = null;
      render(null, holder);
    },
    otherTrial(by) {
      if (shown === null) return null;
      const next = (shown.opened.here ?? -1) + by;
      return shown.data.here[next] === undefined ? null : partOf(shown.data, next);
    },
    nextDifference(by) {
      const rows = [...holder.querySelectorAll<HTMLElement>('[data-difference]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const row = rows[at < 0 ? (by === 1 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length];
      if (row === undefined) return;
      focusStep(row);
      change({ step: Number(row.dataset['step']) });
    },
  };
}

/** What is open. */
interface Shown {
  readonly id: string;
  readonly data: CaseData;
  readonly opened: Opened;
}

/** A trial by its place, as a part of an address; its match is implied. */
function partOf({ here }: CaseData, place: number): Partial<PagePlace> {
  return { trial: here[place]?.trial ?? null, main: null, step: null };
}

function openedAt(data: CaseData, { trial, main }: PagePlace): Opened {
  const place = trial === null ? -1 : data.here.findIndex((item) => item.trial === trial);
  const opened = place < 0 ? firstLook(data) : besideMatch(data, place);
  if (main === 0 && opened.here !== null) return { ...opened, main: null };
  return main === null || data.main[main - 1] === undefined ? opened : { ...opened, main: main - 1 };
}

function focusStep(row: HTMLElement | null): void {
  for (
    let fold = row?.closest('details') ?? null;
    fold !== null;
    fold = fold.parentElement?.closest('details') ?? null
  ) {
    fold.open = true;
  }
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'center' });
}

/** Draws the case again, so that what a reader opened in the last case does not carry over. */
function draw(page: ComponentChildren, holder: HTMLElement): void {
  render(null, holder);
  render(h(Fragment, null, page), holder);
}

function note(words: string | null): ComponentChildren {
  return words === null ? null : h('p', { class: 'gap-note' }, words);
}
