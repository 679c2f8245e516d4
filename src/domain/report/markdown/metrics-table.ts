import { markdownTable } from 'markdown-table';
import { changeInUnit, inUnit, pValue } from '../numbers.ts';
import type { MetricRow, Report } from '../report.ts';

/** What people call each metric. */
export const METRIC_LABEL: Readonly<Record<MetricRow['metric'], string>> = {
  pass_rate: 'pass rate',
  tool_recall: 'tool recall',
  parameter_accuracy: 'parameter accuracy',
  task_success: 'task success',
  total_tokens: 'total tokens',
  cost_usd: 'cost',
  latency_ms: 'latency p95',
  steps: 'model calls',
};

const STATE_SIGN: Readonly<Record<MetricRow['state'], string>> = { fail: '❌', watch: '❔', pass: '✅', none: '' };

/** One row per metric: main, here, change, how sure. Empty when nothing was measured. */
export function metricsTable(report: Report): string {
  if (report.metrics.length === 0) return '';
  const compared = report.baseline.kind === 'found';
  const header = compared ? ['metric', 'main', 'this change', 'change', '95 % CI', 'p', ''] : ['metric', 'this change'];
  const rows = report.metrics.map((row) => (compared ? comparedRow(row) : [METRIC_LABEL[row.metric], value(row, row.candidate)]));
  return markdownTable([header, ...rows], { align: compared ? ['l', 'r', 'r', 'r', 'r', 'r', 'c'] : ['l', 'r'] });
}

function comparedRow(row: MetricRow): string[] {
  return [
    METRIC_LABEL[row.metric],
    value(row, row.baseline),
    value(row, row.candidate),
    row.change === null ? '–' : changeInUnit(row.change, row.unit),
    row.ci95 === null ? '' : `${changeInUnit(row.ci95[0], row.unit)} … ${changeInUnit(row.ci95[1], row.unit)}`,
    row.p === null ? '' : pValue(row.p),
    STATE_SIGN[row.state],
  ];
}

function value(row: MetricRow, number: number | null): string {
  if (number === null) return '–';
  return `${row.estimated ? '≈ ' : ''}${inUnit(number, row.unit)}`;
}
