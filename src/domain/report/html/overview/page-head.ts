import { dollars, duration, plural, shortSha, wholeNumber } from '#domain/words.ts';
import { amountOfWork, judgeSpent } from '../../amount-of-work.ts';
import { VERDICT_SIGN } from '../../labels.ts';
import { openQuestion } from '../../open-question.ts';
import { messageOf, titleOf } from '../../reasons/reason-words.ts';
import { auditWarning } from '../../reasons/self-audit-words.ts';
import type { Report } from '../../report.ts';
import { ruleReasons } from '../../rows/rule-reasons.ts';
import { sentencesOf } from '../../sentences.ts';
import { el, type Markup, shown } from '../markup/markup.ts';

/** The verdict in a sentence, why, and what ran. */
export function pageHead(report: Report): Markup {
  const { verdict, run } = report;
  const title = titleOf(report);
  const { evidence, verdict: reasons } = sentencesOf(report);
  const elsewhere = new Set([
    ...ruleReasons(report).map(messageOf),
    ...report.treatment_changes.map((change) => `changed: ${change}`),
  ]);
  const said = [...evidence, ...reasons].filter((sentence) => !elsewhere.has(sentence));
  const warning = report.audit === null ? null : auditWarning(report.audit);
  const words = title.startsWith(verdict) ? title : `${verdict}: ${title}`;
  return el(
    'header',
    { class: `page-head ${verdict}` },
    el('p', { class: 'suite' }, 'Agent eval · ', el('code', {}, shown(run.name))),
    el('h1', {}, el('span', { class: 'sign', 'aria-hidden': 'true' }, VERDICT_SIGN[verdict]), ' ', shown(words)),
    openQuestion(report) === null ? null : el('p', { class: 'open' }, shown(openQuestion(report) ?? '')),
    warning === null ? null : el('p', { class: 'open' }, warning),
    sentenceList(said),
    el('p', { class: 'facts' }, joined(factsOf(report))),
  );
}

/** Sentences as a list; `null` without any. */
export function sentenceList(sentences: readonly string[]): Markup {
  return sentences.length === 0
    ? null
    : el(
        'ul',
        { class: 'sentences' },
        sentences.map((sentence) => el('li', {}, shown(sentence))),
      );
}

function factsOf({ run, baseline }: Report): readonly Markup[] {
  const { error_trials, cost_usd, total_tokens, duration_ms, repository_url, run_url } = run;
  const sha = run.head_sha ?? run.sha;
  return [
    amountOfWork(run),
    ...(error_trials > 0 ? [`${plural(error_trials, 'trial')} could not be evaluated`] : []),
    ...(total_tokens === null ? [] : [`${wholeNumber(total_tokens)} tokens`]),
    ...(cost_usd === null ? [] : [`${dollars(cost_usd)} spent`]),
    ...judgeSpent(run),
    duration(duration_ms),
    ...(sha === null ? [] : [link(`commit ${shortSha(sha)}`, repository_url && `${repository_url}/commit/${sha}`)]),
    ...(run_url === null ? [] : [link('run', run_url)]),
    ...(baseline.kind === 'none'
      ? []
      : [[`compared with ${plural(baseline.runs, 'run')} of `, link('main', baseline.url)]]),
  ];
}

function link(text: string, url: string | null): Markup {
  return url === null ? text : el('a', { href: url }, text);
}

function joined(parts: readonly Markup[]): Markup {
  return parts.map((part, index) => (index === 0 ? part : [' · ', part]));
}
