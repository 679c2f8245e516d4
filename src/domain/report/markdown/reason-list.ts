import { prose } from '../escape.ts';
import type { Report } from '../report.ts';
import { sentencesOf } from '../sentences.ts';
import type { Detail } from './detail.ts';
import { moreInResults } from './layout.ts';

/** The reasons for the verdict, beyond its title. */
export function reasonList(report: Report, detail: Detail): string {
  return bulletList(sentencesOf(report).verdict, detail.sentences);
}

/** Sentences as a list, at most `limit` of them. */
export function bulletList(sentences: readonly string[], limit: number): string {
  const shown = sentences.slice(0, limit).map((sentence) => `- ${prose(sentence)}`);
  const more = sentences.length > limit ? [`- ${moreInResults(sentences.length - limit)}`] : [];
  return [...shown, ...more].join('\n');
}
