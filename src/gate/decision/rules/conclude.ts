import type { Decision, DecisionNumbers, Heading, Reason, VerdictName } from '../terms/decision.ts';
import { asNote, type Circumstance, type Finding, type Findings } from '../terms/finding.ts';
import type { ReasonCode } from '../terms/reason-code.ts';
import { mayHaveFailedBy } from './dependent-trials.ts';
import type { PlainVerdict } from './missing-trials.ts';

/** A decision and everything that it was concluded from, so that a further finding can be added. */
export interface Conclusion extends Decision {
  readonly findings: Findings;
}

/**
 * The only place that makes a verdict, with its title and the order of its reasons. If a later finding changes a decision, the
 * decision is concluded again from all findings, never modified.
 */
export function conclude(findings: Findings, numbers: DecisionNumbers): Conclusion {
  const { evidence, base_rules: rules, selection, circumstances, remark, main } = findings;
  const judged = limitedTo(selection, withRules(rules, ofEvidence(evidence)));
  const { verdict, heading, reasons } = circumstances.reduce(outrank, judged);
  return {
    verdict,
    main,
    heading: { ...heading, remark },
    reasons,
    decision: numbers,
    findings,
  };
}

/** The same decision, concluded again with a circumstance that outranks all earlier findings. */
export function concludeWith({ findings, decision }: Conclusion, further: readonly Circumstance[]): Conclusion {
  return conclude({ ...findings, circumstances: [...findings.circumstances, ...further] }, decision);
}

/** The verdict of findings: one failure makes it red, otherwise one open question leaves it open. */
export function verdictOf(findings: readonly Reason[]): PlainVerdict {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return findings.some(({ outcome }) => outcome === 'inconclusive') ? 'inconclusive' : 'pass';
}

/** A verdict under construction: reasons with the verdict's own outcome come first, notes last. */
interface Draft {
  readonly verdict: VerdictName;
  readonly heading: Heading;
  readonly reasons: readonly Finding[];
}

/** The most severe outcome is the verdict. */
function ofEvidence(evidence: readonly Finding[]): Draft {
  const verdict = evidence.some(({ outcome }) => outcome === 'error') ? 'error' : verdictOf(evidence);
  const isMoot = verdict === 'fail' || mayHaveFailedBy(evidence);
  const relevant = isMoot ? evidence.filter(({ code }) => code !== SUITE_OPEN) : evidence;
  const ordered = inOrder(verdict === 'pass' ? relevant : relevant.flatMap(onAverage));
  return { verdict, heading: headingOf(ordered), reasons: ordered };
}

/** The code of an open mean of the suite: next to something red, or if trials depend on one another, more trials or cases would settle nothing. */
const SUITE_OPEN: ReasonCode = 'drop_open';

/** What is still reported although something else decides: the suite's average is still reported, a new baseline is not. */
function onAverage(finding: Finding): readonly Finding[] {
  if (finding.outcome !== 'pass') return [finding];
  if (finding.gate === 'baseline') return [];
  return [
    finding.code === 'no_regression'
      ? { ...finding, outcome: 'note', facts: { ...finding.facts, on_average: true } }
      : asNote(finding),
  ];
}

/** The first reason, the number of further ones, and what limits it. A pass says what it could not detect. */
function headingOf([first, ...others]: readonly Finding[]): Heading {
  const isLimit = ({ code }: Finding) =>
    code === 'few_comparable' ||
    (code === 'mostly_failing' && first?.outcome !== 'fail') ||
    ((code === 'unseen_cases' || code === 'accepted') && first?.outcome === 'pass');
  return {
    reason: first ?? null,
    more: others.filter(({ outcome }) => outcome === first?.outcome).length,
    limits: others.filter(isLimit),
    remark: null,
  };
}

/** A title of one reason alone. */
function only(reason: Finding): Heading {
  return { reason, more: 0, limits: [], remark: null };
}

/**
 * Changes to the rules come before all other notes, so that no list is truncated above them. One that leaves a rule open
 * prevents a pass; if something more severe decides, it is a note.
 */
function withRules(rules: readonly Finding[], { verdict, heading, reasons }: Draft): Draft {
  const fresh = inOrder(rules.filter((finding) => !isStated(finding, reasons)));
  const question = verdict === 'pass' ? fresh.find(({ outcome }) => outcome === 'inconclusive') : undefined;
  if (question !== undefined)
    return { verdict: 'inconclusive', heading: only(question), reasons: [...fresh, ...reasons.map(asNote)] };
  return { verdict, heading, reasons: beforeNotes(reasons, verdict === 'inconclusive' ? fresh : fresh.map(asNote)) };
}

/** A gate has reported the same about all its cases. */
function isStated(finding: Finding, reasons: readonly Finding[]): boolean {
  const { code, cases } = finding;
  const kind = kindOf(finding);
  const known = new Set(reasons.flatMap((other) => (other.code === code && kindOf(other) === kind ? other.cases : [])));
  return cases.length > 0 && cases.every((id) => known.has(id));
}

function kindOf({ facts }: Finding): string | null {
  return typeof facts === 'object' && 'kind' in facts ? facts.kind : null;
}

function limitedTo(selection: Finding | null, conclusion: Draft): Draft {
  if (selection === null) return conclusion;
  const { verdict, heading, reasons } = conclusion;
  const limits = selection.cases.length === 0 ? heading.limits : [...heading.limits, selection];
  return { verdict, heading: { ...heading, limits }, reasons: beforeNotes(reasons, [selection]) };
}

function outrank(before: Draft, { findings, others, spares_failures: spares }: Circumstance): Draft {
  if (spares === true && before.verdict === 'fail') return before;
  const [first] = findings;
  const noted = before.reasons.filter(({ code }) => code !== 'nothing_evaluated').map(asNote);
  const rest = { stand: before.reasons, noted, dropped: [] }[others];
  return { verdict: first.outcome, heading: only(first), reasons: [...findings, ...rest] };
}

/** Findings by severity, each group in its order. The most severe outcome is the verdict's own, so its reasons come first. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((left, right) => ORDER.indexOf(left.outcome) - ORDER.indexOf(right.outcome));
}

const ORDER: readonly Reason['outcome'][] = ['error', 'fail', 'inconclusive', 'pass', 'note'];

function beforeNotes(reasons: readonly Finding[], further: readonly Finding[]): readonly Finding[] {
  const notes = reasons.filter(({ outcome }) => outcome === 'note');
  return [...reasons.filter(({ outcome }) => outcome !== 'note'), ...further, ...notes];
}
