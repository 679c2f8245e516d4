/** The script of the HTML report: opens cases, searches and sorts them, answers to keys. Without it the page can be read, too. */
import { caseBlocks } from './case-blocks.ts';
import { caseList } from './case-list.ts';
import { onKeys } from './keys.ts';
import { openedCase } from './opened-case.ts';
import { type PagePlace, parsePlace, placeHash, START } from './place.ts';

document.documentElement.classList.add('script');

const overview = element('overview');
const opened = element('opened');
const help = document.querySelector<HTMLDialogElement>('#help');
const message = element('message');
const blocks = caseBlocks();
let place = parsePlace(location.hash);
const pageTitle = document.title;
/** Where the list was scrolled to when a case was opened. */
let listTop = 0;

const list = caseList(blocks, (part) => go(part, 'stay'));
const shown = openedCase(element('opened-case'), blocks, (part) => go(part, 'stay'));

/** Goes to another place: `stay` without a step in the browser's history. */
function go(part: Partial<PagePlace>, how: 'stay' | 'step'): void {
  const next = placeHash({ ...place, ...part });
  if (how === 'stay') history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  arrive();
}

function arrive(): void {
  const before = place;
  place = parsePlace(location.hash);
  const isKnown = place.open === null || blocks.facts.some(({ id }) => id === place.open);
  message.textContent = isKnown ? '' : `This report has no case “${place.open}”; it may belong to another run.`;
  const isOpen = place.open !== null && isKnown;
  if (isOpen && opened.hidden) listTop = scrollY;
  const wasOpen = !opened.hidden;
  overview.hidden = isOpen;
  opened.hidden = !isOpen;
  const opening = isOpen ? blocks.facts.find(({ id }) => id === place.open) : undefined;
  document.title =
    opening === undefined ? pageTitle : `${opening.name ?? opening.id} · ${opening.standing} · ${pageTitle}`;
  list.show(place);
  if (isOpen) {
    if (before.open !== place.open || !wasOpen) scrollTo({ top: 0 });
    void shown.show(place);
    return;
  }
  shown.close();
  if (wasOpen) {
    scrollTo({ top: listTop });
    list.focusCase(before.open);
  }
}

function nextCase(by: 1 | -1): void {
  if (opened.hidden) {
    list.step(by);
    return;
  }
  const listed = list.listed().map((index) => blocks.facts[index]?.id ?? '');
  const next = listed[listed.indexOf(place.open ?? '') + by];
  if (next !== undefined) go({ open: next, trial: null, main: null, step: null }, 'step');
}

function nextTrial(by: 1 | -1): void {
  const part = shown.otherTrial(by);
  if (part !== null) go(part, 'stay');
}

function close(): void {
  if (!opened.hidden) go({ open: null, trial: null, main: null, step: null }, 'step');
  else if (place.search !== '' || place.standing !== '' || place.tag !== '')
    go({ search: '', standing: '', tag: '' }, 'stay');
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the report has no element ${id}`);
  return found;
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>('a[href^="#c="]');
  if (link) {
    event.preventDefault();
    const { open, trial, step } = parsePlace(link.hash);
    go({ open, trial, main: null, step }, 'step');
  }
  const filter = target?.closest<HTMLAnchorElement>('a[href^="#standing="]');
  if (filter) {
    event.preventDefault();
    go({ ...START, standing: parsePlace(filter.hash).standing }, 'step');
    document.getElementById('cases')?.scrollIntoView();
  }
  const button = target?.closest<HTMLElement>('[data-action]') ?? null;
  const action = button?.dataset['action'];
  if (button !== null && action === 'copy') copy(button);
  else if (action !== undefined) ACTIONS[action]?.();
});

function copy(button: HTMLElement): void {
  void navigator.clipboard?.writeText(button.dataset['text'] ?? '').then(
    () => (message.textContent = 'Copied.'),
    () => (message.textContent = 'This browser does not allow copying; select the text.'),
  );
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  close,
  'next-case': () => nextCase(1),
  'previous-case': () => nextCase(-1),
  print: () => print(),
  help: () => help?.showModal(),
  'close-help': () => help?.close(),
};

onKeys({
  j: () => nextCase(1),
  k: () => nextCase(-1),
  l: () => nextTrial(1),
  h: () => nextTrial(-1),
  n: () => shown.nextDifference(1),
  p: () => shown.nextDifference(-1),
  '/': () => {
    if (!opened.hidden) close();
    list.focusSearch();
  },
  '?': () => (help?.open ? help.close() : help?.showModal()),
  Escape: close,
});

addEventListener('popstate', arrive);
addEventListener('hashchange', arrive);
arrive();
