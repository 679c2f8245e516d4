import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { type Federation, identityNames } from '#wire/protocols/federations.ts';
import { asClause } from '../call/run-refusal.ts';

/** What an exchange failed at. */
type ExchangeFault =
  /** Nobody gave an identity token. */
  | { readonly kind: 'identity'; readonly message: string }
  /** Whoever was asked for the provider's token gave no answer. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The answer has no token. */
  | { readonly kind: 'answered'; readonly answer: TokenAnswer; readonly message: string; readonly identity: string };

/** What came over the wire, whatever the provider's client makes of it. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string;
  /** The header: the provider's clock. */
  readonly date: string;
}

/** No token could be had: its message is a sentence with the mend. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** Whether the provider would answer the same to another try. */
  readonly is_final: boolean;

  constructor(fault: ExchangeFault, federation: Federation) {
    super(words(fault, federation));
    this.is_final = fault.kind === 'answered' && refuses(fault.answer);
  }
}

function refuses({ status }: TokenAnswer): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function words(fault: ExchangeFault, federation: Federation): string {
  const { exchange_url, ids } = federation;
  const { audience, file } = identityNames(federation);
  const { host } = new URL(exchange_url);
  switch (fault.kind) {
    case 'identity':
      return `there is no identity token to show to ${host}: ${asClause(fault.message)}; run the job again, or elsewhere name a file with one as ${file}`;
    case 'lost':
      return `${host} gave no token for the identity token, three times: ${asClause(fault.message)}; run the job again, and if the host is reached through a proxy, name that as HTTPS_PROXY`;
    case 'answered': {
      const { answer, identity } = fault;
      const said = asClause(saidIn(answer) ?? fault.message);
      if (!refuses(answer))
        return `${host} gave no token for the identity token (${answer.status}): ${said}; run the job again`;
      const { aud, sub, nbf, iat, exp } = claimsIn(identity);
      const at = Date.parse(answer.date) / 1000;
      const isOff = at + 1 < Number(nbf ?? iat) || at >= Number(exp);
      const clock = `by its clock (${asClause(answer.date)}) the token is not valid: run the job again, or write a fresh token to the file of ${file}; or `;
      // What it says comes last: a report cuts a long sentence.
      return `${host} refuses the identity token (${answer.status}): ${isOff ? clock : ''}check ${ids.join(', ')}, and that its rule allows the audience ${quoted(aud)} (${audience} names another) and the subject ${quoted(sub)}: ${said}`;
    }
  }
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
