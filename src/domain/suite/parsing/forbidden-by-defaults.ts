import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { compileGlob } from '#domain/matching/glob.ts';
import type { Case } from '../case.ts';

/** Why no trial of a case could pass: the defaults forbid a call that it expects. `null` where they do not. */
export function forbiddenByDefaults({ expect: { tools } }: Case, defaults: JsonObject): string | null {
  const { expect } = defaults;
  const given = isJsonObject(expect) && isJsonObject(expect['tools']) ? expect['tools']['forbidden'] : [];
  if (tools === undefined || tools.min_matched < 1 || !Array.isArray(given)) return null;
  const names = tools.calls.flatMap((step) =>
    step.kind === 'call' ? [step.call.name] : step.calls.map(({ name }) => name),
  );
  for (const glob of given.filter((item) => typeof item === 'string')) {
    const wanted = names.find(compileGlob(glob, 'name'));
    if (wanted !== undefined)
      return `expects ${JSON.stringify(wanted)}, which ${JSON.stringify(glob)} under \`defaults\` of the config forbids, so no trial could pass; remove one of them`;
  }
  return null;
}
