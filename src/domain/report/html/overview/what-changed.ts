import { messageOf } from '../../reasons/reason-words.ts';
import type { Report } from '../../report.ts';
import { changeInWords } from '../../rows/change-in-words.ts';
import { ruleReasons } from '../../rows/rule-reasons.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { sentenceList } from './page-head.ts';

/** What the change did to the agent, and, under a heading of its own, to the rules and cases that judge it. */
export function whatChanged(report: Report): Markup {
  return [agentChanges(report), ruleChanges(report)];
}

function agentChanges({ treatment_changes: changes }: Report): Markup {
  if (changes.length === 0) return null;
  return el(
    'section',
    { 'aria-labelledby': 'changed' },
    el('h2', { id: 'changed' }, 'What changed in the agent'),
    el('ul', { class: 'sentences' }, changes.map(agentChange)),
  );
}

function agentChange(sentence: string): Markup {
  const { name, before, after } = changeInWords(sentence);
  const sides = before === null || after === null ? null : [' ', code(before), ' → ', code(after)];
  return el('li', {}, code(name), sides);
}

function code(text: string): Markup {
  return el('code', {}, shown(text));
}

function ruleChanges(report: Report): Markup {
  const rules = ruleReasons(report);
  if (rules.length === 0) return null;
  return el(
    'section',
    { 'aria-labelledby': 'rules' },
    el('h2', { id: 'rules' }, 'What the change does to rules and cases'),
    sentenceList(rules.map(messageOf)),
  );
}
