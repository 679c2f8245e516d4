import { cutEnd } from '#common/cut.ts';
import { capitalise, plural } from '#common/words.ts';
import { newDullCaseWords } from '#gate/bite/dull-cases.ts';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { plainMessageOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { type NamedChange, namedChange } from '../rows/named-change.ts';
import { ruleReasons } from '../rows/rule-reasons.ts';
import { unspokenWords } from '../rows/unspoken.ts';
import type { Detail } from './detail.ts';
import { bulletList, folded, link } from './layout.ts';

/** What the change did to the agent, and to the rules that judge it. */
export function whatChanged(report: Report, detail: Detail): readonly string[] {
  const { treatment_changes: changes } = report;
  const entries = changes.slice(0, detail.sentences).map((change) => namedChange(change, report.run));
  const items = entries.map(({ name, before, after, files }) => {
    const sides = before === null || after === null ? '' : ` ${inlineCode(before)} → ${inlineCode(after)}`;
    const where = files.map(({ path, url }) => link(inlineCode(path, 100), url)).join(', ');
    return `${inlineCode(name, 100)}${sides}${where === '' ? '' : ` (${where})`}`;
  });
  const rules = ruleReasons(report).map((reason) => plainMessageOf(reason, report.main));
  const dull = report.dull_cases.map(newDullCaseWords);
  const behaviour = report.reasons
    .filter(({ code, outcome }) => code === 'behaviour_changed' && outcome === 'note')
    .map((reason) => prose(capitalise(plainMessageOf(reason, report.main))));
  return [
    ...behaviour,
    items.length === 0 ? '' : `**What changed (${changes.length})** ${items.join(' · ')}`,
    prose(unspokenWords(report.unspoken) ?? ''),
    ...(report.verdict === 'error' ? [] : promptLines(entries, report.verdict === 'fail')),
    rules.length === 0 ? '' : `**Rules and cases (${rules.length})**\n\n${bulletList(rules, detail.sentences)}`,
    dull.length === 0 ? '' : `**Cases that do not bite (${dull.length})**\n\n${bulletList(dull, detail.sentences)}`,
  ];
}

/** The prompt's lines that the model is shown otherwise; open next to a red. */
function promptLines(changes: readonly NamedChange[], isOpen: boolean): readonly string[] {
  const lines = changes.flatMap((change) => change.lines);
  if (lines.length === 0) return [];
  const first = lines.slice(0, MOST_LINES).map((line) => cutEnd(line, LONGEST_LINE));
  const more = lines.length > first.length ? [`… ${plural(lines.length - first.length, 'more line')}`] : [];
  return [folded('What the model is shown differently', [codeBlock([...first, ...more].join('\n'))], isOpen)];
}

const MOST_LINES = 8;
const LONGEST_LINE = 200;
