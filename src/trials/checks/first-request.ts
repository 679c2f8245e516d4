import { hashJson } from '#common/hash-json.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Hash of the first request of a trial to a model: what the model is shown, and how it is sampled; `null` if nobody saw it. */
export function firstRequestHash({ trajectory }: Pick<Trial, 'trajectory'>): string | null {
  const first = trajectory.turns.find(({ model_calls: calls }) => (calls ?? []).length > 0)?.model_calls?.[0];
  return first?.request == null || first.request.length === 0 ? null : hashJson(first.request);
}
