#!/usr/bin/env node
import { HOLDPOINT_VERSION } from '../core/version.ts';
import { rootHelp } from './help.ts';
import { COMMANDS } from './tree.ts';

// `--version` and `--help` are asked by scripts and by people who wait: they load nothing else.
const argv = process.argv.slice(2);
if (argv.length === 1 && argv[0] === '--version') process.stdout.write(`${HOLDPOINT_VERSION}\n`);
else if (argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h'))
  process.stdout.write(rootHelp(COMMANDS));
else await (await import('./start.ts')).start(argv);
