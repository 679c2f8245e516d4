import { shortSha } from '#common/words.ts';
import { COMMENT_BYTES } from '#report/markdown/render-markdown.ts';
import { readSections, type SuiteSection } from '#report/suites/suite-section.ts';
import { suitesComment } from '#report/suites/suites-comment.ts';
import type { OwnComment } from './comment-list.ts';
import { type CommentMarker, isNewer, writeMarker } from './comment-marker.ts';
import type { StickyComment } from './sticky-comment.ts';

/** A section that is to be written. `head`: the pull request's newest commit. */
export type SectionDraft = StickyComment & { readonly head: string };

/** What the newest run of each suite wrote. An older comment without sections is this suite's. */
export function sectionsIn(
  { suiteId, facts }: StickyComment,
  comments: readonly OwnComment[],
): readonly SuiteSection[] {
  const all = comments.flatMap(({ body, marker }) => {
    const sections = readSections(body);
    const { runId: run, runAttempt: attempt, headSha: sha } = marker;
    return sections.length > 0
      ? sections
      : [{ id: suiteId, run, attempt, sha, facts, missed_by: null, body: withoutMarker(body) }];
  });
  const newest = new Map<string, SuiteSection>();
  for (const section of all) {
    const known = newest.get(section.id);
    if (known === undefined || !isNewer(timeOf(known), timeOf(section))) newest.set(section.id, section);
  }
  return [...newest.values()];
}

function withoutMarker(body: string): string {
  return body.replace(/^<!--.*?-->/, '').trim();
}

/** The run that wrote a section, as a marker that has no name. */
export function timeOf({ run, attempt, sha }: SuiteSection): CommentMarker {
  return { id: '', runId: run, runAttempt: attempt, headSha: sha };
}

/** The whole comment with this suite's section, unless a newer run has written that. */
export function wholeComment(
  draft: SectionDraft,
  comments: readonly OwnComment[],
): { readonly body: string; readonly shared: boolean } {
  const { marker, suiteId, facts, head } = draft;
  const render = (limit: number) => [...outdatedNote(draft), draft.render(limit)].join('\n');
  const known = sectionsIn(draft, comments);
  const mine = {
    id: suiteId,
    run: marker.runId,
    attempt: marker.runAttempt,
    sha: marker.headSha,
    facts,
    missed_by: null,
  };
  const newer = known.find((section) => section.id === suiteId && isNewer(timeOf(section), marker));
  const others = known
    .filter(({ id }) => id !== suiteId)
    .flatMap((section) => ageSection(section, known, marker.runId));
  const sections = [newer ?? { ...mine, body: render(COMMENT_BYTES - RESERVED) }, ...others];
  const last = sections.map(timeOf).reduce((left, right) => (isNewer(right, left) ? right : left));
  const own = { id: suiteId, render };
  const text = suitesComment(sections, { head, limit: COMMENT_BYTES, own });
  return { body: [writeMarker({ ...last, id: marker.id }), text].join('\n'), shared: others.length > 0 };
}

/**
 * A section of another suite, which its workflow may have lost: once a whole run has passed without it, it is marked, and the run
 * after that leaves it out. Its own next run writes it again.
 */
function ageSection(section: SuiteSection, known: readonly SuiteSection[], runId: number): readonly SuiteSection[] {
  const { run, missed_by: missed } = section;
  if (missed !== null) return missed < runId ? [] : [section];
  const isMissed = known.some((other) => other.run > run && other.run < runId);
  return [isMissed ? { ...section, missed_by: runId, body: '' } : section];
}

/** Bytes for markers and notes. */
const RESERVED = 4000;

/** A note if the pull request got new commits during this run. */
function outdatedNote({ marker, head }: SectionDraft): readonly string[] {
  if (head === marker.headSha) return [];
  const words = `this is for ${shortSha(marker.headSha)}; the pull request is at ${shortSha(head)} now.`;
  return [`> **Outdated:** ${words}`, ''];
}
