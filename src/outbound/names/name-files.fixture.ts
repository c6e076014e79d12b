import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NameFiles } from './find-addresses.ts';

/** The files of a resolver in a folder of their own. */
export interface TestNameFiles extends NameFiles, AsyncDisposable {
  /** Replaces the text of a file. */
  write(file: 'hosts' | 'resolvConf' | 'nsswitch', text: string): Promise<void>;
}

/** Creates the files of a resolver that asks 127.0.0.1 at a port. */
export async function createNameFiles(port: number, resolvConf = ''): Promise<TestNameFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-names-'));
  const paths = {
    hosts: join(folder, 'hosts'),
    resolvConf: join(folder, 'resolv.conf'),
    nsswitch: join(folder, 'nsswitch.conf'),
  };
  await writeFile(paths.resolvConf, `nameserver 127.0.0.1\n${resolvConf}`);
  return {
    ...paths,
    port,
    write: (file, text) => writeFile(paths[file], text),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
