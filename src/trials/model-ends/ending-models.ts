import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import { ANNOUNCED_ENDS } from './announced-ends.ts';

/** From so many days before its end, a model is told about. */
const DAYS_BEFORE = 60;
const DAY_MS = 86_400_000;

const name = z.string().max(512);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day');

/** A model that a run called at its vendor's own address, as it is stored. */
export const calledModelSchema = z.object({
  role: z.enum(['agent', 'user', 'judge', 'embedding']),
  provider: z.string().max(64),
  asked: name,
  served: name.nullable().default(null),
  listed: z
    .object({ model: name, day })
    .nullable()
    .default(null)
    .describe('The end that the provider itself gives, and for which of the two names; null: it gives none'),
});

/** A model that a run called at its vendor's own address. At other addresses a name ends on other days. */
export type CalledModel = DeepReadonly<z.infer<typeof calledModelSchema>>;

/** A model that ends soon. */
export interface EndingModel {
  /** As it is asked for. */
  readonly model: string;
  /** The name that ends: another one where `model` is an alias that nobody gives an end. */
  readonly ends_as: string;
  readonly day: string;
  /** Whole days from the run to the end; negative: it has passed. */
  readonly days: number;
  readonly roles: readonly CalledModel['role'][];
  /** The page that says so; `null`: the provider itself. */
  readonly page: string | null;
  /** The day of the page where the provider gives another; `null`: they agree, or one says nothing. */
  readonly other_day: string | null;
}

/**
 * The called models that end within 60 days, or should have ended, the first to end first.
 *
 * @param at when the run that tells of them began, ISO 8601
 */
export function endingModels(called: readonly CalledModel[], at: string): readonly EndingModel[] {
  const today = Date.parse(at.slice(0, 10));
  const ending = new Map<string, EndingModel>();
  for (const model of called) {
    const end = endOf(model);
    if (end === null) continue;
    const days = Math.round((Date.parse(end.day) - today) / DAY_MS);
    if (!(days <= DAYS_BEFORE)) continue;
    const key = JSON.stringify([model.asked, end]);
    const roles = [...new Set([...(ending.get(key)?.roles ?? []), model.role])].sort();
    ending.set(key, { ...end, model: model.asked, days, roles });
  }
  return [...ending.values()].sort((a, b) => a.days - b.days || (a.model < b.model ? -1 : 1));
}

/** The provider itself knows best; else a page does. The name that is asked for decides before the one that was served. */
function endOf({ provider, asked, served, listed }: CalledModel): Omit<EndingModel, 'model' | 'days' | 'roles'> | null {
  const names = [asked, ...(served === null ? [] : [served])];
  const [announced] = names.flatMap((model) => {
    const row = ANNOUNCED_ENDS.find((end) => end.provider === provider && end.models.includes(model));
    return row === undefined ? [] : [{ ends_as: model, day: row.day, page: row.page, other_day: null }];
  });
  if (listed === null) return announced ?? null;
  const isSame = announced?.ends_as === listed.model && announced.day !== listed.day;
  return { ends_as: listed.model, day: listed.day, page: null, other_day: isSame ? announced.day : null };
}

/** Models that calls or several jobs of one run name, each once, in an order that does not depend on theirs. */
export function unitedModels(called: readonly CalledModel[]): readonly CalledModel[] {
  const known = new Map<string, CalledModel>();
  for (const model of called) {
    const key = JSON.stringify([model.role, model.provider, model.asked, model.served]);
    known.set(key, { ...model, listed: model.listed ?? known.get(key)?.listed ?? null });
  }
  return [...known]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, model]) => model)
    .slice(0, MOST_CALLED);
}

/** As many as a results file may have. */
export const MOST_CALLED = 1_000;
