import { hashJson } from '#common/hash-json.ts';
import type { Json } from '#common/json.ts';
import type { Trajectory } from './trajectory.ts';

/**
 * sha256 (hex) of what happened in a trajectory, by which labels name it: what was said, called, answered and returned, and
 * neither times nor usage. Trials in which the same happened share one, and its label.
 */
export function trajectoryHash({ turns }: Pick<Trajectory, 'turns'>): string {
  return hashJson(
    turns.map(
      ({ input, output, tool_calls: calls, plan, metadata, state, retrieved }): Json => ({
        input,
        output,
        tool_calls:
          calls?.map(({ name, arguments: args, status, result }) => ({ name, arguments: args, status, result })) ??
          null,
        plan: plan?.map(({ name, arguments: args }) => ({ name, arguments: args })) ?? null,
        metadata,
        state,
        retrieved,
      }),
    ),
  );
}
