import { utf8Bytes } from '#common/cut.ts';
import { plural, shortSha } from '#common/words.ts';
import { inlineCode, prose } from '../escape.ts';
import { VERDICT_SIGN } from '../labels.ts';
import { type Column, columnTable } from '../markdown/column-table.ts';
import { BETWEEN_SECTIONS, type SuiteSection, type SuiteState, writeSection } from './suite-section.ts';

/**
 * One comment of all suites of a workflow: an overview, and a section each, worst first; suites missing from the latest whole run
 * come last and no longer count. A single suite has no overview.
 *
 * @param head newest commit of the pull request; older sections are marked
 * @param limit most UTF-8 bytes; ours is made shorter, then the longest of others are reduced to their headline
 * @param own the section that this run has just made, with a shorter form of it
 */
export function suitesComment(
  sections: readonly SuiteSection[],
  { head, limit, own }: { readonly head: string; readonly limit: number; readonly own: OwnSection },
): string {
  const listed = sections.slice(0, MOST_SUITES);
  const whole = compose(listed, head);
  if (utf8Bytes(whole) <= limit) return whole;
  const without = utf8Bytes(
    compose(
      listed.map((section) => ({ ...section, body: '-' })),
      head,
    ),
  );
  const share = Math.max(LEAST, Math.floor((limit - without) / Math.max(1, listed.length)));
  let shorter = listed.map((section) => (section.id === own.id ? { ...section, body: own.render(share) } : section));
  while (utf8Bytes(compose(shorter, head)) > limit) {
    const others = shorter.filter(({ body, id }) => body !== '' && id !== own.id);
    const longest = others.toSorted((left, right) => utf8Bytes(right.body) - utf8Bytes(left.body))[0];
    if (longest === undefined) break;
    shorter = shorter.map((section) => (section === longest ? { ...section, body: '' } : section));
  }
  return compose(shorter, head);
}

/** The section of this run. */
export interface OwnSection {
  readonly id: string;
  /** Its body in at most so many bytes, at least 10,000. */
  readonly render: (limit: number) => string;
}

/** More suites than that have no section. */
const MOST_SUITES = 30;
/** Bytes that a report always fits into. */
const LEAST = 10_000;

function compose(sections: readonly SuiteSection[], head: string): string {
  if (sections.length === 1) return sections.map(writeSection).join('');
  const ordered = sections.toSorted(
    (left, right) =>
      Number(left.missed_by !== null) - Number(right.missed_by !== null) ||
      ORDER.indexOf(left.facts.verdict) - ORDER.indexOf(right.facts.verdict) ||
      (left.facts.name < right.facts.name ? -1 : 1),
  );
  const parts = ordered.map((section) => {
    const body = section.missed_by !== null || section.body === '' ? shortForm(section) : section.body;
    return `**Suite** ${inlineCode(section.facts.name, 80)}\n\n${writeSection({ ...section, body })}`;
  });
  return [overview(ordered, head), ...parts].join(BETWEEN_SECTIONS);
}

const ORDER: readonly SuiteState[] = ['error', 'fail', 'running', 'inconclusive', 'pass'];
const SIGN = { ...VERDICT_SIGN, running: '⏳' } as const satisfies Readonly<Record<SuiteState, string>>;

function overview(sections: readonly SuiteSection[], head: string): string {
  const counted = sections.filter(({ missed_by: missed }) => missed === null);
  const [worst] = counted;
  const count = (verdict: SuiteState) => counted.filter(({ facts }) => facts.verdict === verdict).length;
  const bad = [
    ...(count('error') === 0 ? [] : [`${count('error')} could not run`]),
    ...(count('fail') === 0 ? [] : [`${count('fail')} failed`]),
    ...(count('running') === 0 ? [] : [`${count('running')} running`]),
    ...(count('inconclusive') === 0 ? [] : [`${count('inconclusive')} undecided`]),
  ];
  const words = bad.length === 0 ? 'all passed' : bad.join(', ');
  const title = `### ${SIGN[worst?.facts.verdict ?? 'pass']} Agent eval, ${plural(counted.length, 'suite')}: ${words}`;
  return `${title}\n\n${columnTable(columns(head), sections)}`;
}

function columns(head: string): readonly Column<SuiteSection>[] {
  return [
    { title: 'suite', align: 'l', cell: ({ facts }) => inlineCode(facts.name, 80) },
    {
      title: '',
      align: 'c',
      cell: ({ facts, missed_by: missed }) => (missed === null ? SIGN[facts.verdict] : '–'),
    },
    {
      title: 'what happened',
      align: 'l',
      cell: (section) => `${prose(section.facts.brief, 200)}${ofCommit(section, head)}`,
    },
  ];
}

function ofCommit({ sha, missed_by: missed }: SuiteSection, head: string): string {
  if (missed !== null) return ` (has not run since ${shortSha(sha)})`;
  return sha === head ? '' : ` (of ${shortSha(sha)}, not yet of ${shortSha(head)})`;
}

/** A section without room, or one whose suite no longer runs. */
function shortForm({ facts, sha, missed_by: missed }: SuiteSection): string {
  const sign = missed === null ? `${SIGN[facts.verdict]} ` : '';
  return [
    `### ${sign}${prose(facts.words, 300)}`,
    prose(facts.sentence, 500),
    missed === null
      ? 'There is no room here for more; the whole report is in the summary of its run.'
      : `This suite has not run since ${shortSha(sha)}. Unless it runs again, the next run leaves it out.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
