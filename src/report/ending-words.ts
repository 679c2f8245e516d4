import { listed, plural } from '#common/words.ts';
import type { CalledModel, EndingModel } from '#trials/model-ends/ending-models.ts';

const ROLES: Readonly<Record<CalledModel['role'], string>> = {
  agent: 'the agent',
  user: 'the simulated user',
  judge: 'the judge',
  embedding: 'similarity',
};

/** A model that ends: which, when, who says so, and what ends with it. */
export function endingWords({ model, ends_as: name, day, days, roles, page, other_day: other }: EndingModel): string {
  const source = page ?? `the provider says so${other === null ? '' : `; its page said ${other}`}`;
  const ends =
    days < 0 ? `was to end on ${day}` : `ends on ${day}, ${days === 0 ? 'today' : `in ${plural(days, 'day')}`}`;
  const whom = `Model ${model} of ${listed(roles.map((role) => ROLES[role]))}`;
  const alias = `${whom} is an alias that gives no day: it was served by ${name}, which`;
  return [
    `${name === model ? whom : alias} ${ends} (${source}).`,
    ...(roles.includes('agent') ? ['The command upgrade shows which other is no worse.'] : []),
    ...(roles.includes('judge')
      ? ["The labels of this judge's verdicts end with it: label those of its successor."]
      : []),
  ].join(' ');
}
