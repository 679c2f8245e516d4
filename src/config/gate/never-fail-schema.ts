import * as z from 'zod';
import { EXPECTATION_KEYS } from '#cases/suite/schemas/expectations-schema.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { expected } from '#common/document/zod-messages.ts';

const CHECK_PREFIX = 'check:';

/** `never_fail:`: case ids, tags, or `check:NAME` for one kind of check in every case. */
export const neverFailSchema = z
  .array(
    z
      .string()
      .min(1)
      .superRefine((entry, context) => {
        const message = unknownCheck(entry);
        if (message !== null) context.addIssue({ code: 'custom', message, input: entry });
      }),
    { error: expected('a list of case ids, tags, or check:NAME') },
  )
  .describe('Zero tolerance: case ids, tags, or one kind of check everywhere, such as check:limits');

function unknownCheck(entry: string): string | null {
  if (!entry.startsWith(CHECK_PREFIX)) return null;
  const name = entry.slice(CHECK_PREFIX.length);
  const kinds: readonly string[] = EXPECTATION_KEYS;
  if (kinds.includes(name)) return null;
  const near = nearestName(name, kinds);
  return `no kind of check is called ${JSON.stringify(name)}; ${near === null ? `expected one of ${kinds.join(', ')}` : `did you mean ${CHECK_PREFIX}${near}?`}`;
}
