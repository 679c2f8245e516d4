import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { type Federation, ID_TOKEN_VARIABLES } from '#wire/protocols/federations.ts';
import { oneLine } from '../call/run-refusal.ts';

/** What an exchange failed at. */
export type ExchangeFault =
  /** Nobody gave an identity token. */
  | { readonly kind: 'identity'; readonly message: string }
  /** Whoever was asked did not answer in time. */
  | { readonly kind: 'silent'; readonly host: string }
  /** There was no connection. */
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string; readonly claims: Claims }
  /** It answered with something else than a token. */
  | { readonly kind: 'broken'; readonly status: number; readonly said: string };

/** What an identity token says of its job; no secrets. */
interface Claims {
  readonly sub: string;
  readonly aud: string;
}

/** No token could be had: its message is a sentence with the mend. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly fault: ExchangeFault;

  constructor(fault: ExchangeFault, federation: Federation, environment: Environment) {
    super(words(fault, federation, environment));
    this.fault = fault;
  }
}

type Environment = { readonly [name: string]: string | undefined };

function words(fault: ExchangeFault, federation: Federation, environment: Environment): string {
  const { exchange_url, file_name } = federation;
  const { host } = new URL(exchange_url);
  switch (fault.kind) {
    case 'identity':
      return `there is no identity token to show to ${host}: ${oneLine(fault.message)}; in a job it needs "id-token: write" below "permissions:", elsewhere ${file_name} names a file with one`;
    case 'silent':
      return `${fault.host} did not answer the exchange of the identity token within 10 seconds, three times; run the job again, and if it is reached through a proxy, name that as HTTPS_PROXY`;
    case 'lost':
      return `no connection to ${host} to exchange the identity token: ${oneLine(fault.message)}; if it is reached through a proxy, name that as HTTPS_PROXY`;
    case 'broken':
      return `${host} answers the exchange of the identity token with ${fault.status}: ${oneLine(fault.said)}; run the job again`;
    case 'refused': {
      const { sub, aud } = fault.claims;
      const token = `the identity token with the audience ${quoted(aud)} and the subject ${quoted(sub)}`;
      return `${host} refuses ${token} (${fault.status}): ${oneLine(fault.said)}; ${mend(fault.said, federation, environment)}`;
    }
  }
}

function mend(said: string, { ids, audience_name, file_name }: Federation, environment: Environment): string {
  if (/audience|\baud\b/i.test(said)) return `name the audience that the provider expects as ${audience_name}`;
  if (/expired|not (?:yet )?(?:valid|active)|\bnbf\b|\biat\b|clock|in the future/i.test(said))
    return environment[ID_TOKEN_VARIABLES[0]]
      ? "GitHub's clock and the provider's disagree: run the job again"
      : `write a fresh token to the file of ${file_name}`;
  return `check ${ids.join(' and ')}, and which subjects and repositories the provider's rule allows`;
}

/** What a token endpoint says of an error, and never what it was sent. */
export function saidOf(body: Json): string {
  if (!isJsonObject(body)) return 'nothing that can be read';
  const { error, error_description: description } = body;
  const nested = isJsonObject(error) ? [error['code'], error['type'], error['message']] : [error, description];
  return nested.filter((item) => typeof item === 'string' && item !== '').join(': ') || 'nothing more';
}

/** What an identity token says of its job. */
export function claimsOf(token: string): Claims {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const claims = parsed(payload);
  const text = (name: string) => [isJsonObject(claims) ? (claims[name] ?? '') : ''].flat().join(', ');
  return { sub: text('sub'), aud: text('aud') };
}

/** `null` for a text that is no JSON. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function quoted(text: string): string {
  return JSON.stringify(cutEnd(text, 200));
}
