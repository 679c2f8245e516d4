import { createHash } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { FakeRepository } from '../state.ts';

/** Files above this many bytes come without content in JSON; only the raw media type has them. */
const INLINE_LIMIT = 1024 * 1024;

/** The REST shape `content-file`. */
export function fileShape(
  path: string,
  text: string,
  ref: string,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const bytes = Buffer.from(text, 'utf8');
  const inline = bytes.byteLength <= INLINE_LIMIT;
  return {
    ...entryShape('file', path, blobSha(bytes), ref, repository, api),
    size: bytes.byteLength,
    encoding: inline ? 'base64' : 'none',
    content: inline ? wrapped(bytes.toString('base64')) : '',
  };
}

/** One entry of the REST shape `content-directory`. */
export function directoryEntryShape(
  kind: 'file' | 'dir',
  path: string,
  ref: string,
  repository: FakeRepository,
  api: string,
): JsonObject {
  return { ...entryShape(kind, path, blobSha(Buffer.from(path)), ref, repository, api), size: 0 };
}

function entryShape(
  kind: 'file' | 'dir',
  path: string,
  sha: string,
  ref: string,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const root = `${api}/repos/${repository.fullName}`;
  const encoded = encodeURI(path);
  const self = `${root}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const git = `${root}/git/${kind === 'file' ? 'blobs' : 'trees'}/${sha}`;
  const html = `https://github.com/${repository.fullName}/${kind === 'file' ? 'blob' : 'tree'}/${ref}/${encoded}`;
  return {
    type: kind,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha,
    url: self,
    git_url: git,
    html_url: html,
    download_url: kind === 'file' ? `${html}?raw=true` : null,
    _links: { self, git, html },
  };
}

/** Git's own id of a blob. */
function blobSha(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}

/** GitHub breaks base64 into lines of 60. */
function wrapped(base64: string): string {
  return base64.replace(/.{1,60}/g, '$&\n');
}
