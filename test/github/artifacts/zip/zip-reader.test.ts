import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readZipEntry } from '#github/artifacts/read-results-artifact.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { type ArchiveEntry, type ArchiveLies, zipArchive } from './zip-archive.ts';

const CAP = 1_000_000;
const RESULTS: ArchiveEntry = { name: 'results.json', content: '{"schema_version":1}' };

function read(archive: Uint8Array): string {
  const entry = readZipEntry(archive, 'results.json', CAP);
  return 'problem' in entry ? `problem: ${entry.problem}` : Buffer.from(entry.bytes).toString('utf8');
}

describe('readZipEntry', () => {
  it('reads the wanted entry among others, deflated or stored', () => {
    const others = [
      { name: 'junit.xml', content: '<testsuites/>' },
      { name: 'folder/', content: '', method: 0 },
      { name: 'folder/results.json', content: 'not this one' },
    ];
    expect(read(zipArchive([...others, RESULTS]))).toBe('{"schema_version":1}');
    expect(read(zipArchive([{ ...RESULTS, method: 0 }, ...others]))).toBe('{"schema_version":1}');
    expect(read(zipArchive([RESULTS], { comment: 'made by hand' }))).toBe('{"schema_version":1}');
  });

  it('reads what another writer of zip files made', () => {
    const properties = fc.property(fc.uint8Array({ maxLength: 5000 }), fc.constantFrom(0, 9), (content, level) => {
      const archive = zipSync(
        { 'comment.md': strToU8('hello'), 'results.json': content },
        { level: level === 0 ? 0 : 9 },
      );
      const entry = readZipEntry(archive, 'results.json', CAP);
      expect('bytes' in entry && Buffer.from(content).equals(entry.bytes)).toBe(true);
    });
    always(properties, { numRuns: tries(50) });
  });

  it('reads an archive that lies in the middle of a larger buffer', () => {
    const archive = zipArchive([RESULTS]);
    const larger = Buffer.concat([Buffer.from('before'), archive, Buffer.from('after')]);
    expect(read(larger.subarray(6, 6 + archive.byteLength))).toBe('{"schema_version":1}');
  });

  const zip64Locator = Buffer.alloc(20);
  zip64Locator.writeUInt32LE(0x07064b50, 0);
  const bomb: ArchiveEntry = { name: 'results.json', content: Buffer.alloc(CAP + 1) };
  const hostile: [string, RegExp, readonly ArchiveEntry[], ArchiveLies?][] = [
    ['no such entry', /holds no results\.json/, [{ name: 'other.json', content: '{}' }]],
    ['an entry in a folder only', /holds no results\.json/, [{ name: 'x/results.json', content: '{}' }]],
    ['no entry at all', /holds no results\.json/, []],
    ['two entries of the name', /holds results\.json 2 times/, [RESULTS, { ...RESULTS, content: '{}' }]],
    ['a name that climbs', /name leads out/, [RESULTS, { name: '../../etc/passwd', content: 'x' }]],
    ['a name that climbs later', /name leads out/, [RESULTS, { name: 'a/../../b', content: 'x' }]],
    ['an absolute name', /name leads out/, [RESULTS, { name: '/etc/passwd', content: 'x' }]],
    ['a name of Windows', /name leads out/, [RESULTS, { name: '..\\evil', content: 'x' }]],
    ['a drive letter', /name leads out/, [RESULTS, { name: 'C:evil', content: 'x' }]],
    ['a name with NUL', /name leads out/, [{ name: 'results.json\0', content: '{}' }]],
    ['an empty name', /name leads out/, [RESULTS, { name: '', content: 'x' }]],
    ['an encrypted entry', /encrypted/, [{ ...RESULTS, flags: 1 }]],
    ['strong encryption', /encrypted/, [{ ...RESULTS, flags: 0x41 }]],
    ['masked headers', /encrypted/, [{ ...RESULTS, flags: 0x2000 }]],
    ['an unknown method', /method 12/, [{ ...RESULTS, method: 12 }]],
    ['a bomb that says its size', /of 1000001 bytes; at most 1000000/, [bomb]],
    ['a bomb that hides its size', /inflates to more than 1000000/, [{ ...bomb, declaredSize: 20 }]],
    ['a size too small', /has 20 bytes, its entry says 5/, [{ ...RESULTS, declaredSize: 5 }]],
    ['a size too large', /has 20 bytes, its entry says 50/, [{ ...RESULTS, declaredSize: 50 }]],
    ['a wrong CRC', /CRC of results\.json is wrong/, [{ ...RESULTS, crc: 1 }]],
    ['data that is no deflate stream', /can't be inflated/, [{ ...RESULTS, data: Buffer.from([255, 255, 255]) }]],
    ['data that reaches into the directory', /is not where/, [{ ...RESULTS, declaredCompressedSize: 500 }]],
    ['a header behind the directory', /is not where/, [{ ...RESULTS, declaredOffset: 4_000_000 }]],
    ['a header in the middle of data', /is not where/, [{ ...RESULTS, declaredOffset: 3 }]],
    ['another signature before the data', /is not where/, [{ ...RESULTS, localSignature: 0x08074b50 }]],
    ['a directory entry longer than the directory', /directory can't be read/, [{ ...RESULTS, missingExtra: 9 }]],
    ['a part of its entries on another disk', /several disks/, [RESULTS], { countOnDisk: 0 }],
    ['two names for one entry', /disagree about its name/, [{ ...RESULTS, localName: 'evil-12.json' }]],
    ['zip64 sizes', /zip64/, [{ ...RESULTS, declaredSize: 0xffffffff }]],
    ['a zip64 offset', /zip64/, [{ ...RESULTS, declaredOffset: 0xffffffff }]],
    ['a zip64 directory', /zip64/, [RESULTS], { directoryOffset: 0xffffffff }],
    ['a zip64 count', /zip64/, [RESULTS], { count: 0xffff }],
    ['a zip64 locator', /zip64/, [RESULTS], { beforeEnd: zip64Locator }],
    ['several disks', /several disks/, [RESULTS], { disk: 1 }],
    ['thousands of entries', /holds 5000 entries/, [RESULTS], { count: 5000 }],
    ['fewer entries than listed', /directory can't be read/, [RESULTS, { name: 'b', content: '' }], { count: 1 }],
    ['more entries than listed', /directory can't be read/, [RESULTS], { count: 2 }],
    ['a directory somewhere else', /does not end where/, [RESULTS], { directoryOffset: 7 }],
    ['something behind the end', /not a complete zip/, [RESULTS], { trailing: '#!/bin/sh' }],
  ];

  it.each(hostile)('refuses an archive with %s', (_, problem, entries, lies) => {
    expect(read(zipArchive(entries, lies))).toMatch(problem);
  });

  it('refuses what is no archive', () => {
    expect(read(new Uint8Array())).toBe('problem: is not a complete zip file');
    expect(read(Buffer.from('<html>sign in</html>'))).toBe('problem: is not a complete zip file');
  });

  it('refuses an archive cut off anywhere, and never throws', () => {
    const archive = zipArchive([RESULTS, { name: 'junit.xml', content: '<testsuites/>' }]);
    for (let length = 0; length < archive.byteLength; length += 1) {
      expect(read(archive.subarray(0, length))).toMatch(/^problem: /);
    }
  });

  it('gives the true content or a problem whatever single byte is changed', () => {
    const archive = zipArchive([RESULTS, { name: 'junit.xml', content: '<testsuites/>' }]);
    const position = fc.integer({ min: 0, max: archive.byteLength - 1 });
    const damage = fc.property(position, fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = Uint8Array.from(archive);
      damaged[at] = (damaged[at] ?? 0) ^ flip;
      expect(read(damaged)).toMatch(/^(problem: |\{"schema_version":1\}$)/);
    });
    always(damage, { numRuns: tries(500) });
  });
});
