// npm run build:deb: release/kalends_x.y.z_amd64.deb, by Debian's dpkg-deb.
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { description, pack, project, releaseFolder, run, stage, version } from './packages/stage.ts';

const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const root = mkdtempSync(join(tmpdir(), 'kalends-deb-'));
const source = (name: string) => join(project, 'packaging/debian', name);

function put(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  copyFileSync(from, join(root, to));
  chmodSync(join(root, to), mode);
}

function putCompressed(text: string | Buffer, to: string): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  writeFileSync(join(root, to), gzipSync(text, { level: 9 }));
}

chmodSync(root, 0o755);
stage(join(root, 'usr/lib/kalends'), pack());
for (const name of ['LICENSE', 'README.md']) rmSync(join(root, 'usr/lib/kalends', name));
run('chmod', ['-R', 'u=rwX,go=rX', join(root, 'usr')]);
put(source('kalends'), 'usr/bin/kalends', 0o755);
put(source('kalends.service'), 'usr/lib/systemd/system/kalends.service');
put(source('kalends.env'), 'usr/share/kalends/kalends.env');
put(source('copyright'), 'usr/share/doc/kalends/copyright');
put(source('lintian-overrides'), 'usr/share/lintian/overrides/kalends');
for (const name of globSync('{,guides/}*.md', { cwd: join(project, 'docs') }))
  put(join(project, 'docs', name), `usr/share/doc/kalends/${name}`);
putCompressed(readFileSync(source('kalends.1')), 'usr/share/man/man1/kalends.1.gz');
const date = new Date().toUTCString().replace('GMT', '+0000');
putCompressed(
  `kalends (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md of the package.\n\n -- Kalends contributors <kalends@localhost>  ${date}\n`,
  'usr/share/doc/kalends/changelog.gz',
);

const control = {
  Package: 'kalends',
  Version: version,
  Architecture: architecture,
  Maintainer: 'Kalends contributors <kalends@localhost>',
  'Installed-Size': run('du', ['-sk', root]).split('\t')[0],
  // The oldest that the binaries run with.
  Depends: 'libc6 (>= 2.34), libstdc++6 (>= 11), passwd, debconf (>= 0.5) | debconf-2.0',
  Recommends: 'ca-certificates',
  Section: 'web',
  Priority: 'optional',
  Description: `${description.replace(/^An? /i, '')}
 Events, venues, organizers, categories and tags with pages, feeds and an
 API that clients of WordPress calendars can use. The package has its own
 Node, an embedded database, and a service for systemd.`,
};
const controlText = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
mkdirSync(join(root, 'DEBIAN'));
writeFileSync(join(root, 'DEBIAN/control'), controlText.join(''));
put(source('templates'), 'DEBIAN/templates');
for (const name of ['postinst', 'prerm', 'postrm']) put(source(name), `DEBIAN/${name}`, 0o755);
const path = join(releaseFolder, `kalends_${version}_${architecture}.deb`);
run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, path]);
rmSync(root, { recursive: true });
console.log(path);
