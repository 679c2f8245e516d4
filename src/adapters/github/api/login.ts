import * as z from 'zod';

/** The login in GitHub's answer to `{ viewer { login } }`; null when there is none. */
export function viewerLogin(data: unknown): string | null {
  const answer = schema.safeParse(data);
  return answer.success ? answer.data.data.viewer.login : null;
}

const schema = z.object({ data: z.object({ viewer: z.object({ login: z.string().min(1).max(100) }) }) });
