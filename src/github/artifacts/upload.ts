import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DefaultArtifactClient } from '@actions/artifact';
import { duration } from '#common/words.ts';
import { oneLine } from '#github/api/one-line.ts';
import { takesArtifacts } from '#github/api/takes-artifacts.ts';

/** What to upload, and under which name. */
export interface ArtifactUpload {
  readonly name: string;
  /** Folder of the files; it is the root of the archive. */
  readonly folder: string;
  /** Names in that folder; missing files are left out. */
  readonly files: readonly string[];
  /** The one file is uploaded as it is, not zipped: browsers show it. Its name must be that of the artifact. */
  readonly plain?: true;
  /** False: what an earlier attempt stored under the name stays, as it may hold more; absent: it is replaced. */
  readonly replaces?: boolean;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** When this attempt of the run began, in ms since 1970; absent or null: not known. Called only if the name is taken. */
  readonly attemptBegan?: () => Promise<number | null>;
}

/** `id` is null when nothing was uploaded. */
export interface UploadOutcome {
  readonly id: number | null;
  readonly warnings: readonly string[];
}

/**
 * Uploads with the unmodified @actions/artifact, loaded here. It replaces an artifact of the same name once if an earlier
 * attempt of this run left it; one of this attempt belongs to another suite and stays. Never throws: a failure is a warning,
 * and so is a timeout after `timeoutMs`.
 */
export async function uploadArtifact(upload: ArtifactUpload, timeoutMs = TIMEOUT_MS): Promise<UploadOutcome> {
  if (!takesArtifacts(upload.serverUrl)) return failUpload(upload, ENTERPRISE_SERVER);
  const missing = SERVICE_VARIABLES.filter((name) => (process.env[name] ?? '') === '');
  if (missing.length > 0) return failUpload(upload, noService(missing));
  const files = await existingFiles(upload);
  if (files.length === 0) return failUpload(upload, `none of ${upload.files.join(', ')} was written`);
  try {
    const { DefaultArtifactClient } = await import('@actions/artifact');
    const client = new DefaultArtifactClient();
    const send = () => client.uploadArtifact(upload.name, files, upload.folder, { skipArchive: upload.plain ?? false });
    const sending = send().catch(async (error: unknown) => {
      if (!isNameTaken(error)) throw error;
      if (upload.replaces === false) throw new Error(EARLIER_STAYS);
      if (await isOfThisAttempt(client, upload)) throw new Error(OTHER_SUITE);
      await client.deleteArtifact(upload.name);
      return send();
    });
    const response = await within(timeoutMs, sending);
    return { id: response.id ?? null, warnings: [] };
  } catch (error) {
    return failUpload(upload, oneLine(error instanceof Error ? error.message : String(error), 500));
  }
}

/** The client takes no abort signal: whatever it still does after the timeout is ignored. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the artifact service did not answer within ${duration(timeoutMs)}`);
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function existingFiles({ folder, files }: ArtifactUpload): Promise<string[]> {
  const paths = files.map((file) => join(folder, file));
  const present = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => present[index]);
}

/** In doubt the artifact counts as one of an earlier attempt. */
async function isOfThisAttempt(
  client: Pick<DefaultArtifactClient, 'getArtifact'>,
  { name, attemptBegan }: ArtifactUpload,
): Promise<boolean> {
  const [stored, began] = await Promise.all([client.getArtifact(name).catch(() => null), attemptBegan?.() ?? null]);
  const createdAt = stored?.artifact.createdAt?.getTime() ?? null;
  return createdAt !== null && began !== null && createdAt >= began;
}

/** The client's errors have no code; the artifact service answers a taken name with 409. */
function isNameTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes('(409)');
}

function failUpload({ name }: ArtifactUpload, reason: string): UploadOutcome {
  return { id: null, warnings: [`The artifact ${name} was not uploaded: ${reason}`] };
}

/** For one artifact; the client alone would retry for longer than most jobs want to wait. */
const TIMEOUT_MS = 75_000;

/** With these variables a runner names its artifact service. */
const SERVICE_VARIABLES = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'];

function noService(missing: readonly string[]): string {
  return `this runner offers no artifact service (${missing.join(' and ')} not set). The output results-path names the folder of the results; for a baseline, commit a results.json of the default branch and name it with the input "baseline: file:PATH"`;
}

const EARLIER_STAYS = 'an earlier attempt of this run has stored one, which may hold more than a cancelled run';

const OTHER_SUITE =
  'another suite of this run has already stored an artifact under this name. Give each suite, or each entry of a matrix, a name of its own with the input "key"';

const ENTERPRISE_SERVER =
  'GitHub Enterprise Server does not accept artifacts from current clients. Upload the folder of the output results-path with actions/upload-artifact@v3, and commit a results.json of the default branch for "baseline: file:PATH"';
