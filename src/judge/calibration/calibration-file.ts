import * as z from 'zod';
import type { Issue } from '#common/document/issue.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { errorOf } from './judge-error.ts';

const count = z.int().min(0).max(1_000_000);
const amount = z.number().min(0).max(1_000_000);
const share = z.number().min(0).max(1);
const counts = strictMapping({
  met: count.describe('How many are met'),
  not_met: count.describe('How many are not met'),
});
const all = amount.describe('Labels of this kind, by weight');
const right = amount.describe('Labels of this kind on which the judge is right, by weight');
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const coefficient = z.number().min(-1).max(1);

const criterionSchema = strictMapping({
  labels: counts.nullish().describe('Labels that say met, and not_met'),
  good: strictMapping({ met: right, of: all })
    .refine(({ met, of }) => met <= of, 'expected "met" to be at most "of"')
    .describe('Labels that say met, by weight: how many the judge calls met, and how many there are'),
  bad: strictMapping({ not_met: right, of: all })
    .refine(({ not_met, of }) => not_met <= of, 'expected "not_met" to be at most "of"')
    .describe('Labels that say not met, by weight: how many the judge calls not met, and how many there are'),
  confusion: strictMapping({
    good: counts.describe('Verdicts on labels that say met'),
    bad: counts.describe('Verdicts on labels that say not met'),
  })
    .nullish()
    .describe('Verdicts of the judge on labels that say met (good) and not met (bad), as counted'),
  unjudged: count.nullish().describe('Labelled trajectories on which the judge gave no verdict'),
  q1: share.nullish().describe('P(the judge says met | it is met) = (met + 1) / (of + 2)'),
  q0: share.nullish().describe('P(the judge says not met | it is not met) = (not_met + 1) / (of + 2)'),
  j: coefficient.nullish().describe('q1 + q0 − 1'),
  var_j: z.number().min(0).nullish().describe('Variance of j'),
  agreement: share.nullish().describe('Share of labels that the judge agrees with'),
  kappa: strictMapping({
    value: coefficient.describe('Cohen’s κ'),
    low: coefficient.describe('Lower end of its 95 % interval'),
    high: coefficient.describe('Upper end of its 95 % interval'),
  })
    .nullish()
    .describe('Agreement of judge and labels beyond chance'),
  flips: strictMapping({
    changed: count.describe('How many got another verdict'),
    of: count.describe('How many were judged more than once'),
  })
    .nullish()
    .describe('Trajectories that were judged more than once, and how many got another verdict'),
  to_halve: count.nullish().describe('Labels to add, drawn the same way, that would halve the interval of j'),
  questions: z.array(hash).max(1000).nullish().describe('SHA-256 of each question that the labels answer'),
}).superRefine((criterion, context) => {
  const error = errorOf(criterion);
  for (const [key, value] of [
    ['q1', error?.q1],
    ['q0', error?.q0],
    ['j', error?.j],
    ['var_j', error?.varJ],
  ] as const)
    if (criterion[key] != null && (value === undefined || Math.abs(criterion[key] - value) > ROUNDING))
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `does not follow from "good" and "bad"; run the command calibrate-judge again instead of editing the file`,
      });
});

/** The schema of the file. */
export const calibrationSchema = strictMapping({
  version: z.literal(1).describe('Version of this format'),
  judge: hash.describe('Identity of the judge that was calibrated, as results.json names it'),
  model: z.string().max(512).nullish().describe('Its model, for people'),
  criteria: z
    .record(z.string().regex(/^(?!__proto__$)[A-Za-z0-9._/-]{1,128}$/), criterionSchema)
    .describe('What labels showed, criterion by criterion'),
});

const ROUNDING = 1e-6;

/** What labels showed of one judge, criterion by criterion. */
export type JudgeCalibration = z.output<typeof calibrationSchema>;

/** What they showed on one criterion. */
export type CalibratedCriterion = z.output<typeof criterionSchema>;

/** Reads a calibration; everything that is wrong with it is named with its place. */
export function parseCalibration(
  text: string,
  file: string,
): { readonly calibration: JudgeCalibration } | { readonly issues: readonly Issue[] } {
  const parsed = parseDocument(text, file, 'expected one calibration; the command calibrate-judge writes it');
  if ('issues' in parsed) return parsed;
  const { document } = parsed;
  const read = readValue(calibrationSchema, document.value, { document, path: [] });
  return 'issues' in read ? read : { calibration: read.value };
}

/** The text of the file, with its criteria sorted: equal labels and verdicts give an equal file. */
export function calibrationText({ criteria, ...rest }: JudgeCalibration): string {
  const sorted = Object.entries(criteria).sort(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify({ ...rest, criteria: Object.fromEntries(sorted) }, null, 2)}\n`;
}
