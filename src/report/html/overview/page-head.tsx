import type { ComponentChildren } from 'preact';
import { duration, plural, shortSha, wholeNumber } from '#common/words.ts';
import { agentSpent, amountOfWork, judgeSpent } from '#report/amount-of-work.ts';
import { beforeAndNow, headlineOf, ownersHeadline } from '#report/headline/headline.ts';
import { GROUP_LABEL, VERDICT_SIGN } from '#report/labels.ts';
import { auditWarning } from '#report/reasons/self-audit-words.ts';
import type { Report } from '#report/report.ts';
import { acceptingOf } from '#report/rows/accepting.ts';
import { failedRun } from '#report/rows/concerned.ts';
import { ruleReasons } from '#report/rows/rule-reasons.ts';
import { type Sentence, sentencesOf } from '#report/sentences.ts';
import { copyButton } from '../markup/copy-button.tsx';
import { Link } from '../markup/link.tsx';
import { visibleText } from '../markup/shown.ts';
import { longText } from '../opened/long-text.tsx';

/** The verdict in a sentence, why, and what ran. */
export function pageHead(report: Report): ComponentChildren {
  const { verdict } = report;
  const { words, sentence, also } = ownersHeadline(report);
  const before = beforeAndNow(report);
  const address = report.html_url ?? report.run.run_url;
  const share = [words, before, ...also, address].filter((part) => part !== null).join('\n');
  const warning = report.audit === null ? null : auditWarning(report.audit);
  return (
    <header class={`page-head ${verdict}`}>
      <p class="suite">
        {'Agent eval · '}
        <code>{visibleText(report.run.name)}</code>
      </p>
      <h1>
        <span class="sign" aria-hidden="true">
          {VERDICT_SIGN[verdict]}
        </span>{' '}
        {visibleText(words)}
      </h1>
      {before === null ? null : <p class="before">{before}</p>}
      {sentence === '' ? null : <p class={verdict === 'fail' ? undefined : 'open'}>{visibleText(sentence)}</p>}
      {warning === null ? null : <p class="open">{warning}</p>}
      {sentenceList(also)}
      {counts(report)}
      <p class="needs-script">
        {copyButton(share, 'Share')}{' '}
        <button type="button" data-action="print">
          Print
        </button>
      </p>
      <p class="facts">{joinWithDots(factsOf(report))}</p>
    </header>
  );
}

/** How many cases stand where, each a link to them in the table. */
function counts({ cases }: Report): ComponentChildren {
  const groups = [...new Set(cases.map(({ group }) => group))];
  return (
    <p class="counts">
      {groups.map((group) => (
        <a class={`group ${group}`} href={`#standing=${group}`}>
          {`${cases.filter((row) => row.group === group).length} ${GROUP_LABEL[group].toLowerCase()}`}
        </a>
      ))}
    </p>
  );
}

/** What a reader does about a red: run its cases, or accept what is meant. After the cases: these come first, on a phone too. */
export function whatToDo(report: Report): ComponentChildren {
  const run = failedRun(report);
  const accepting = acceptingOf(report);
  if (run === null && accepting === null) return null;
  return (
    <section aria-labelledby="todo">
      <h2 id="todo">What to do</h2>
      {run === null ? null : (
        <p class="todo">
          {`${run.words} `}
          <code>{visibleText(run.command)}</code> {copyButton(run.command, 'Copy the command')}
        </p>
      )}
      {accepting === null ? null : (
        <details>
          <summary>If it is intended</summary>
          <p>
            {'Add this to '}
            <code>{visibleText(accepting.path)}</code>
            {visibleText(accepting.then)} {copyButton(accepting.entries, 'Copy the entry')}
          </p>
          {longText(accepting.entries)}
        </details>
      )}
    </section>
  );
}

/** What is known about the verdict beyond its headline: numbers, intervals, p, and what was found besides it. */
export function verdictSentences(report: Report): readonly string[] {
  const { evidence, verdict: reasons } = sentencesOf(report);
  const elsewhere = new Set<Sentence['of']>([...ruleReasons(report), 'change']);
  const statements = [...evidence, ...reasons].filter(({ of }) => !elsewhere.has(of));
  return [...headlineOf(report).numbers, ...statements.map(({ text }) => text)];
}

/** Sentences as a list; `null` without any. */
export function sentenceList(sentences: readonly string[]): ComponentChildren {
  return sentences.length === 0 ? null : (
    <ul class="sentences">
      {sentences.map((sentence) => (
        <li>{visibleText(sentence)}</li>
      ))}
    </ul>
  );
}

function factsOf({ run, baseline, main }: Report): ComponentChildren[] {
  const { error_trials, total_tokens, duration_ms, repository_url, run_url } = run;
  const sha = run.head_sha ?? run.sha;
  return [
    amountOfWork(run),
    ...(error_trials > 0 ? [`${plural(error_trials, 'trial')} could not be evaluated`] : []),
    ...(total_tokens === null ? [] : [`${wholeNumber(total_tokens)} tokens`]),
    ...agentSpent(run),
    ...judgeSpent(run),
    duration(duration_ms),
    ...(sha === null ? [] : [link(`commit ${shortSha(sha)}`, repository_url && `${repository_url}/commit/${sha}`)]),
    ...(run_url === null ? [] : [link('run', run_url)]),
    ...(baseline.kind === 'none'
      ? []
      : [[`compared with ${plural(baseline.runs, 'run')} of `, link(main, baseline.url)]]),
  ];
}

function link(text: string, url: string | null): ComponentChildren {
  return url === null ? text : <Link href={url}>{text}</Link>;
}

function joinWithDots(parts: ComponentChildren[]): ComponentChildren {
  return parts.map((part, index) => (index === 0 ? part : [' · ', part]));
}
