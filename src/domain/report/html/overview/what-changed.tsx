import type { ComponentChildren } from 'preact';
import type { RunDifference } from '#domain/baseline/pairing/run-difference.ts';
import { messageOf } from '../../reasons/reason-words.ts';
import type { Report } from '../../report.ts';
import { namedChange } from '../../rows/named-change.ts';
import { ruleReasons } from '../../rows/rule-reasons.ts';
import { shown } from '../markup/shown.ts';
import { sentenceList } from './page-head.tsx';

/** What the change did to the agent, and, under a heading of its own, to the rules and cases that judge it. */
export function whatChanged(report: Report): ComponentChildren {
  return [agentChanges(report), ruleChanges(report)];
}

function agentChanges({ treatment_changes: changes }: Report): ComponentChildren {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">What changed in the agent</h2>
      <ul class="sentences">{changes.map(agentChange)}</ul>
    </section>
  );
}

function agentChange(change: RunDifference): ComponentChildren {
  const { name, before, after } = namedChange(change);
  const sides = before === null || after === null ? null : [' ', code(before), ' → ', code(after)];
  return (
    <li>
      {code(name)}
      {sides}
    </li>
  );
}

function code(text: string): ComponentChildren {
  return <code>{shown(text)}</code>;
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
