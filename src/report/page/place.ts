/** Where a reader is in the report, as the address after `#` says it: what is open, and how the cases are filtered and sorted. */
export interface PagePlace {
  /** Id of the open case; `null`: none. */
  readonly open: string | null;
  /** Numbers of its trial here, of main's next to it (0: none), and of a step; from 1. `null`: not said. */
  readonly trial: number | null;
  readonly main: number | null;
  readonly step: number | null;
  readonly search: string;
  readonly standing: string;
  readonly tag: string;
  /** Column that the cases are sorted by; '' for worst first. */
  readonly sort: string;
  readonly descending: boolean;
}

/** Nothing is open, and all cases are listed. */
export const START: PagePlace = {
  open: null,
  trial: null,
  main: null,
  step: null,
  search: '',
  standing: '',
  tag: '',
  sort: '',
  descending: false,
};

/** Reads `#c=refund&t=3&s=5`; what it does not understand is as if it was not said. */
export function parsePlace(hash: string): PagePlace {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (key: string): number | null => {
    const text = said.get(key) ?? '';
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
  };
  return {
    open: said.get('c'),
    trial: number('t'),
    main: said.get('m') === '0' ? 0 : number('m'),
    step: number('s'),
    search: said.get('q') ?? '',
    standing: said.get('standing') ?? '',
    tag: said.get('tag') ?? '',
    sort: said.get('sort') ?? '',
    descending: said.get('down') === '1',
  };
}

/** The same as an address; only what differs from the start is said. */
export function placeHash({ open, trial, main, step, search, standing, tag, sort, descending }: PagePlace): string {
  const said = new URLSearchParams();
  const add = (key: string, value: string | number | null): void => {
    if (value !== null && value !== '') said.set(key, String(value));
  };
  add('c', open);
  add('t', trial);
  add('m', main);
  add('s', step);
  add('q', search);
  add('standing', standing);
  add('tag', tag);
  add('sort', sort);
  add('down', descending ? '1' : '');
  const text = said.toString();
  return text === '' ? '#' : `#${text.replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}
