import type { Issue } from '#common/document/issue.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { type Label, subjectOf } from './label.ts';
import { labelSchema } from './label-schema.ts';

/** A label and where it is written. */
export interface PlacedLabel {
  readonly label: Label;
  readonly file: string;
  readonly line: number;
}

/** Labels of some files, and everything that is wrong with them. */
interface ParsedLabels {
  /** Each criterion of a trajectory once, as it was labelled first. */
  readonly labels: readonly PlacedLabel[];
  readonly issues: readonly Issue[];
}

/** Reads files of labels: broken lines are named, and so are labels that contradict each other. */
export function parseLabels(files: readonly { readonly file: string; readonly text: string }[]): ParsedLabels {
  const read = files.map(({ file, text }) => readFile(text, file));
  const first = new Map<string, PlacedLabel>();
  const issues = read.flatMap((item) => item.issues);
  for (const placed of read.flatMap(({ labels }) => labels)) {
    const subject = subjectOf(placed.label);
    const known = first.get(subject);
    if (known === undefined) first.set(subject, placed);
    else if (known.label.label !== placed.label.label) issues.push(contradiction(placed, known));
  }
  return { labels: [...first.values()], issues };
}

function readFile(text: string, file: string): ParsedLabels {
  if (text.trim() === '') return { labels: [], issues: [] };
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) return { labels: [], issues: parsed.issues };
  const labels: PlacedLabel[] = [];
  const issues: Issue[] = [...parsed.row_issues];
  for (const document of parsed.documents) {
    const read = readValue(labelSchema, document.value, { document, path: [] });
    if ('issues' in read) issues.push(...read.issues);
    else labels.push({ label: read.value, file, line: document.locate([]).line });
  }
  return { labels, issues };
}

function contradiction(placed: PlacedLabel, known: PlacedLabel): Issue {
  const { label } = placed;
  const says = `${label.labeller} says ${label.label}, ${known.label.labeller} says ${known.label.label} in ${known.file}:${known.line}`;
  const of = `${label.criterion} of a trajectory of ${label.case_id}`;
  return labelIssue(placed, 'label', `contradicts another label of ${of}: ${says}; settle it, and remove one line`);
}

/** An error about one key of a label. */
export function labelIssue({ file, line }: PlacedLabel, path: keyof Label, message: string): Issue {
  return { severity: 'error', file, line, column: 1, path, message };
}
