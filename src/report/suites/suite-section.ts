import { isJsonObject, type Json } from '#common/json.ts';
import type { VerdictName } from '#gate/decision/terms/decision.ts';
import { headlineOf } from '../headline/headline.ts';
import type { Report } from '../report.ts';

/** The verdict of a suite; `running`: it has none yet. */
export type SuiteState = VerdictName | 'running';

/** What the overview of several suites says about one; plain text that may hold words of others. */
export interface SuiteFacts {
  readonly name: string;
  readonly verdict: SuiteState;
  /** The headline, the same next to a sign of the verdict, and its sentence. */
  readonly words: string;
  readonly brief: string;
  readonly sentence: string;
}

/** One suite's part of a comment. */
export interface SuiteSection {
  /** 12 hex digits; differs between the suites of a workflow. */
  readonly id: string;
  /** Which run and attempt wrote it. */
  readonly run: number;
  readonly attempt: number;
  /** The pull request's head at that time. */
  readonly sha: string;
  readonly facts: SuiteFacts;
  /** The run that found this suite missing from a whole run before it; `null`: none did. */
  readonly missed_by: number | null;
  /** Markdown; empty if there was no room for it. */
  readonly body: string;
}

/** The facts of a report. */
export function suiteFacts(report: Report): SuiteFacts {
  const { words, brief, sentence } = headlineOf(report);
  return { name: report.run.name, verdict: report.verdict, words, brief, sentence };
}

/** A section after its marker, an HTML comment that readers do not see. Nothing inside can be mistaken for a marker. */
export function writeSection({ id, run, attempt, sha, facts, missed_by: missed, body }: SuiteSection): string {
  const { name, verdict, words, brief, sentence } = facts;
  const about = [
    cutText(name),
    verdict,
    cutText(words),
    cutText(brief),
    cutText(sentence),
    ...(missed === null ? [] : [String(missed)]),
  ];
  const marker = `<!-- agent-eval-suite:${id} run=${run} attempt=${attempt} sha=${sha} about=${encode(about)} -->`;
  return `${marker}\n${body.replaceAll('<!--', '&lt;!--').trim()}`;
}

/**
 * The sections of a comment, in their order; if several have one id, the last one written. Others may have edited the comment, so
 * a marker that we would not have written is ordinary text.
 */
export function readSections(comment: string): readonly SuiteSection[] {
  const text = comment.replaceAll('\r\n', '\n');
  const matches = [...text.matchAll(MARKER)];
  const sections = matches.flatMap((match, index) => {
    const [marker, id = '', run, attempt, sha = '', about = ''] = match;
    const facts = toldIn(about);
    const from = (match.index ?? 0) + marker.length;
    const body = text.slice(from, matches[index + 1]?.index).split(BETWEEN_SECTIONS, 1)[0] ?? '';
    return facts === null ? [] : [{ id, run: Number(run), attempt: Number(attempt), sha, ...facts, body: body.trim() }];
  });
  return [...new Map(sections.map((section) => [section.id, section])).values()];
}

/** The separator of two sections: a line, which our reports never have at the beginning of a line. */
export const BETWEEN_SECTIONS = '\n\n---\n\n';

const MARKER =
  /^<!-- agent-eval-suite:([0-9a-f]{12}) run=(\d{1,15}) attempt=(\d{1,9}) sha=([0-9a-f]{40,64}) about=([\w.~!*'()%]{1,20000}) -->$/gm;

/** Longest text of the facts, characters. */
const LONGEST = 200;

function cutText(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

/** Without a hyphen, two of which would end the HTML comment. */
function encode(about: readonly string[]): string {
  return encodeURIComponent(JSON.stringify(about.map((text) => text.toWellFormed()))).replaceAll('-', '%2D');
}

function toldIn(about: string): Pick<SuiteSection, 'facts' | 'missed_by'> | null {
  try {
    const read: Json = JSON.parse(decodeURIComponent(about));
    const [name, verdict, words, brief, sentence, missed = null] =
      Array.isArray(read) && !isJsonObject(read) ? read : [];
    if (typeof name !== 'string' || typeof words !== 'string') return null;
    if (typeof brief !== 'string' || typeof sentence !== 'string') return null;
    if (!isState(verdict) || (missed !== null && !/^\d{1,15}$/.test(String(missed)))) return null;
    return { facts: { name, verdict, words, brief, sentence }, missed_by: missed === null ? null : Number(missed) };
  } catch {
    return null;
  }
}

function isState(state: unknown): state is SuiteState {
  return STATES.some((known) => known === state);
}

const STATES: readonly SuiteState[] = ['pass', 'fail', 'inconclusive', 'error', 'running'];
