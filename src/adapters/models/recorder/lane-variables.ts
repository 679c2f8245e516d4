import { PROVIDER_NAMES, PROVIDERS } from '#adapters/models/wire/providers.ts';
import type { BaseUrls } from './doors.ts';

/** The variables by which clients find the recorder, and keys that are none: their text says what to do when one is sent elsewhere. */
export function laneVariables(baseUrls: BaseUrls): { readonly [name: string]: string } {
  const rows = PROVIDER_NAMES.map((name) => ({ ...PROVIDERS[name], url: baseUrls[name] }));
  return Object.fromEntries([
    ...rows.flatMap(({ base_name, other_base_names, url }) => [base_name, ...other_base_names].map((n) => [n, url])),
    ...rows.map(({ key_name, base_name }) => [key_name, dummyKey(base_name)]),
    ['NO_PROXY', '127.0.0.1,localhost'],
    ['no_proxy', '127.0.0.1,localhost'],
  ]);
}

function dummyKey(variable: string): string {
  return `agent-eval-dummy-key-the-recorder-holds-the-real-one--send-requests-to-${variable}`;
}
