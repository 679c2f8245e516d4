import type { JsonObject } from '#common/json.ts';
import type { ProviderError } from './provider-error.ts';
import type { WireFormat } from './wire-format.ts';

/** Everything that is specific to one provider. Each has a folder; `providers.ts` names them. */
export interface ProviderDefinition<Endpoint extends string> {
  /** Its public host, with the path of its base URL. */
  readonly base_url: string;
  /** The public host by the environment's region, for a provider with a host in each; without it, `base_url` alone counts. */
  regionalBase?(environment: Environment): string;
  /** Its public hosts besides that of `base_url`. */
  readonly own_hosts?: RegExp;
  /** The environment variable that names another base. */
  readonly base_name: string;
  /** Other names of that variable, which some clients read. */
  readonly other_base_names: readonly string[];
  readonly key_name: string;
  /** Other names of that variable, which some clients read; the first that is set counts. */
  readonly other_key_names?: readonly string[];
  /** Further variables without secrets that its clients need; an agent gets the workflow's. */
  readonly settings?: readonly string[];
  /** There is no public host: agents get its variables only if the workflow or the config names one. */
  readonly only_if_named?: true;
  /** Variables with the credentials of {@link signing}, the secret one first. */
  readonly signing_names?: readonly string[];
  /** What signs requests to `host` in place of a key that is sent with them; `null`: the environment has none. */
  signing?(environment: Environment, host: string): Signing | null;
  /** Further variables that clients behind the recorder need. */
  clientVariables?(environment: Environment): { readonly [name: string]: string };
  /** The parameter of a URL in which clients may send the key instead. It is taken out. */
  readonly key_parameter?: string;
  /** Whether the public host requires a key. */
  readonly needs_key: boolean;
  /** The path of a base URL as this provider's clients expect it: `/v1`, or nothing. */
  readonly base_path: string;
  /** The version that a path may begin with and keeps. Without it, `/v1` is taken off. */
  readonly version?: RegExp;
  /** The URL that people mean when they write `base_name`. */
  readBase(address: string): string;
  /** What comes between the base's host and `path`. `root`: the path of the base, without a slash at its end. */
  prefix(root: string, path: string): string;
  /** The headers with the key, by lower-case name. */
  keyHeaders(key: string, use: KeyUse): { readonly [name: string]: string };
  /** Headers of the client that this provider reads; those that every provider reads are forwarded anyway. */
  readonly headers: readonly string[];
  /**
   * Headers that say what other providers' paths say, such as the model: the gateway adds them to the path as its query, for
   * the record and for stored answers. The provider does not get that query.
   */
  readonly headers_in_path?: readonly string[];
  /** The requests that cost tokens, and the format of each. */
  readonly formats: { readonly [endpoint in Endpoint]: WireFormat };
  /** Names in paths may contain encoded slashes (`%2F`). */
  readonly encodes_slashes?: true;
  /** The routes that are served. */
  readonly routes: readonly RouteRow<Endpoint>[];
  /**
   * An error as the provider's own clients read it.
   *
   * @param type a name for programs, such as `rate_limit_error`
   * @param status of the answer that has it
   */
  errorBody(type: string, message: string, code: string | null, status: number): JsonObject;
  /**
   * Whether an error says that the model does not exist. Only the beginning of messages is matched: further on they may quote
   * the request.
   */
  saysNoModel(error: ProviderError): boolean;
  /** Statuses from 400 to 499 that are the provider's own failure. */
  readonly own_failures?: readonly number[];
  /** Whether an error of status 400 says that the key is refused. */
  saysNoKey?(error: ProviderError): boolean;
  /** Whether an error says that credentials were good once and have expired. */
  saysExpired?(error: ProviderError): boolean;
}

/** Where a key goes, and where it comes from. */
export interface KeyUse {
  /** The upstream's host, with its port if it has one. */
  readonly host: string;
  /** The variable that holds it; `null`: it is a token that was exchanged for the job's identity. */
  readonly key_name: string | null;
  /** The client's own headers. */
  readonly client: { readonly [name: string]: string };
}

type Environment = { readonly [name: string]: string | undefined };

/** Credentials that sign requests in AWS's way (Signature Version 4). */
export interface Signing {
  readonly service: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** Of temporary credentials; it is sent with each request. */
  readonly session_token: string | null;
}

/** The methods that providers take. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** A route that is served. */
export interface RouteRow<Endpoint extends string> {
  readonly method: Method;
  /** Without `/v1`. */
  readonly path: string;
  /** `null`: it costs no tokens (`/models`, `/moderations`, …). */
  readonly endpoint: Endpoint | null;
  /** The path has one more segment, which is a name. */
  readonly names?: true;
  /** The path, and every path below it. */
  readonly below?: true;
  /** After `path` and a slash comes a name, and after it this, with the colon or slash before it. */
  readonly action?: string;
  /** Only these names. */
  readonly pattern?: RegExp;
  /** It is served by another of the provider's hosts: how the name of the usual one begins, and how that one's does. */
  readonly host?: readonly [usual: RegExp, other: string];
}
