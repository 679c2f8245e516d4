import { keysOf } from '#common/keyed.ts';
import type { Expectations, ResponseExpectation } from '../expectation.ts';
import { RESPONSE_ROWS } from '../response/rows.ts';

/** What an agent without a message must still do: it answers, does and says nothing forbidden, and stays within its limits. */
export function guardsOf({ tools, response, limits }: Expectations): Expectations {
  return {
    completes: true,
    ...(tools === undefined || (tools.forbidden.length === 0 && tools.max_calls === null)
      ? {}
      : {
          tools: { ...tools, order: 'any', allow_extra: true, calls: [], before: [], min_calls: null, min_matched: 1 },
        }),
    ...(response === undefined ? {} : guardsOfAnswer(response)),
    ...(limits === undefined ? {} : { limits }),
  };
}

function guardsOfAnswer(response: ResponseExpectation): Pick<Expectations, 'response'> {
  const demanded = keysOf(RESPONSE_ROWS).filter((name) => RESPONSE_ROWS[name].write(response) !== null);
  const guards = demanded.filter((name) => RESPONSE_ROWS[name].isGuard);
  if (guards.length === 0) return {};
  const values = Object.fromEntries(guards.map((name) => [name, response[name]]));
  return { response: { ...NOTHING, case_sensitive: response.case_sensitive, ...values } };
}

const NOTHING = { contains: [], not_contains: [], matches: [], equals: null, json_schema: null } as const;
