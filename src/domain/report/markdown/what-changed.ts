import { newDullCaseWords } from '#domain/bite/new-dull-cases.ts';
import { inlineCode, prose } from '../escape.ts';
import { plainMessageOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { namedChange } from '../rows/named-change.ts';
import { ruleReasons } from '../rows/rule-reasons.ts';
import type { Detail } from './detail.ts';
import { bulletList } from './layout.ts';

/** What the change did to the agent, and to the rules that judge it. */
export function whatChanged(report: Report, detail: Detail): readonly string[] {
  const { treatment_changes: changes } = report;
  const shown = changes.slice(0, detail.sentences).map((change) => {
    const { name, before, after } = namedChange(change);
    const sides = before === null || after === null ? '' : ` ${inlineCode(before)} → ${inlineCode(after)}`;
    return `${inlineCode(name, 100)}${sides}`;
  });
  const rules = ruleReasons(report).map((reason) => plainMessageOf(reason, report.main));
  const dull = report.dull_cases.map(newDullCaseWords);
  const behaviour = report.reasons
    .filter(({ code, outcome }) => code === 'behaviour_changed' && outcome === 'note')
    .map((reason) => prose(capitalised(plainMessageOf(reason, report.main))));
  return [
    ...behaviour,
    shown.length === 0 ? '' : `**What changed (${changes.length})** ${shown.join(' · ')}`,
    rules.length === 0 ? '' : `**Rules and cases (${rules.length})**\n\n${bulletList(rules, detail.sentences)}`,
    dull.length === 0 ? '' : `**Cases that do not bite (${dull.length})**\n\n${bulletList(dull, detail.sentences)}`,
  ];
}

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
