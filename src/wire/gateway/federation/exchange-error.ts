import { cutEnd } from '#common/cut.ts';
import { type Federation, identityNames } from '#common/federations.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { asClause } from '../call/run-refusal.ts';

/** No token could be had: its message is a sentence with the mend. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** Whether the provider would answer the same to another try. */
  readonly is_final: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.is_final = isFinal;
  }
}

/** Nobody gave an identity token. */
export function withoutIdentity(why: string, federation: Federation): ExchangeError {
  return new ExchangeError(
    `there is no identity token to show to ${hostOf(federation)}: ${asClause(why)}; run the job again, or elsewhere name a file with one as ${identityNames(federation).file}`,
  );
}

/** What came over the wire, whatever the provider's client makes of it. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string;
  /** The header: the provider's clock. */
  readonly date: string;
}

/**
 * Whoever was asked for the provider's token gave none.
 *
 * @param why what its client says
 */
export function withoutToken(why: string, answer: TokenAnswer | undefined, identity: string, federation: Federation) {
  const host = hostOf(federation);
  if (answer === undefined)
    return new ExchangeError(
      `${host} gave no token for the identity token, three times: ${asClause(why)}; run the job again, and if the host is reached through a proxy, name that as HTTPS_PROXY`,
    );
  const { status, date } = answer;
  const said = asClause(saidIn(answer) ?? why);
  if (status < 400 || status >= 500 || status === 408 || status === 429)
    return new ExchangeError(`${host} gave no token for the identity token (${status}): ${said}; run the job again`);
  const { audience, file } = identityNames(federation);
  const { aud, sub, nbf, iat, exp } = claimsIn(identity);
  const at = Date.parse(date) / 1000;
  const isOff = at + 1 < Number(nbf ?? iat) || at >= Number(exp);
  const clock = `by its clock (${asClause(date)}) the token is not valid: run the job again, or write a fresh token to the file of ${file}; or `;
  const ids = [...federation.ids, ...federation.other_ids].join(', ');
  // What it says comes last: a report cuts a long sentence.
  return new ExchangeError(
    `${host} refuses the identity token (${status}): ${isOff ? clock : ''}check ${ids}, and that its rule allows the audience ${quoted(aud)} (${audience} names another) and the subject ${quoted(sub)}: ${said}`,
    true,
  );
}

function hostOf({ exchange_url }: Federation): string {
  return new URL(exchange_url).host;
}

/** What a token endpoint says of an error, and never what it was sent. */
function saidIn({ text }: TokenAnswer): string | null {
  const body = jsonOrUndefined(text);
  const { error, error_description } = isJsonObject(body) ? body : {};
  const fields = isJsonObject(error) ? [error['code'], error['type'], error['message']] : [error, error_description];
  return fields.filter((field) => typeof field === 'string' && field !== '').join(': ') || null;
}

/** What an identity token says of its job; no secrets. */
function claimsIn(token: string): { readonly [name: string]: Json } {
  const claims = jsonOrUndefined(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return isJsonObject(claims) ? claims : {};
}

function quoted(claim: Json | undefined): string {
  return JSON.stringify(cutEnd([claim ?? ''].flat().join(', '), 200));
}
