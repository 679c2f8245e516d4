import { dollars, listed, percent, plural, points, wholeNumber } from '#common/words.ts';
import type { UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import type { Candidate, UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { inColour } from '../colour.ts';
import { inlineCode, plainLine, prose } from '../escape.ts';
import { columnTable } from '../markdown/column-table.ts';
import { table } from './render-terminal.ts';
import { AGENT_COLUMNS } from './words.ts';

/** What an upgrade will cost, and what it can see, before its first trial: a sentence each. */
export function plannedWords(
  {
    said,
    margin,
    cases,
    today,
    candidates,
  }: Pick<UpgradeFile, 'said' | 'margin' | 'cases'> & {
    readonly today: string;
    readonly candidates: readonly string[];
  },
  plans: readonly UpgradePlan[],
): readonly string[] {
  const [low, high] = [plans[0], plans.at(-1)];
  const many = candidates.length === 1 ? 'the candidate is' : 'the candidates are';
  const each = low === undefined || high === undefined ? '' : range(low.each.low, high.each.high);
  const found = Math.min(...plans.map((plan) => plan.found));
  const cost = said.cost_usd === null ? 'what they cost is unknown' : `about ${dollars(said.cost_usd)}`;
  return [
    `${listed(candidates)} beside ${today}: ${plural(cases, 'case')}, a margin of ${points(margin)} takes ${each} trials per candidate`,
    `If ${many} equal to ${today}: about ${range(said.low, said.high)} trials in all, at most ${wholeNumber(said.most)}; ${cost}; shown with a chance of ${percent(Math.round(100 * found) / 100)}`,
    ...(plans.length > 1
      ? [
          `How often ${today} passes is unknown, so these are for cases that always pass, and for cases that pass half the time; --baseline names results of main that know it`,
        ]
      : []),
  ];
}

function range(low: number, high: number): string {
  return low === high ? wholeNumber(low) : `${wholeNumber(low)} to ${wholeNumber(high)}`;
}

/** What is known of a candidate, a sentence. */
export function candidateWords(candidate: Candidate, { today, margin, cases }: UpgradeFile): string {
  const { model, standing, rounds, falls } = candidate;
  const after = `after ${plural(rounds, 'round')} of ${plural(cases, 'case')}`;
  switch (standing.kind) {
    case 'shown':
      return `${model} is shown ${after}: it does not pass less than ${today.model} by more than ${points(margin)} on the mean, and no single case is proven worse`;
    case 'worse-cases':
      return `${model} is not shown: ${after} it is proven worse in ${fallsWords(falls.filter(({ proven }) => proven))}`;
    case 'dropped':
      return `${model} is not shown, and was dropped ${after}${falls.length === 0 ? '' : `: it passes less in ${fallsWords(falls)}`}`;
    case 'open':
      return `${model} is not shown: ${OPEN[standing.because]} ${after}`;
    case 'failed':
      return `${model} could not run: ${standing.message}`;
    case 'same-model':
      return `${model} is not shown: its answers came from the models that answer today (${listed(candidate.figures?.models ?? [])})`;
  }
}

const OPEN = {
  trials: 'all planned trials leave it open',
  missing: 'trials without an outcome leave it open',
  unseen: 'nobody saw which model answered, which record: true would show,',
  cap: 'a cap ended the run',
  cancelled: 'the run was cancelled',
} as const;

function fallsWords(falls: Candidate['falls']): string {
  return listed(falls.map((fall) => `${fall.id} (${fallWords(fall)})`));
}

function fallWords({ today, candidate }: Candidate['falls'][number]): string {
  return `${candidate.passed}/${candidate.scored}, today ${today.passed}/${today.scored}`;
}

interface Row extends Pick<Candidate, 'model' | 'figures' | 'falls'> {
  readonly standing: string;
}

const NAMES = {
  shown: 'shown',
  'worse-cases': 'proven worse',
  dropped: 'dropped',
  open: 'open',
  failed: 'could not run',
  'same-model': 'same model',
} as const;

const COLUMNS: readonly { readonly title: string; readonly cell: (row: Row) => string }[] = [
  { title: '', cell: ({ standing }) => standing },
  ...AGENT_COLUMNS.map(({ title, cell }) => ({
    title,
    cell: ({ figures }: Row) => (figures === null ? '' : cell(figures)),
  })),
  {
    title: 'worst case',
    cell: ({ falls: [worst] }) => (worst === undefined ? '' : `${worst.id}: ${fallWords(worst)}`),
  },
  { title: 'on the frontier', cell: ({ figures }) => (figures?.frontier === true ? 'yes' : '') },
];

function rowsOf({ today, candidates }: UpgradeFile): readonly Row[] {
  return [
    { ...today, falls: [], standing: 'today' },
    ...candidates.map((candidate) => ({ ...candidate, standing: NAMES[candidate.standing.kind] })),
  ];
}

const FRONTIER = 'On the frontier: no other model passes as much for less, or more for as little';

function spentWords({ said, spent }: UpgradeFile): string {
  const cost = spent.cost_usd === null ? '' : ` and ${dollars(spent.cost_usd)}`;
  return `${plural(spent.trials, 'trial')}${cost}; ${range(said.low, said.high)} trials${said.cost_usd === null ? '' : ` and ${dollars(said.cost_usd)}`} were said before`;
}

/** The upgrade as plain text. */
export function renderUpgradeTerminal(file: UpgradeFile, { colours }: { readonly colours: boolean }): string {
  const head = ['model', ...COLUMNS.map(({ title }) => title)];
  const rows = rowsOf(file).map((row) => [
    plainLine(row.model, 80),
    ...COLUMNS.map(({ cell }) => plainLine(cell(row)) || '–'),
  ]);
  const sentences = file.candidates.map((candidate) => {
    const words = plainLine(candidateWords(candidate, file), 1_000);
    return colours && candidate.standing.kind === 'shown' ? inColour(words, 'green') : words;
  });
  const notes = [FRONTIER, spentWords(file), ...file.notes].map((note) => `· ${plainLine(note, 1_000)}`);
  return [table([head, ...rows]), sentences, notes].map((lines) => lines.join('\n')).join('\n\n');
}

/** upgrade.md, and the body of a pull request. */
export function renderUpgradeMarkdown(file: UpgradeFile): string {
  const model = { title: 'model', align: 'l', cell: (row: Row) => inlineCode(row.model) } as const;
  const others = COLUMNS.map(({ title, cell }) => ({
    title,
    align: 'r' as const,
    cell: (row: Row) => prose(cell(row)),
  }));
  const list = (lines: readonly string[]) => lines.map((line) => `- ${prose(line, 1_000)}`).join('\n');
  return `${[
    '### Models that may take the place of today’s',
    list(file.candidates.map((candidate) => candidateWords(candidate, file))),
    columnTable([model, ...others], rowsOf(file)),
    list([FRONTIER, spentWords(file), ...file.notes]),
  ].join('\n\n')}\n`;
}
