import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readZipLines } from '#github/artifacts/zip/zip-lines.ts';
import { type ArchiveEntry, zipArchive } from './zip-archive.ts';

const CAP = 100_000_000;
const NAME = 'trajectories.jsonl';
const SMALL: ArchiveEntry = { name: NAME, content: '{"id":1}\n{"id":2}\n' };

/** Lines of which each has the size of a usual trajectory, with characters of several bytes. */
const lineOf = (index: number) => JSON.stringify({ id: index, text: '€😀é'.repeat(700) });
const MANY = Array.from({ length: 500 }, (_, index) => lineOf(index));
const LARGE: ArchiveEntry = { name: NAME, content: `${MANY.join('\n')}\n` };

/** The lines that come, and what is thrown after them or said instead of them. */
async function read(archive: Uint8Array, maxBytes = CAP) {
  const lines: string[] = [];
  const opened = readZipLines(archive, NAME, maxBytes);
  if ('problem' in opened) return { lines, problem: opened.problem };
  try {
    for await (const line of opened.lines) lines.push(line);
    return { lines, problem: null };
  } catch (error) {
    return { lines, problem: error instanceof Error ? error.message : 'no error was thrown' };
  }
}

describe('readZipLines', () => {
  it.each([
    ['deflated', 8],
    ['stored', 0],
  ])('gives the lines of the wanted entry, %s, whatever chunk a character is cut by', async (_, method) => {
    const others = [{ name: 'x/trajectories.jsonl', content: 'not this one' }];
    expect(await read(zipArchive([...others, { ...LARGE, method }]))).toEqual({ lines: MANY, problem: null });
  });

  it('says how much there is, unpacked', () => {
    expect(readZipLines(zipArchive([SMALL]), NAME, CAP)).toMatchObject({ size: 18 });
  });

  it('leaves out a line of three megabytes, and no other', async () => {
    const content = ['{"id":1}', randomBytes(1_500_000).toString('hex'), '{"id":2}'].join('\n');
    expect(await read(zipArchive([{ name: NAME, content }]))).toEqual({
      lines: ['{"id":1}', '{"id":2}'],
      problem: null,
    });
  });

  const refused: readonly (readonly [string, RegExp, readonly ArchiveEntry[]])[] = [
    ['no such entry', /^holds no trajectories\.jsonl$/, [{ name: 'results.json', content: '{}' }]],
    ['two entries of the name', /^holds trajectories\.jsonl 2 times$/, [SMALL, SMALL]],
    ['an encrypted entry', /^holds an encrypted/, [{ ...SMALL, flags: 1 }]],
    ['an unknown method', /by method 12/, [{ ...SMALL, method: 12 }]],
    ['a bomb that says its size', /of 1000 bytes; at most 100 /, [{ ...SMALL, declaredSize: 1000 }]],
    ['a header in the middle of data', /is not where/, [{ ...SMALL, declaredOffset: 3 }]],
    ['two names for one entry', /disagree about its name/, [{ ...SMALL, localName: 'trajectories.json_' }]],
    ['a name that climbs', /name leads out/, [SMALL, { name: '../x', content: '' }]],
  ];

  it.each(refused)('refuses an archive with %s before anything is unpacked', async (_, problem, entries) => {
    expect(await read(zipArchive(entries), 100)).toEqual({ lines: [], problem: expect.stringMatching(problem) });
  });

  const damaged: readonly (readonly [string, RegExp, ArchiveEntry])[] = [
    ['a wrong CRC', /^is damaged: the CRC of trajectories\.jsonl is wrong$/, { ...LARGE, crc: 1 }],
    ['fewer bytes than declared', /bytes, its entry says 90000000$/, { ...LARGE, declaredSize: 90_000_000 }],
    [
      'a deflate stream that is cut off',
      /can't be inflated$/,
      { ...LARGE, data: deflateRawSync(LARGE.content, { level: 0 }).subarray(0, 2_000_000) },
    ],
  ];

  it.each(damaged)('throws at the end for %s, when the lines before it have come', async (_, problem, entry) => {
    const { lines, problem: thrown } = await read(zipArchive([entry]));
    expect(thrown).toMatch(problem);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines).toEqual(MANY.slice(0, lines.length));
  });

  it('throws for what is no deflate stream', async () => {
    const problem = "is damaged: trajectories.jsonl can't be inflated";
    expect(await read(zipArchive([{ ...SMALL, data: Buffer.from([255, 255, 255]) }]))).toEqual({ lines: [], problem });
  });

  it('stops unpacking a bomb as soon as it has more bytes than it says', async () => {
    const { lines, problem } = await read(zipArchive([{ ...LARGE, declaredSize: 20_000 }]));
    expect(problem).toBe('is damaged: trajectories.jsonl has more bytes than the 20000 that its entry says');
    expect(lines.length).toBeLessThan(10);
  });

  it('refuses an archive cut off anywhere', async () => {
    const archive = zipArchive([SMALL]);
    for (let length = 0; length < archive.byteLength; length += 1) {
      expect(await read(archive.subarray(0, length))).toEqual({ lines: [], problem: expect.any(String) });
    }
  });

  it('gives the true lines or a problem whatever single byte is changed', async () => {
    const archive = zipArchive([SMALL]);
    const truth = ['{"id":1}', '{"id":2}'];
    const position = fc.nat({ max: archive.byteLength - 1 });
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const damaged = Uint8Array.from(archive);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const { lines, problem } = await read(damaged);
        if (problem === null) expect(lines).toEqual(truth);
      }),
      { numRuns: 300 },
    );
  });

  it('holds a small part of what it unpacks', async () => {
    const content = Buffer.from(`${lineOf(1)}\n`.repeat(10_000));
    const opened = readZipLines(zipArchive([{ name: NAME, content }]), NAME, CAP);
    const before = process.memoryUsage().arrayBuffers;
    let count = 0;
    let most = 0;
    for await (const _ of 'lines' in opened ? opened.lines : []) {
      count += 1;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(count).toBe(10_000);
    expect(content.byteLength).toBeGreaterThan(60_000_000);
    expect(most).toBeLessThan(30_000_000);
  });

  it('unpacks nothing more when the reader stops', async () => {
    const opened = readZipLines(zipArchive([{ ...LARGE, crc: 1 }]), NAME, CAP);
    const seen: string[] = [];
    // Read to its end it would throw.
    for await (const line of 'lines' in opened ? opened.lines : []) {
      seen.push(line);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(MANY.slice(0, 2));
  });
});
