import type { Expectations } from '../expectation.ts';

/**
 * What still holds of an agent that was told nothing: it answers, does nothing forbidden, says nothing forbidden, and stays
 * within its limits.
 */
export function guardsOf({ tools, response, limits }: Expectations): Expectations {
  return {
    completes: true,
    ...(tools === undefined || (tools.forbidden.length === 0 && tools.max_calls === null)
      ? {}
      : {
          tools: { ...tools, order: 'any', allow_extra: true, calls: [], before: [], min_calls: null, min_matched: 1 },
        }),
    ...(response === undefined || response.not_contains.length === 0
      ? {}
      : {
          response: {
            contains: [],
            not_contains: response.not_contains,
            matches: [],
            equals: null,
            json_schema: null,
            case_sensitive: response.case_sensitive,
          },
        }),
    ...(limits === undefined ? {} : { limits }),
  };
}
