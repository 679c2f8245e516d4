import { identityTokenFromFile, identityTokenFromValue } from '@anthropic-ai/sdk/lib/credentials/identity-token';
import type { Federation } from '#wire/protocols/federations.ts';

type Environment = { readonly [name: string]: string | undefined };

/**
 * A fresh identity token: GitHub's in a job that may ask for it, otherwise that of the file or the variable.
 *
 * @throws Error if there is none
 */
export async function identityToken(
  { audience, audience_name, file_name, value_name }: Federation,
  environment: Environment,
): Promise<string> {
  if (isAJob(environment)) return fromGithub(environment[audience_name]?.trim() || audience);
  const file = environment[file_name]?.trim();
  if (file) return identityTokenFromFile(file)();
  return identityTokenFromValue(environment[value_name ?? '']?.trim() ?? '')();
}

/** Whether GitHub itself gives the token. */
function isAJob(environment: Environment): boolean {
  return Boolean(environment['ACTIONS_ID_TOKEN_REQUEST_URL'] && environment['ACTIONS_ID_TOKEN_REQUEST_TOKEN']);
}

/** Masks it in the log, too. */
async function fromGithub(audience: string): Promise<string> {
  const { getIDToken } = await import('@actions/core');
  return getIDToken(audience);
}

/** Has GitHub's log show `***` for a token. */
export async function maskToken(token: string, environment: Environment): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  const { setSecret } = await import('@actions/core');
  setSecret(token);
}
