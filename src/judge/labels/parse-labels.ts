import * as z from 'zod';
import { type Issue, lineIssue } from '#common/document/issue.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { type Label, subjectOf } from './label.ts';

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
export function labelIssue(label: PlacedLabel, path: keyof Label, message: string): Issue {
  return lineIssue(label, path, message);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected the SHA-256 of a trajectory: 64 hexadecimal digits');
const answer = z.enum(['met', 'not_met'], { error: expected('met or not_met') });

/** A line of `labels/*.jsonl`. */
const labelSchema: z.ZodType<Label> = strictMapping(
  {
    case_id: z.string().min(1).max(128),
    trajectory: sha256,
    criterion: z.string().min(1).max(128),
    turn: z.int().min(1).max(10_000).exactOptional(),
    label: answer,
    labeller: z.string().min(1).max(200),
    note: z.string().max(10_000).exactOptional(),
    question: sha256.exactOptional(),
    drawn: strictMapping({ from: answer, of: z.int().min(1), times: z.int().min(1) })
      .describe('Drawn at random from this many trajectories with this verdict, each seen in so many trials')
      .exactOptional(),
  },
  { verdict: 'is the judge’s; a person’s answer is `label`' },
);
