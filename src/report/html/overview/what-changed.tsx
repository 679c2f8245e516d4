import type { ComponentChildren } from 'preact';
import { messageOf } from '#report/reasons/reason-words.ts';
import type { Report } from '#report/report.ts';
import { type NamedChange, namedChange } from '#report/rows/named-change.ts';
import { ruleReasons } from '#report/rows/rule-reasons.ts';
import { unspokenWords } from '#report/rows/unspoken.ts';
import { Link } from '../markup/link.tsx';
import { visibleText } from '../markup/shown.ts';
import { sentenceList } from './page-head.tsx';

/** What the change did to the agent, and, under a heading of its own, to the rules and cases that judge it. */
export function whatChanged(report: Report): ComponentChildren {
  return [agentChanges(report), ruleChanges(report)];
}

function agentChanges({ treatment_changes: changes, unspoken, run }: Report): ComponentChildren {
  const words = unspokenWords(unspoken);
  if (changes.length === 0 && words === null) return null;
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">What changed in the agent</h2>
      <ul class="sentences">{changes.map((change) => agentChange(namedChange(change, run)))}</ul>
      {words && <p>{visibleText(words)}</p>}
    </section>
  );
}

function agentChange({ name, before, after, files, lines }: NamedChange): ComponentChildren {
  const sides = before === null || after === null ? null : [' ', code(before), ' → ', code(after)];
  return (
    <li>
      {code(name)}
      {sides}
      {files.map(({ path, url }) => [' ', url === null ? code(path) : <Link href={url}>{code(path)}</Link>])}
      {lines.length === 0 ? null : (
        <pre class="diff" tabindex={0}>
          {lines.map((line) =>
            line.startsWith('+') ? <ins>{visibleText(line)}</ins> : <del>{visibleText(line)}</del>,
          )}
        </pre>
      )}
    </li>
  );
}

function code(text: string): ComponentChildren {
  return <code>{visibleText(text)}</code>;
}

function ruleChanges(report: Report): ComponentChildren {
  const rules = ruleReasons(report);
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">What the change does to rules and cases</h2>
      {sentenceList(rules.map((reason) => messageOf(reason, report.main)))}
    </section>
  );
}
