import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { Label } from './label.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected the SHA-256 of a trajectory: 64 hexadecimal digits');
const answer = z.enum(['met', 'not_met'], { error: expected('met or not_met') });

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
    drawn: strictMapping({ from: answer, of: z.int().min(1), times: z.int().min(1) })
      .describe('Drawn at random from this many trajectories with this verdict, each seen in so many trials')
      .exactOptional(),
  },
  { verdict: 'is the judge’s; a person’s answer is `label`' },
);
