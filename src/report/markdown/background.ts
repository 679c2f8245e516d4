import { inlineCode, prose } from '../escape.ts';
import { alikeWords, TAG_FIGURES, tagHead } from '../labels.ts';
import { type CaseRow, hasTrials, type Report } from '../report.ts';
import type { TagRow } from '../tag-row.ts';
import { tagFigure } from '../units.ts';
import { certainty } from './certainty.ts';
import { type Column, columnTable } from './column-table.ts';
import type { Detail } from './detail.ts';
import { bulletList, folded, moreInResults } from './layout.ts';
import { otherMetrics, stateMark } from './metrics-table.ts';
import { passesText } from './passes.ts';

/** The folded part for readers who check the verdict: certainty, all cases, tags. */
export function background(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [notes(report, detail)];
  const { cases, tags, main } = report;
  return [
    otherMetrics(report),
    certainty(report, detail),
    listing('All cases', caseColumns(main), cases, detail),
    listing('Tags', tagColumns(tags, main), tags, detail),
  ];
}

function notes(report: Report, detail: Detail): string {
  return report.notes.length === 0 ? '' : folded('Notes', [bulletList(report.notes, detail.sentences)]);
}

function listing<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[], detail: Detail): string {
  if (detail.listed === 0 || rows.length === 0) return '';
  const listed = rows.slice(0, detail.listed);
  const more = rows.length > listed.length ? moreInResults(rows.length - listed.length) : '';
  return folded(`${title} (${rows.length})`, [columnTable(columns, listed), more]);
}

function caseColumns(main: string): readonly Column<CaseRow>[] {
  return [
    { title: 'case', align: 'l', cell: ({ id }) => inlineCode(id, 128) },
    { title: '', align: 'l', cell: (row) => prose(standing(row, main)) },
    { title: prose(main), align: 'r', cell: ({ baseline }) => passesText(baseline) },
    { title: 'here', align: 'r', cell: ({ candidate }) => passesText(candidate) },
  ];
}

/** A case whose mean fell has fewer passes, and may not be worse. */
const STANDING: Readonly<Partial<Record<CaseRow['group'], string>>> = {
  guarded: 'must never fail',
  worse: 'fewer passes',
  quarantined: 'in quarantine',
};

function standing({ group, regraded, alike }: CaseRow, main: string): string {
  const marks = [...(regraded ? [`${main} graded again`] : []), ...alikeWords(alike)];
  return [STANDING[group] ?? group.replaceAll('_', ' '), ...marks].join(', ');
}

function tagColumns(tags: Report['tags'], main: string): readonly Column<TagRow>[] {
  return [
    { title: 'tag', align: 'l', cell: ({ tag }) => inlineCode(tag, 64) },
    { title: 'cases', align: 'r', cell: ({ cases }) => `${cases}` },
    ...TAG_FIGURES.map(
      (figure): Column<TagRow> => ({
        title: tagHead(figure, tags, prose(main)),
        align: 'r',
        cell: (row) => tagFigure(row, figure),
      }),
    ),
    { title: '', align: 'c', cell: ({ state, failed_rules: failed }) => stateMark(state, failed) },
  ];
}
