// For bundle.ts: the SBOM and the licences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/**
 * What the bundle is made of: `sbom.cdx.json` (CycloneDX 1.5) and the licences of all packages in it. Made from the bundle and
 * the lockfile alone: no time and no serial number, so that equal sources give equal bytes.
 */
export function supplyChainFiles(packages: readonly BundledPackage[]): readonly { file: string; text: string }[] {
  return [
    { file: 'sbom.cdx.json', text: `${JSON.stringify(sbom(packages), null, 2)}\n` },
    { file: 'THIRD_PARTY_LICENSES', text: licences(packages) },
  ];
}

function sbom(packages: readonly BundledPackage[]): unknown {
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  const root = { 'bom-ref': `${name}@${version}`, type: 'application', name, version, licenses: [licence(license)] };
  const components = unique(packages).map((each) => {
    const lock = locked[each.folder];
    if (lock === undefined) throw new Error(`${each.folder} is not in package-lock.json`);
    const [group, bare] = each.name.startsWith('@') ? each.name.split('/') : [undefined, each.name];
    return {
      'bom-ref': `${each.name}@${each.version}`,
      type: 'library',
      ...(group !== undefined && { group }),
      name: bare,
      version: each.version,
      purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
      ...(each.license !== null && { licenses: [licence(each.license)] }),
      ...(typeof lock.integrity === 'string' && { hashes: [hashOf(lock.integrity)] }),
    };
  });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [{ ref: root['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

function licence(expression: string): unknown {
  return /^[A-Za-z0-9.+-]+$/.test(expression) ? { license: { id: expression } } : { expression };
}

/** `sha512-…` of the lockfile, in hexadecimal. */
function hashOf(integrity: string): unknown {
  const [algorithm = '', digest = ''] = integrity.split(' ')[0]?.split(/-(.*)/s) ?? [];
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}

function licences(packages: readonly BundledPackage[]): string {
  const head = 'The files in dist/ contain code of these packages.\n';
  const texts = unique(packages).map(
    ({ name, version, license, folder }) =>
      `${name} ${version} (${license ?? 'no licence named'})\n\n${licenceText(folder, license)}\n`,
  );
  return [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceText(folder: string, license: string | null): string {
  const names = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .toSorted();
  if (names.length === 0)
    return `The package has no licence file; its package.json ${license === null ? 'names none' : `says ${license}`}.`;
  return names.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n');
}

/** One of each name and version: a package may be installed in two places. */
function unique(packages: readonly BundledPackage[]): readonly BundledPackage[] {
  const seen = new Set<string>();
  return packages.filter(({ name, version }) => {
    const key = `${name}@${version}`;
    return !seen.has(key) && seen.add(key);
  });
}
