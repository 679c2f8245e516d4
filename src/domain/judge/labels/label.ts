import * as z from 'zod';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { expected } from '#domain/document/zod-messages.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected the SHA-256 of a trajectory: 64 hexadecimal digits');
const answer = z.enum(['met', 'not_met'], { error: expected('met or not_met') });

/** What a person says of one criterion of one trajectory. */
export interface Label {
  readonly case_id: string;
  /** Of the trajectory, see `trajectoryHash`. */
  readonly trajectory: string;
  readonly criterion: string;
  /** The turn whose expectation it is; absent for the whole trial. */
  readonly turn?: number;
  readonly label: 'met' | 'not_met';
  readonly labeller: string;
  readonly note?: string;
  /** Of the question that was answered, see `questionHash`; absent: unknown. */
  readonly question?: string;
  /** How the trajectory was drawn; absent: a person chose it. */
  readonly drawn?: Draw;
}

/** How a trajectory was drawn, which gives its weight. */
export interface Draw {
  /** The verdict within which it was drawn. */
  readonly from: 'met' | 'not_met';
  /** Trajectories with that verdict. */
  readonly of: number;
  /** Trials that had this trajectory. */
  readonly times: number;
}

/** A line of `labels/*.jsonl`. */
export const labelSchema: z.ZodType<Label> = strictMapping(
  {
    case_id: z.string().min(1).max(128),
    trajectory: sha256,
    criterion: z.string().min(1).max(128),
    turn: z.int().min(1).max(10_000).exactOptional(),
    label: answer,
    labeller: z.string().min(1).max(200),
    note: z.string().max(10_000).exactOptional(),
    question: sha256.exactOptional(),
    drawn: z
      .strictObject({ from: answer, of: z.int().min(1), times: z.int().min(1) })
      .describe('Drawn at random from this many trajectories with this verdict, each seen in so many trials')
      .exactOptional(),
  },
  { verdict: 'is the judge’s; a person’s answer is `label`' },
);

/** The line of a label. */
export function labelText(label: Label): string {
  return `${JSON.stringify(label)}\n`;
}

/** What a label is of: equal for labels that answer the same question. */
export function subjectOf({ case_id, trajectory, criterion, turn }: Subject): string {
  return JSON.stringify([case_id, trajectory, criterion, turn ?? null]);
}

/** A criterion of a trajectory. */
export type Subject = Pick<Label, 'case_id' | 'trajectory' | 'criterion' | 'turn'>;
