import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import { redactJson } from './redact-json.ts';
import { redactTexts } from './redact-texts.ts';

/** Removes secrets from what differs between two runs: from names and from values of settings. */
export function redactDifference(difference: RunDifference, redact: (text: string) => string): RunDifference {
  if (difference.kind !== 'setting') return redactTexts(difference, redact);
  const { kind, name, before, after, files } = difference;
  return {
    kind,
    name: redact(name),
    ...(files && { files: files.map(redact) }),
    ...(before !== undefined && { before: redactJson(before, redact) }),
    ...(after !== undefined && { after: redactJson(after, redact) }),
  };
}
